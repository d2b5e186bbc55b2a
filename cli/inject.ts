import { collectKnownObjects, type KnownObjects } from "../engine/context/known-objects.ts";
import type { DecidedPod, Rules } from "../engine/document/decide-document.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { JsonObject } from "../engine/json.ts";
import { podKinds } from "../engine/locate/table.ts";
import { attempt, type TakeFault } from "../renderer/inject/faults.ts";
import { injectSource, type InjectedDocument } from "../renderer/inject/inject.ts";
import { placeIn } from "../renderer/inject/place.ts";
import {
  objectsIn,
  splitSource,
  type ReadDocument,
  type Source,
  type SplitSource,
} from "../renderer/inject/sources.ts";
import { stripSource } from "../renderer/inject/strip.ts";
import type { Baseline } from "../report/baseline.ts";
import { chartTemplate } from "../report/chart-template.ts";
import { recordFinding, type FindingRecord } from "../report/finding-record.ts";
import { jsonReport } from "../report/json-report.ts";
import { summarizePod, type PodSummary } from "../report/pod-summary.ts";
import { isUnremarkable } from "../report/unremarkable.ts";
import { wantsColour } from "./colour.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { readContext } from "./context.ts";
import { failOnOption, readFailOn, type FailOn } from "./fail-on.ts";
import { faultOutcome } from "./faults.ts";
import { findInput } from "./inject-input.ts";
import { describeRun } from "./inject-messages.ts";
import { joinStreams, patchLine, printJsonLines, printPatches, type PatchLine } from "./inject-output.ts";
import { readText, sourceName } from "./input.ts";
import { readNamespace } from "./namespace.ts";
import { startProgress } from "./progress.ts";
import { baselineOption, readBaselineOption } from "./reporting/baseline-option.ts";
import { judgeRun, runFails } from "./reporting/judge-run.ts";
import { replaceFiles, writeWholeFile, type Replacement } from "./replace-files.ts";
import { loadRules, ruleOptions, type LoadedRules } from "./rules.ts";

/** `podgraft inject`: manifests in, the same bytes plus the injected lines out. */
export const injectCommand: Command = {
  name: "inject",
  summary: "Add the cloud identity to the Pods of YAML or JSON manifests, keeping every other byte",
  operands: "[OPTIONS] [FILE|DIR|-]...",
  description:
    "Reads manifests (standard input by default), decides every Pod and Pod template in them, and writes them with the injected lines\n" +
    "added. Folders are searched for .yaml, .yml and .json; hidden ones and a chart's templates/ are left out. Nothing is written when\n" +
    "anything fails. A summary goes to standard error.",
  options: [
    ...ruleOptions,
    {
      name: "in-place",
      short: "i",
      description: "Change the files themselves: all of them, or none if anything fails",
    },
    {
      name: "output",
      short: "o",
      value: "yaml|patch|json",
      description: "Write manifests (default), JSON patches by object, or objects as JSON",
    },
    { name: "strip", description: "Take injections out again" },
    { name: "refresh", description: "Take earlier injections out and inject anew, as after a change of role" },
    { name: "report", value: "FILE", description: "Write what was decided and found as JSON" },
    baselineOption,
    failOnOption,
    { name: "quiet", short: "q", description: "No summary and no information, only warnings and errors" },
    { name: "verbose", short: "v", description: "Also one line for each Pod" },
  ],
  examples: [
    { title: "In a pipe", command: "helm template orders ./chart | podgraft inject --namespace shop > rendered.yaml" },
    { title: "Manifests in Git, changed where they stand", command: "podgraft inject --in-place manifests/" },
    {
      title: "ServiceAccounts that are kept elsewhere",
      command: "kustomize build . | podgraft inject --context cluster/serviceaccounts.yaml",
    },
  ],
  run: (call) => Promise.resolve(runInject(call)),
};

type Mode = "inject" | "strip" | "refresh";
type Output = "yaml" | "patch" | "json";

/** How a run changes its sources. */
type Work = {
  readonly output: Output;
  readonly mode: Mode;
  readonly rules: Rules;
  readonly known: KnownObjects;
  readonly takeFault: TakeFault;
};

function runInject(call: Call): Outcome {
  const settings = readSettings(call);
  const faults: PodgraftError[] = [];
  const takeFault: TakeFault = (fault) => void faults.push(fault);
  const { files, skipped } = findInput(call.operands.length > 0 ? call.operands : ["-"], takeFault);
  if (switchOption(call, "in-place") && files.includes("-")) {
    throw new PodgraftError("usage.invalid", "--in-place needs files; standard input has no place to go back to");
  }
  const sources = readSources(files, settings.loaded.rules, takeFault);
  return injectSources(call, settings, { sources, surroundings: [], skipped, faults });
}

