import { PodgraftError } from "../engine/errors.ts";
import { builtInTable } from "../engine/locate/table.ts";
import { injectResourceList } from "../renderer/krm/inject-list.ts";
import { readResourceList, type ResourceList } from "../renderer/krm/resource-list.ts";
import { resultsOf, withResults } from "../renderer/krm/results.ts";
import type { Source } from "../renderer/inject/sources.ts";
import { wantsColour } from "./colour.ts";
import { textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { readContext } from "./context.ts";
import { judgeRun, runFails } from "./reporting/judge-run.ts";
import { renderOptions } from "./helm/render-options.ts";
import { describeRun } from "./inject-messages.ts";
import { readSettings, summarize, writeReport } from "./inject.ts";
import { readText, sourceName } from "./input.ts";
import { readFunctionConfig } from "./krm/function-config.ts";
import { readNamespace } from "./namespace.ts";

/** `podgraft krm`: the KRM function, for kustomize, kpt and other orchestrators. */
export const krmCommand: Command = {
  name: "krm",
  summary: "KRM function: a ResourceList in, the same with the identities and results out",
  operands: "[OPTIONS]",
  description:
    "Reads a ResourceList (config.kubernetes.io/v1, v1beta1 or v1alpha1) from standard input and writes it with the identities added to its\n" +
    "items and what was found as results. A functionConfig of the kind Config (podgraft.dev/v1alpha1) is the configuration; a ConfigMap\n" +
    "gives options: config, environment, namespace, fail-on, and set and context, one a line. When a Pod is denied or a finding fails the\n" +
    "command, the items are written as they came.",
  options: renderOptions,
  examples: [
    {
      title: "With kpt",
      command: 'kpt fn eval . --exec "podgraft krm" --fn-config podgraft.yaml',
    },
    { title: "In a pipe", command: "kpt fn source . | podgraft krm | kpt fn sink out" },
    {
      title: "As a transformer of kustomize (docs/krm.md shows the file)",
      command: "kustomize build --enable-alpha-plugins --enable-exec overlays/prod",
    },
  ],
  run: (call) => Promise.resolve(runKrm(call)),
};

function runKrm(call: Call): Outcome {
  if (call.operands[0] !== undefined) {
    throw new PodgraftError("usage.invalid", `${call.operands[0]}: krm reads standard input and takes no operands`);
  }
  const source = { name: sourceName("-"), text: readText("-") };
  return injectItems(call, source, readResourceList(source, builtInTable()));
}

function injectItems(given: Call, source: Source, list: ResourceList): Outcome {
  const { options, config } = readFunctionConfig(list.functionConfig);
  const call = { options: { ...options, ...given.options }, operands: [] };
  const { loaded, failOn, verbosity, baseline } = readSettings(call, config);
  const { rules, contextFiles } = loaded;
  // The configuration may have added kinds.
  const { read } = readResourceList(source, rules.table);
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const injected = injectResourceList(read, rules, { context, defaultNamespace: readNamespace(call) });
  const { pods, records } = summarize(injected, rules);
  const judged = judgeRun(records, pods, rules.config, baseline);
  writeReport(call, rules, pods, judged.all);
  const failed = runFails(judged, failOn);
  const stderr = describeRun({
    verbosity,
    colour: wantsColour({ isTTY: process.stderr.isTTY, env: process.env }),
    skipped: [],
    judged,
    pods,
    strippedPods: null,
    changed: injected.decided.patch.length > 0 ? 1 : 0,
    inputs: 1,
  });
  const items = failed ? read.document.text : injected.text;
  const before = source.text.slice(0, read.document.offset);
  const after = source.text.slice(read.document.offset + read.document.text.length);
  const text = withResults(items, read.value, resultsOf(read.value, injected.decided));
  return { status: failed ? 1 : 0, stdout: before + text + after, stderr };
}
