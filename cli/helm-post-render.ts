import { PodgraftError } from "../engine/errors.ts";
import { hasDocuments } from "../renderer/stream/has-documents.ts";
import type { Call, Command, Outcome } from "./command.ts";
import { faultOutcome } from "./faults.ts";
import { outcomeVariable, writeOutcome } from "./helm/outcome-file.ts";
import { renderOptions, reportFile } from "./helm/render-options.ts";
import { injectText } from "./inject.ts";
import { readText, sourceName } from "./input.ts";
import { writeWholeFile } from "./replace-files.ts";

/** `podgraft helm-post-render`: what Helm runs on the manifests that it has rendered. */
export const helmPostRenderCommand: Command = {
  name: "helm-post-render",
  summary: "Post-renderer for Helm 3 (executable) and Helm 4 (plugin)",
  operands: "[OPTIONS] [-- OTHER [ARGS]...]",
  description:
    "Reads what Helm has rendered from standard input and writes it with the identities added. Helm says neither release nor namespace, so\n" +
    "name the namespace with --namespace. Behind --, another post-renderer that runs first. Helm 3 shows messages only when the run\n" +
    "fails, Helm 4 never does: --report FILE, or the variable PODGRAFT_REPORT, writes them to a file, errors too.",
  options: renderOptions,
  examples: [
    {
      title: "Helm 3",
      command:
        "helm upgrade orders ./chart -n shop --post-renderer podgraft --post-renderer-args helm-post-render --post-renderer-args --namespace=shop",
    },
    {
      title: "Helm 4, with the plugin installed",
      command: "helm upgrade orders ./chart -n shop --post-renderer podgraft --post-renderer-args --namespace=shop",
    },
    {
      title: "Behind another post-renderer",
      command: "podgraft helm-post-render --namespace=shop -- ./kustomize.sh prod",
    },
  ],
  run: runPostRender,
};

/** Helm 4 refuses a post-renderer that prints nothing, even for a chart that renders nothing. */
const emptyChart = "# podgraft: the chart has no manifests\n";

async function runPostRender(call: Call): Promise<Outcome> {
  const report = reportFile(call);
  const outcome = await render({ options: { ...call.options, report }, operands: call.operands });
  if (report !== undefined && outcome.status > 1) writeWholeFile(report, failureReport(outcome));
  const file = process.env[outcomeVariable];
  if (file === undefined || file === "") return outcome;
  writeOutcome(file, outcome);
  return { ...outcome, stderr: "" };
}

async function render(call: Call): Promise<Outcome> {
  try {
    const { text, stderr } = await throughOther(call.operands, readText("-"));
    const outcome = injectText({ options: call.options, operands: [] }, { name: sourceName("-"), text });
    const told = { ...outcome, stderr: stderr + (outcome.stderr ?? "") };
    return outcome.status === 0 && isPlugin() && text.trim() === "" ? { ...told, stdout: emptyChart } : told;
  } catch (error) {
    if (error instanceof PodgraftError) return faultOutcome([error]);
    throw error;
  }
}

/** Helm 4 names the plugin that it runs; Helm 3 runs executables and says nothing. */
function isPlugin(): boolean {
  return process.env.HELM_PLUGIN_NAME !== undefined;
}

async function throughOther(
  [command, ...args]: readonly string[],
  text: string,
): Promise<{ readonly text: string; readonly stderr: string }> {
  if (command === undefined) return { text, stderr: "" };
  // Starting programs takes code of its own, which most calls need not read.
  const { runToolOrFail } = await import("./run-tool.ts");
  const { stdout, stderr } = await runToolOrFail(command, args, { input: text });
  if (hasDocuments(text) && !hasDocuments(stdout)) {
    throw new PodgraftError(
      "internal.empty_output",
      `${command} made nothing of manifests that were not empty; a post-renderer has to print what it does not change, too`,
    );
  }
  return { text: stdout, stderr };
}

/** A run that did not get as far as decisions leaves a report as well: under Helm 4 nothing else reaches the user. */
function failureReport({ status, stderr = "" }: Outcome): string {
  const errors = stderr.trimEnd().split("\n");
  const report = { apiVersion: "podgraft.dev/v1alpha1", kind: "Report", status, errors, pods: [], findings: [] };
  return `${JSON.stringify(report, null, 2)}\n`;
}
