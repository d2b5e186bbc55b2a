import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, member, parseJson, type Json, type JsonObject } from "../../engine/json.ts";
import { printable } from "../../report/printable.ts";
import type { Outcome } from "../command.ts";
import { failsOn, readFailOn } from "../fail-on.ts";
import { injectText } from "../inject.ts";
import { runToolOrFail } from "../run-tool.ts";
import type { DeployCall } from "./deploy.ts";
import { hasSwitch, withoutFlags } from "./helm-arguments.ts";

/**
 * Judges the hooks of a release that Helm 3 is about to install, by a dry run with the same arguments. Exits 1 where a hook's Pod is denied
 * or has findings that fail the command; tells of each hook that lacks an identity, which no post-renderer of Helm 3 can add. Throws
 * PodgraftError `tool.*` where the dry run fails, or gives no release.
 */
export async function checkHooks({ call, helm, command, args }: DeployCall): Promise<Outcome> {
  if (hasSwitch(args, "no-hooks")) return { status: 0 };
  const dryRun = args.some(({ flag }) => flag === "dry-run") ? [] : ["--dry-run=server"];
  const rest = withoutFlags(args, ["post-renderer", "post-renderer-args", "output", "debug"]);
  const { stdout } = await runToolOrFail(helm, [command, ...dryRun, "--output=json", ...rest]);
  const release = releaseIn(stdout, `${helm} ${command} ${dryRun.join(" ")}`.trimEnd());
  const hooks = hookStream(member(release, "hooks"));
  if (hooks === "") return { status: 0 };
  const manifest = member(release, "manifest");
  const options = { ...call.options, output: "patch", quiet: true, report: undefined, baseline: undefined };
  const outcome = injectText(
    { options, operands: [] },
    { name: "hooks", text: hooks },
    typeof manifest === "string" ? [{ name: "manifests", text: manifest }] : [],
  );
  const bare = lackingHooks(outcome.stdout);
  const failed = failsOn(readFailOn(call), bare.length > 0 ? [{ severity: "warning" }] : []);
  return { status: failed ? 1 : outcome.status, stderr: (outcome.stderr ?? "") + bare.join("") };
}

/** The release that a dry run printed. Anything else, taken for a release without hooks, would leave hooks unjudged. */
function releaseIn(stdout: string, call: string): JsonObject {
  try {
    const release = parseJson(stdout);
    if (isJsonObject(release)) return release;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new PodgraftError(
    "tool.failed",
    `${call} succeeded but printed no release as JSON, so its hooks cannot be judged; see what it prints with --output json, or leave hooks out with --no-hooks`,
  );
}

/** The hooks as Helm would print them. */
function hookStream(hooks: Json | undefined): string {
  if (!isJsonList(hooks)) return "";
  return hooks
    .map((hook) => `---\n# Source: ${textOf(member(hook, "path"))}\n${textOf(member(hook, "manifest"))}\n`)
    .join("");
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** One warning for each line that `--output patch` has: an object that injection would change. */
function lackingHooks(lines: string | readonly string[] = []): string[] {
  const patched = (typeof lines === "string" ? [lines] : lines)
    .join("")
    .split("\n")
    .filter((line) => line !== "");
  return patched.map((line) => {
    const object = parseJson(line);
    const name = `${textOf(member(object, "kind"))} ${textOf(member(object, "name"))}`;
    return `${printable(`warning: hook ${name} runs without its identity: Helm 3 keeps hooks from post-renderers; use Helm 4, or apply the output of podgraft helm template`)}\n`;
  });
}