/**
 * What `inject` does, on a text that another program gave: `call` has those of the command's options that apply, `surroundings` are texts
 * that are read for their ServiceAccounts and Namespaces only. Throws as the command does.
 */
export function injectText(call: Call, source: Source, surroundings: readonly Source[] = []): Outcome {
  const settings = readSettings(call);
  const { rules } = settings.loaded;
  return injectSources(call, settings, {
    sources: [splitSource(source, podKinds(rules.table))],
    surroundings: surroundings.map((text) => splitSource(text, new Set())),
    skipped: [],
    faults: [],
  });
}

/** What the options say. */
type Settings = {
  readonly output: Output;
  readonly mode: Mode;
  readonly failOn: FailOn;
  readonly verbosity: "quiet" | "normal" | "verbose";
  readonly loaded: LoadedRules;
  readonly baseline: Baseline | null;
};

/** Reads options and configuration; `config` is the configuration where it came with the input. Throws PodgraftError `usage.*`, `config.*`. */
export function readSettings(call: Call, config?: JsonObject): Settings {
  return {
    output: readOutput(call),
    mode: readMode(call),
    failOn: readFailOn(call),
    verbosity: readVerbosity(call),
    loaded: loadRules(call, config),
    baseline: readBaselineOption(call),
  };
}

type Input = {
  readonly sources: readonly SplitSource[];
  /** Read for what Pods refer to, never written. */
  readonly surroundings: readonly SplitSource[];
  readonly skipped: readonly string[];
  /** What could not be read so far. */
  readonly faults: PodgraftError[];
};

function injectSources(call: Call, settings: Settings, { sources, surroundings, skipped, faults }: Input): Outcome {
  const { output, mode, failOn, verbosity, baseline } = settings;
  const { rules, contextFiles } = settings.loaded;
  const takeFault: TakeFault = (fault) => void faults.push(fault);
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const objects = [...context, ...objectsIn([...surroundings, ...sources], rules.table, takeFault)];
  const known = collectKnownObjects(objects, readNamespace(call));
  const changed = sources.map((source) => changeSource(source, { mode, output, rules, known, takeFault }));
  const stdout = switchOption(call, "in-place") ? [] : printed(changed, output, takeFault);
  const [firstFault, ...otherFaults] = faults;
  if (firstFault !== undefined) return faultOutcome([firstFault, ...otherFaults]);
  const pods = changed.flatMap(podsOf);
  const judged = judgeRun(changed.flatMap(recordsOf), pods, rules.config, baseline);
  const stderr = describeRun({
    verbosity,
    colour: wantsColour({ isTTY: process.stderr.isTTY, env: process.env }),
    skipped,
    judged,
    pods,
    strippedPods: mode === "strip" ? changed.reduce((sum, { stripped }) => sum + stripped, 0) : null,
    changed: changed.filter((source) => source.changed).length,
    inputs: changed.length,
  });
  writeReport(call, rules, pods, judged.all);
  if (runFails(judged, failOn)) return { status: 1, stderr };
  if (switchOption(call, "in-place")) replaceFiles(changed.flatMap(replacement));
  return { status: 0, stdout, stderr };
}

function readOutput(call: Call): Output {
  const output = textOption(call, "output") ?? "yaml";
  if (output !== "yaml" && output !== "patch" && output !== "json") {
    throw new PodgraftError("usage.invalid", `--output ${JSON.stringify(output)}: expected yaml, patch or json`);
  }
  if (output !== "yaml" && switchOption(call, "in-place")) {
    throw new PodgraftError("usage.invalid", `--output ${output} and --in-place exclude each other`);
  }
  return output;
}

function readMode(call: Call): Mode {
  const strip = switchOption(call, "strip");
  const refresh = switchOption(call, "refresh");
  if (strip && refresh) throw new PodgraftError("usage.invalid", "--strip and --refresh exclude each other");
  if (strip) return "strip";
  return refresh ? "refresh" : "inject";
}

function readVerbosity(call: Call): "quiet" | "normal" | "verbose" {
  const quiet = switchOption(call, "quiet");
  const verbose = switchOption(call, "verbose");
  if (quiet && verbose) throw new PodgraftError("usage.invalid", "--quiet and --verbose exclude each other");
  if (quiet) return "quiet";
  return verbose ? "verbose" : "normal";
}

