import { collectKnownObjects, type KnownObjects } from "../engine/context/known-objects.ts";
import type { DecidedPod, Rules } from "../engine/document/decide-document.ts";
import { PodgraftError } from "../engine/errors.ts";
import { member } from "../engine/json.ts";
import { podKinds } from "../engine/locate/table.ts";
import { injectSource, type InjectedDocument } from "../renderer/inject/inject.ts";
import { placeIn } from "../renderer/inject/place.ts";
import { objectsIn, splitSource, type SplitSource } from "../renderer/inject/sources.ts";
import { stripSource } from "../renderer/inject/strip.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { readBaseline, withoutKnown } from "../report/baseline.ts";
import { describeRecord } from "../report/describe-finding.ts";
import { printable } from "../report/printable.ts";
import { recordFinding, type FindingRecord } from "../report/finding-record.ts";
import { describeTally, tallyPods } from "../report/tally.ts";
import { jsonReport } from "../report/json-report.ts";
import { summarizePod, type PodSummary } from "../report/pod-summary.ts";
import { switchOption, textOption, textOptions, type Call, type Command, type Outcome } from "./command.ts";
import { readContext } from "./context.ts";
import { failOnOption, failsOn, readFailOn } from "./fail-on.ts";
import { findInput } from "./inject-input.ts";
import { readText, sourceName } from "./input.ts";
import { readJsonDocuments } from "./json-input.ts";
import { replaceFiles, writeWholeFile, type Replacement } from "./replace-files.ts";
import { readNamespace } from "./namespace.ts";
import { loadRules, ruleOptions } from "./rules.ts";
import { startProgress } from "./progress.ts";

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
    { name: "baseline", value: "FILE", description: "A report of before: findings that it has are not counted" },
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

