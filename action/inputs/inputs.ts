import { getInput, getMultilineInput } from "@actions/core";
import { PodgraftError } from "../../engine/errors.ts";
import { namespaceName } from "../../cli/namespace.ts";
import type { ToolLimits } from "../../cli/run-tool.ts";
import type { Mode, Review } from "../review.ts";

/** Which renderer is meant: `auto` looks at each folder, `none` takes files as they are. */
export type RendererChoice = "auto" | "helm" | "kustomize" | "none";

/** When the pull request gets a comment: `auto` is where there is something to say, or a comment of before to bring up to date. */
export type CommentChoice = "auto" | "always" | "never";

/** What the workflow asks for. Paths are as they were written: relative to the working directory. */
export type Inputs = {
  readonly paths: readonly string[];
  readonly mode: Mode;
  readonly renderer: RendererChoice;
  /** Choices of values: one a line, files behind commas are laid over each other, globs multiply. */
  readonly values: readonly string[];
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  /** What Helm takes the cluster for; its own choice where undefined. */
  readonly kubeVersion: string | undefined;
  /** What the cluster serves besides, as `monitoring.coreos.com/v1`. */
  readonly apiVersions: readonly string[];
  readonly baseRef: string | undefined;
  readonly config: string | undefined;
  readonly environment: string | undefined;
  readonly context: readonly string[];
  readonly failOn: Review["failOn"];
  readonly comment: CommentChoice;
  readonly sarifFile: string | undefined;
  readonly reportDir: string | undefined;
  readonly workingDirectory: string;
  /** Where mode `inject` writes. */
  readonly directory: string;
  readonly limits: ToolLimits;
  /** Whether code of a pull request may be rendered in a workflow that has the repository's rights. */
  readonly allowUntrustedCheckout: boolean;
  readonly token: string | undefined;
};

/** Reads the Action's inputs. Throws PodgraftError `usage.invalid` with the input's name, its value, and what is expected. */
export function readInputs(): Inputs {
  const mode = choice("mode", ["verify", "inject", "diff"]);
  return {
    paths: several("path", ["."]),
    mode,
    renderer: choice("renderer", ["auto", "helm", "kustomize", "none"]),
    values: several("values"),
    release: shaped(
      "release",
      releaseName,
      "a name as Helm takes it: up to 53 lower-case letters, digits, dashes and dots",
    ),
    namespace: shaped("namespace", namespaceName, "the name of a Namespace: lower-case letters, digits and dashes"),
    kubeVersion: shaped(
      "kube-version",
      /^v?\d+\.\d+(?:\.\d+)?(?:[-+][-+.0-9A-Za-z]*)?$/,
      "a version, as 1.34 or v1.34.2",
    ),
    apiVersions: several("api-versions"),
    baseRef: optional("base-ref"),
    config: optional("config") ?? nonEmpty(process.env.PODGRAFT_CONFIG),
    environment: optional("environment"),
    context: several("context"),
    failOn: choice("fail-on", ["error", "warning", "never"]),
    comment: choice("comment", ["auto", "always", "never"]),
    sarifFile: optional("sarif-file"),
    reportDir: optional("report-dir"),
    workingDirectory: optional("working-directory") ?? ".",
    directory: optional("directory") ?? "podgraft-rendered",
    limits: { seconds: whole("render-timeout", 120, "seconds"), mebibytes: whole("render-limit", 64, "MiB") },
    allowUntrustedCheckout: flag("allow-untrusted-checkout"),
    token: optional("github-token"),
  };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}

function optional(name: string): string | undefined {
  return nonEmpty(getInput(name));
}

function several(name: string, otherwise: readonly string[] = []): readonly string[] {
  const lines = getMultilineInput(name).filter((line) => !line.startsWith("#"));
  return lines.length === 0 ? otherwise : lines;
}

/** The first is taken where the input is empty. */
function choice<const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = optional(name);
  if (value === undefined) return choices[0];
  const chosen = choices.find((one) => one === value);
  if (chosen !== undefined) return chosen;
  throw invalid(name, value, choices.join(", ").replace(/, (?=[^,]*$)/, " or "));
}

function flag(name: string): boolean {
  const value = optional(name);
  if (value === undefined || /^(?:false|False|FALSE)$/.test(value)) return false;
  if (/^(?:true|True|TRUE)$/.test(value)) return true;
  throw invalid(name, value, "true or false");
}

function whole(name: string, otherwise: number, unit: string): number {
  const value = optional(name);
  if (value === undefined) return otherwise;
  if (/^[1-9][0-9]{0,4}$/.test(value)) return Number(value);
  throw invalid(name, value, `a whole number of ${unit} from 1 to 99999`);
}

const releaseName = /^(?=.{1,53}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** What renderers get as it is must not be an option to them. */
function shaped(name: string, shape: RegExp, expected: string): string | undefined {
  const value = optional(name);
  if (value === undefined || shape.test(value)) return value;
  throw invalid(name, value, expected);
}

function invalid(name: string, value: string, expected: string): PodgraftError {
  return new PodgraftError("usage.invalid", `input ${name}: ${JSON.stringify(value)}: expected ${expected}`);
}
