import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Source } from "../../renderer/inject/sources.ts";
import { textOption, type Call, type Outcome } from "../command.ts";
import { injectCommand, injectText } from "../inject.ts";
import { writeWholeFile } from "../replace-files.ts";
import { runToolOrFail } from "../run-tool.ts";
import { flagValues, withoutFlags, type HelmArgument } from "./helm-arguments.ts";

/** What the wrapper was called with: its own options, the Helm to run, and Helm's arguments behind the command's name. */
export type HelmCall = { readonly call: Call; readonly helm: string; readonly args: readonly HelmArgument[] };

/** `helm template` with the identities in its output. Throws PodgraftError `tool.*` with Helm's message, and as `inject` does. */
export async function templateChart({ call, helm, args }: HelmCall): Promise<Outcome> {
  const namespace = flagValues(args, "namespace").at(-1) ?? process.env.HELM_NAMESPACE;
  const options = namespace === undefined ? call.options : { ...call.options, namespace };
  const folder = flagValues(args, "output-dir").at(-1);
  if (folder !== undefined) return templateInto(folder, { call: { options, operands: [] }, helm, args });
  const { stdout, stderr } = await runToolOrFail(helm, ["template", ...withoutFlags(args, [])]);
  const surroundings = await hiddenManifests({ call, helm, args });
  const outcome = injectText({ options, operands: [] }, { name: "helm template", text: stdout }, surroundings);
  return { ...outcome, stderr: stderr + (outcome.stderr ?? "") };
}

/** With --show-only, Helm hides the ServiceAccounts that the shown Pods run as: the whole chart, for what is known about them. */
async function hiddenManifests({ helm, args }: HelmCall): Promise<Source[]> {
  if (flagValues(args, "show-only").length === 0) return [];
  const { stdout } = await runToolOrFail(helm, ["template", ...withoutFlags(args, ["show-only"])]);
  return [{ name: "helm template", text: stdout }];
}

/** With --output-dir, Helm writes files. They go to a folder of ours, and to the user's when nothing is wrong with them. */
async function templateInto(folder: string, { call, helm, args }: HelmCall): Promise<Outcome> {
  const rendered = mkdtempSync(join(tmpdir(), "podgraft-helm-"));
  const asUserKnows = (text: string): string => text.replaceAll(rendered, folder);
  try {
    const run = await runToolOrFail(helm, [
      "template",
      `--output-dir=${rendered}`,
      ...withoutFlags(args, ["output-dir"]),
    ]);
    const outcome = await injectCommand.run({
      options: { ...call.options, "in-place": true },
      operands: [rendered],
    });
    const report = textOption(call, "report");
    if (report !== undefined && outcome.status < 2) writeWholeFile(report, asUserKnows(readFileSync(report, "utf8")));
    const told = { ...outcome, stderr: asUserKnows(run.stderr + (outcome.stderr ?? "")) };
    if (outcome.status !== 0) return told;
    cpSync(rendered, folder, { recursive: true });
    return { ...told, stdout: asUserKnows(run.stdout) };
  } finally {
    rmSync(rendered, { recursive: true, force: true });
  }
}
