import { PodgraftError } from "../engine/errors.ts";
import { diffJson, diffMarkdown, diffText, type DiffReport, type PaintDiff } from "../report/diff/diff-report.ts";
import { identityChanges, type Holder } from "../report/diff/identity-changes.ts";
import { objectDiff, type ObjectDiff } from "../report/diff/object-diff.ts";
import { holdsSecret, redacted } from "../report/diff/redact.ts";
import { jsonText } from "../report/json-text.ts";
import { printable } from "../report/printable.ts";
import { wantsColour } from "./colour.ts";
import { switchOption, textOption, type Call, type Command, type Outcome } from "./command.ts";
import { baseCall, readSide, type Side, type SideDocument } from "./diff/side.ts";
import { packageVersion } from "./package/version.ts";
import { paintDiff } from "./reporting/paint.ts";
import { tellOutcome } from "./reporting/tell-outcome.ts";
import { ruleOptions } from "./rules.ts";

/** `podgraft diff`: what injection changes, or what a change of manifests and settings does to the Pods. */
export const diffCommand: Command = {
  name: "diff",
  summary: "Show what injection changes, or how two trees of manifests differ after it: identities first",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Without --base: every object before and after injection. With --base: two trees, each with the identities that its own configuration\n" +
    "gives, so that a change of the configuration, of an identity map or of a ServiceAccount shows every Pod that it changes.\n" +
    "Values of Secrets are not shown. Exits with 0 whether there are differences or not, unless --exit-code is given.",
  options: [
    ...ruleOptions,
    {
      name: "base",
      value: "FILE|DIR",
      description: "Compare with these manifests, as their own configuration has them",
    },
    {
      name: "base-config",
      value: "FILE",
      description: "The base's configuration (default: podgraft.yaml upward from the base)",
    },
    {
      name: "base-context",
      value: "FILE|DIR",
      repeatable: true,
      description: "ServiceAccounts and Namespaces of the base",
    },
    { name: "format", value: "text|json|markdown", description: "How the differences are written (default text)" },
    { name: "exit-code", description: "Exit with 1 where there are differences" },
  ],
  examples: [
    { title: "What injection would do", command: "podgraft diff manifests/" },
    {
      title: "What a branch changes, the other one in a worktree",
      command: "podgraft diff --base ../main/manifests manifests/",
    },
    {
      title: "For a comment on a pull request",
      command: "podgraft diff --base ../main/manifests --format markdown manifests/",
    },
  ],
  run: (call) => Promise.resolve(runDiff(call)),
};

function runDiff(call: Call): Outcome {
  const format = readFormat(call);
  const head = readSide(call);
  const base = readBase(call);
  const report = base === undefined ? beforeAndAfter(head) : betweenTrees(base, head);
  const differs = report.identities.length > 0 || report.objects.length > 0;
  const faults: PodgraftError[] = [...(base?.input.faults ?? []), ...head.input.faults];
  const skipped = [...(base?.input.skipped ?? []), ...head.input.skipped];
  // A comparison with a side that could not be read whole would show differences that are none.
  const stdout = faults.length > 0 ? "" : written(report, format);
  const status = head.denials.length > 0 || (switchOption(call, "exit-code") && differs) ? 1 : 0;
  const outcome = tellOutcome({ ...head.input, faults, skipped }, stdout, status);
  const denied = head.denials.map((denial) => `${printable(`denied: ${denial}`)}\n`).join("");
  return { ...outcome, stderr: (outcome.stderr ?? "") + denied };
}

function readBase(call: Call): Side | undefined {
  const base = textOption(call, "base");
  if (base === undefined) return undefined;
  const given = baseCall(call, base);
  return readSide(given.call, given.inline);
}

const formats = { text: true, json: true, markdown: true } as const;

function readFormat(call: Call): keyof typeof formats {
  const format = textOption(call, "format") ?? "text";
  if (format === "text" || format === "json" || format === "markdown") return format;
  throw new PodgraftError("usage.invalid", `--format ${JSON.stringify(format)}: expected text, json or markdown`);
}

function beforeAndAfter(side: Side): DiffReport {
  const without = (holder: Holder): Holder => ({
    ...holder,
    identities: holder.identities.filter(({ cloud }) => cloud === "gke"),
  });
  const objects = side.documents.flatMap(({ title, written, injected }) => diffOf(title, written, injected));
  return reportOf(side, side, identityChanges(side.incomplete.map(without), side.incomplete), objects);
}

function betweenTrees(base: Side, head: Side): DiffReport {
  const before = new Map(base.documents.map((document) => [document.key, document]));
  const after = new Map(head.documents.map((document) => [document.key, document]));
  const pairs = [...new Set([...after.keys(), ...before.keys()])].map((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return { was, is, key, title: (is ?? was)?.title ?? "" };
  });
  pairs.sort((left, right) => inOrder(left.title, right.title) || inOrder(left.key, right.key));
  const objects = pairs.flatMap(({ was, is, title }) => {
    return diffOf(title, textOf(was, undefined), textOf(is, was));
  });
  return reportOf(base, head, identityChanges(base.holders, head.holders), objects);
}

/** By code unit, so that the order is the same everywhere. */
function inOrder(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The text with the identities; of a Secret only what may be seen, and which of its values are others than before. */
function textOf(document: SideDocument | undefined, before: SideDocument | undefined): string | undefined {
  if (document === undefined) return undefined;
  if (!holdsSecret(document.value)) return document.injected;
  return jsonText(redacted(document.value, before?.value));
}

function diffOf(title: string, before: string | undefined, after: string | undefined): ObjectDiff[] {
  const found = objectDiff({ title, before, after });
  return found === undefined ? [] : [found];
}

function reportOf(
  before: Side,
  after: Side,
  identities: DiffReport["identities"],
  objects: readonly ObjectDiff[],
): DiffReport {
  return {
    tool: { version: packageVersion() },
    configurations: { before: before.digest, after: after.digest },
    module: after.module,
    identities,
    objects,
  };
}

function written(report: DiffReport, format: keyof typeof formats): string {
  if (format === "json") return diffJson(report);
  if (format === "markdown") return diffMarkdown(report);
  const colour = wantsColour({ isTTY: process.stdout.isTTY, env: process.env });
  const plain: PaintDiff = (_style, text) => text;
  return diffText(report, colour ? paintDiff : plain);
}