function runInject(call: Call): Outcome {
  const output = readOutput(call);
  const mode = readMode(call);
  const failOn = readFailOn(call);
  const { rules, contextFiles } = loadRules(call);
  const input = findInput(call.operands.length > 0 ? call.operands : ["-"]);
  if (switchOption(call, "in-place") && input.files.includes("-")) {
    throw new PodgraftError("usage.invalid", "--in-place needs files; standard input has no place to go back to");
  }
  const sources = readSources(input.files, rules);
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const known = collectKnownObjects([...context, ...objectsIn(sources, rules.table)], readNamespace(call));
  const injected = sources.map((source) => changeSource(source, mode, output, rules, known));
  const records = withoutKnown(injected.flatMap(recordsOf), baselineOf(call));
  const pods = injected.flatMap(podsOf);
  const failed = pods.some(({ denial }) => denial !== null) || failsOn(failOn, records);
  writeReport(call, rules, injected, records);
  const stderr = messages(call, mode, input.skipped, injected, records);
  if (failed) return { status: 1, stderr };
  if (!switchOption(call, "in-place")) return { status: 0, stdout: printed(injected, output), stderr };
  replaceFiles(injected.flatMap(replacement));
  return { status: 0, stderr };
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

function readSources(files: readonly string[], rules: Rules): SplitSource[] {
  const kinds = podKinds(rules.table);
  const progress = startProgress(files.length);
  const sources = files.map((file) => {
    progress.next(file);
    return splitSource({ name: sourceName(file), text: readText(file) }, kinds);
  });
  progress.end();
  return sources;
}

/** What is kept of a document after it has been written: words, no objects. */
type Kept = {
  readonly pods: readonly PodSummary[];
  readonly records: readonly FindingRecord[];
  /** The line of `--output patch` or `--output json`. */
  readonly line: string;
};

/** A source with its new text; in strip mode nothing is decided. */
type Changed = {
  readonly name: string;
  readonly parts: readonly string[];
  readonly changed: boolean;
  readonly kept: readonly Kept[];
};

function changeSource(source: SplitSource, mode: Mode, output: Output, rules: Rules, known: KnownObjects): Changed {
  const keep = (document: InjectedDocument): Kept => summarize(document, output);
  if (mode === "inject") return injectSource(source, rules, known, keep);
  const original = source.source.text;
  const { name, text } = stripSource(source, rules.chain, rules.table);
  if (mode === "strip") return { name, parts: [text], changed: text !== original, kept: [] };
  const injected = injectSource(splitSource({ name, text }, podKinds(rules.table)), rules, known, keep);
  return { name, parts: injected.parts, changed: injected.text !== original, kept: injected.kept };
}

function summarize(document: InjectedDocument, output: Output): Kept {
  const { read, decided } = document;
  return {
    pods: decided.pods.map(summarizePod),
    records: [
      ...decided.findings.map((finding) => recordFinding(finding, null, placeIn(read, finding.path))),
      ...decided.pods.flatMap((pod) =>
        pod.findings.map((finding) => recordFinding(finding, objectOf(pod), placeIn(read, finding.path))),
      ),
    ],
    line: output === "yaml" ? "" : output === "json" ? jsonLine(document) : patchLine(document),
  };
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

function baselineOf(call: Call): ReadonlyMap<string, number> {
  const file = textOption(call, "baseline");
  if (file === undefined) return new Map();
  const [document] = readJsonDocuments(readText(file), file);
  return readBaseline(document?.value ?? null, file);
}

function replacement({ name, parts, changed }: Changed): Replacement[] {
  return changed ? [{ file: name, text: parts.join("") }] : [];
}

function printed(sources: readonly Changed[], output: Output): readonly string[] {
  if (output === "yaml") return joinStreams(sources.map(({ parts }) => parts));
  return sources.flatMap(({ kept }) => kept.map(({ line }) => line));
}

/** Streams one after another: each keeps its bytes, a marker is put between two where the second has none. */
function joinStreams(streams: readonly (readonly string[])[]): string[] {
  const joined: string[] = [];
  for (const parts of streams) {
    const filled = parts.filter((part) => part !== "");
    const last = joined.at(-1);
    if (last !== undefined && filled[0] !== undefined) {
      if (!last.endsWith("\n")) joined.push("\n");
      if (!/^(?:\uFEFF)?---(?:\s|$)/.test(filled[0])) joined.push("---\n");
    }
    for (const part of filled) joined.push(part);
  }
  return joined;
}

function patchLine({ read, decided }: InjectedDocument): string {
  if (decided.patch.length === 0) return "";
  const metadata = member(read.value, "metadata");
  const line = {
    file: read.source,
    document: read.document.number,
    apiVersion: member(read.value, "apiVersion"),
    kind: member(read.value, "kind"),
    name: member(metadata, "name") ?? null,
    namespace: member(metadata, "namespace") ?? null,
    patch: decided.patch,
  };
  return `${JSON.stringify(line)}\n`;
}

function jsonLine({ text, read }: InjectedDocument): string {
  return `${JSON.stringify(readYaml(text, { file: read.source, document: read.document.number }).value)}\n`;
}

function writeReport(call: Call, rules: Rules, sources: readonly Changed[], records: readonly FindingRecord[]): void {
  const file = textOption(call, "report");
  if (file === undefined) return;
  writeWholeFile(file, jsonReport({ rules, pods: sources.flatMap(podsOf), records }));
}

function messages(
  call: Call,
  mode: Mode,
  skipped: readonly string[],
  sources: readonly Changed[],
  records: readonly FindingRecord[],
): string {
  const quiet = switchOption(call, "quiet");
  const pods = sources.flatMap(podsOf);
  const lines = [
    ...(quiet
      ? []
      : skipped.map(
          (folder) => `info: ${folder}: chart templates are not YAML before Helm has rendered them; skipped`,
        )),
    ...records.filter(({ severity }) => !quiet || severity !== "info").map(describeRecord),
    ...(switchOption(call, "verbose") ? pods.map(podLine) : []),
    ...pods.flatMap(denialLine),
    ...(quiet ? [] : [summary(mode, sources, pods)]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

function summary(mode: Mode, sources: readonly Changed[], pods: readonly PodSummary[]): string {
  const files = sources.filter(({ changed }) => changed).length;
  const changes = `${files} of ${sources.length} ${sources.length === 1 ? "input" : "inputs"} changed`;
  return mode === "strip"
    ? `podgraft: injections taken out, ${changes}`
    : `podgraft: ${describeTally(tallyPods(pods))}; ${changes}`;
}

function podName({ object: { kind, name, namespace } }: PodSummary): string {
  const shown = name === "" ? "(no name)" : name;
  return `${kind} ${namespace === null ? shown : `${namespace}/${shown}`}`;
}

function podLine(pod: PodSummary): string {
  const decisions = pod.decisions.map(({ provider, outcome, reason }) => `${provider} ${outcome} (${reason.code})`);
  return `${podName(pod)}: ${pod.outcome}: ${decisions.join(", ")}`;
}

function denialLine(pod: PodSummary): string[] {
  return pod.denial === null ? [] : [`denied: ${podName(pod)} (${pod.denial.provider}): ${pod.denial.message}`];
}
