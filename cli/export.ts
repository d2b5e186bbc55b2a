import { collectKnownObjects } from "../engine/context/known-objects.ts";
import { describeOwner } from "../engine/describe-owner.ts";
import { PodgraftError } from "../engine/errors.ts";
import { podKinds } from "../engine/locate/table.ts";
import { exportSource } from "../renderer/export/export-source.ts";
import { printPatchList, type PatchForm } from "../renderer/export/print-patches.ts";
import type { NotExported, WorkloadPatch } from "../renderer/export/workload-patches.ts";
import { rethrow } from "../renderer/inject/faults.ts";
import { objectsIn, splitSource } from "../renderer/inject/sources.ts";
import { printable } from "../report/printable.ts";
import { wantsColour } from "./colour.ts";
import {
  switchOption,
  textOption,
  textOptions,
  type Call,
  type Command,
  type CommandGroup,
  type Outcome,
} from "./command.ts";
import { readContext } from "./context.ts";
import { provePatches } from "./export/prove.ts";
import { failsOn } from "./fail-on.ts";
import { judgeRun, runFails } from "./reporting/judge-run.ts";
import { renderOptions } from "./helm/render-options.ts";
import { findInput } from "./inject-input.ts";
import { describeRun } from "./inject-messages.ts";
import { readSettings, summarize, writeReport } from "./inject.ts";
import { readText, sourceName } from "./input.ts";
import { kustomizeCommandOption } from "./kustomize.ts";
import { readNamespace } from "./namespace.ts";

const kustomizePatchesCommand: Command = {
  name: "export kustomize-patches",
  summary: "Write JSON 6902 patches, one for each workload, for kustomize and Flux",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Reads rendered manifests and writes one JSON 6902 patch for each workload that injection would change, with a test for all that the\n" +
    "patch relies on: when the workload changes in such a place, kustomize refuses the patch, and it is time for a new export. Before they\n" +
    "are printed, the patches are applied with kustomize and compared with what injection does.",
  options: [
    ...renderOptions,
    {
      name: "output",
      short: "o",
      value: "component|flux-kustomization|flux-helmrelease",
      description: "For kustomize as a Component (default), or the part of a Kustomization or HelmRelease of Flux",
    },
    kustomizeCommandOption,
    { name: "no-prove", description: "Do not apply the patches with kustomize before they are printed" },
  ],
  examples: [
    {
      title: "A component for an overlay",
      command: "kustomize build overlays/prod | podgraft export kustomize-patches > identity/kustomization.yaml",
    },
    {
      title: "For a HelmRelease of Flux",
      command: "helm template orders ./chart -n shop | podgraft export kustomize-patches -n shop -o flux-helmrelease",
    },
  ],
  run: runExport,
};

/** `podgraft export`: what injection does, for those that run no code of ours. */
export const exportCommand: CommandGroup = {
  name: "export",
  summary: "Write what injection would do as patches for kustomize and Flux",
  description: "What injection does, in forms that need no program of ours where they are applied.",
  commands: [kustomizePatchesCommand],
};

async function runExport(call: Call): Promise<Outcome> {
  const { operands } = call;
  const form = readForm(call);
  const { loaded, failOn, verbosity, baseline } = readSettings({
    ...call,
    options: { ...call.options, output: undefined },
  });
  const { rules, contextFiles } = loaded;
  const { files, skipped } = findInput(operands.length > 0 ? operands : ["-"], rethrow);
  const sources = files.map((file) =>
    splitSource({ name: sourceName(file), text: readText(file) }, podKinds(rules.table)),
  );
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const known = collectKnownObjects([...context, ...objectsIn(sources, rules.table)], readNamespace(call));
  const exported = sources.map((source) => exportSource(source, rules, known));
  const documents = exported.flat();
  const kept = documents.map(({ injected }) => summarize(injected, rules));
  const pods = kept.flatMap((one) => one.pods);
  const records = kept.flatMap((one) => one.records);
  const judged = judgeRun(records, pods, rules.config, baseline);
  const { patches, repeated } = once(documents.flatMap((document) => document.patches));
  const notExported = [...documents.flatMap((document) => document.notExported), ...repeated].map(notExportedLine);
  const told = describeRun({
    verbosity,
    colour: wantsColour({ isTTY: process.stderr.isTTY, env: process.env }),
    skipped,
    judged,
    pods,
    strippedPods: null,
    changed: exported.filter((source) => source.some((document) => document.patches.length > 0)).length,
    inputs: exported.length,
  });
  writeReport(call, rules, pods, judged.all);
  const stderr = notExported.join("") + told;
  const warnings = notExported.map(() => ({ severity: "warning" }) as const);
  const failed = runFails(judged, failOn) || failsOn(failOn, warnings);
  if (failed) return { status: 1, stderr };
  const proof = switchOption(call, "no-prove") ? unproven("--no-prove was given") : await proofOf(call, patches);
  return { status: 0, stdout: printPatchList(patches, form), stderr: stderr + proof };
}

function readForm(call: Call): PatchForm {
  const form = textOption(call, "output") ?? "component";
  if (form === "component" || form === "flux-kustomization" || form === "flux-helmrelease") return form;
  const expected = "expected component, flux-kustomization or flux-helmrelease";
  throw new PodgraftError("usage.invalid", `--output ${JSON.stringify(form)}: ${expected}`);
}

/** A target that is there twice cannot be told apart; kustomize takes no such input either. */
function once(patches: readonly WorkloadPatch[]): { patches: WorkloadPatch[]; repeated: NotExported[] } {
  const counts = new Map<string, number>();
  const keyOf = ({ object }: WorkloadPatch): string =>
    JSON.stringify([
      object.apiVersion.split("/").length > 1 ? object.apiVersion.split("/")[0] : "",
      object.kind,
      object.namespace,
      object.name,
    ]);
  for (const patch of patches) counts.set(keyOf(patch), (counts.get(keyOf(patch)) ?? 0) + 1);
  const isRepeated = (patch: WorkloadPatch): boolean => (counts.get(keyOf(patch)) ?? 0) > 1;
  return {
    patches: patches.filter((patch) => !isRepeated(patch)),
    repeated: patches.filter(isRepeated).map(({ object }) => ({ object, reason: "it is there more than once" })),
  };
}

function notExportedLine({ object, reason }: NotExported): string {
  return `${printable(`warning: ${describeOwner(object)} is not exported: ${reason}`)}\n`;
}

/** Without a kustomize there is no proof; whoever names one wants it. */
async function proofOf(call: Call, patches: readonly WorkloadPatch[]): Promise<string> {
  const command = textOption(call, "kustomize-command");
  try {
    await provePatches(patches, command);
    return patches.length === 0 || switchOption(call, "quiet")
      ? ""
      : `podgraft: proven with kustomize: ${patches.length} ${patches.length === 1 ? "patch does" : "patches do"} what injection does\n`;
  } catch (cause) {
    if (command !== undefined || !(cause instanceof PodgraftError) || cause.code !== "tool.missing") throw cause;
    return unproven("there is neither kustomize nor kubectl here");
  }
}

function unproven(reason: string): string {
  return `warning: the patches are not proven: ${reason}\n`;
}