function readSources(files: readonly string[], rules: Rules, takeFault: TakeFault): SplitSource[] {
  const kinds = podKinds(rules.table);
  const progress = startProgress(files.length);
  const sources = files.flatMap((file) => {
    progress.next(file);
    const text = attempt(() => readText(file), takeFault);
    return text === undefined ? [] : [splitSource({ name: sourceName(file), text }, kinds)];
  });
  progress.end();
  return sources;
}

/** What is kept of a document after it has been written: words, no objects. */
type Kept = {
  readonly pods: readonly PodSummary[];
  readonly records: readonly FindingRecord[];
  readonly patch: PatchLine;
};

/** A source with its new text; in strip mode nothing is decided. */
type Changed = {
  readonly name: string;
  readonly parts: readonly string[];
  readonly changed: boolean;
  /** How many Pods had an earlier injection taken out. */
  readonly stripped: number;
  /** Patches that come before those of `kept`. */
  readonly removals: readonly PatchLine[];
  readonly kept: readonly Kept[];
};

function changeSource(source: SplitSource, { mode, output, rules, known, takeFault }: Work): Changed {
  const keep = (document: InjectedDocument): Kept => {
    const kept = summarize(document, rules);
    // Patches may outweigh the manifests they are for.
    return output === "patch" ? kept : { ...kept, patch: patchLine(document.read, []) };
  };
  if (mode === "inject") {
    const { name, parts, changed, kept } = injectSource(source, rules, known, keep, takeFault);
    return { name, parts, changed, kept, stripped: 0, removals: [] };
  }
  const { name, text: original } = source.source;
  const stripped = stripSource(source, rules, known, ({ read, patch }) => patchLine(read, patch), takeFault);
  const removed = { name, stripped: stripped.pods, removals: stripped.kept };
  const { text } = stripped;
  if (mode === "strip") return { ...removed, parts: [text], changed: text !== original, kept: [] };
  const again = text === original ? source : splitSource({ name, text }, podKinds(rules.table));
  const { parts, text: fresh, kept } = injectSource(again, rules, known, keep, takeFault);
  return { ...removed, parts, changed: fresh !== original, kept };
}

/** What is kept of a document for messages and reports. */
export function summarize({ read, decided }: InjectedDocument, rules: Rules): Kept {
  const source = chartTemplate(read.document.text, read.value);
  const ofDocument = decided.findings.map((finding) =>
    recordFinding(finding, null, placeIn(read, finding.path), { source }),
  );
  return {
    pods: decided.pods.map(summarizePod),
    records: [...ofDocument, ...decided.pods.flatMap((pod) => recordsOfPod(pod, read, source, rules))],
    patch: patchLine(read, decided.patch),
  };
}

function recordsOfPod(pod: DecidedPod, read: ReadDocument, source: string | null, rules: Rules): FindingRecord[] {
  return pod.findings.map((finding) =>
    recordFinding(finding, objectOf(pod), placeIn(read, finding.path), {
      source,
      serviceAccount: pod.subject.serviceAccount.name,
      isUnremarkable: isUnremarkable(finding.code, pod, rules.chain.settings),
    }),
  );
}

function podsOf({ kept }: Changed): PodSummary[] {
  return kept.flatMap(({ pods }) => pods);
}

function recordsOf({ kept }: Changed): FindingRecord[] {
  return kept.flatMap(({ records }) => records);
}

function objectOf({ located, subject }: DecidedPod): DecidedPod["located"]["object"] {
  return { ...located.object, namespace: subject.namespace.name };
}

function replacement({ name, parts, changed }: Changed): Replacement[] {
  return changed ? [{ file: name, text: parts.join("") }] : [];
}

function printed(sources: readonly Changed[], output: Output, takeFault: TakeFault): string[] {
  if (output === "yaml") return joinStreams(sources.map(({ parts }) => parts));
  if (output === "json") return sources.flatMap(({ name, parts }) => printJsonLines(name, parts.join(""), takeFault));
  return sources.flatMap(({ removals, kept }) => printPatches([...removals, ...kept.map(({ patch }) => patch)]));
}

/** Writes the report that `--report` asks for. */
export function writeReport(
  call: Call,
  rules: Rules,
  pods: readonly PodSummary[],
  records: readonly FindingRecord[],
): void {
  const file = textOption(call, "report");
  if (file !== undefined) writeWholeFile(file, jsonReport({ rules, pods, records }));
}
