import { findings } from "../engine/codes/codes.ts";
import { describeRecord } from "../report/describe-finding.ts";
import type { FindingRecord } from "../report/finding-record.ts";
import type { PodSummary } from "../report/pod-summary.ts";
import { printable } from "../report/printable.ts";
import { describeUnremarkable } from "../report/unremarkable.ts";
import { describeTally, tallyPods } from "../report/tally.ts";
import { paintSeverity } from "./colour.ts";

/** What a run has to tell on standard error. */
export type Told = {
  readonly verbosity: "quiet" | "normal" | "verbose";
  readonly colour: boolean;
  /** Folders that were left out. */
  readonly skipped: readonly string[];
  readonly records: readonly FindingRecord[];
  /** Those of the records that are told together: an unknown ServiceAccount of a Pod that shows no sign of wanting an identity. */
  readonly unremarkable: ReadonlySet<FindingRecord>;
  readonly pods: readonly PodSummary[];
  /** The summary is another one where nothing was decided. */
  readonly strippedPods: number | null;
  readonly changed: number;
  readonly inputs: number;
};

/** The messages of a run, one a line: findings, Pods if asked for, denials, summary. Nothing in them steers a terminal. */
export function describeRun(told: Told): string {
  const { verbosity, skipped, records, unremarkable, pods } = told;
  const quiet = verbosity === "quiet";
  const heard = records.filter(({ severity }) => !quiet || severity !== "info");
  const lines = [
    ...(quiet ? [] : skipped.map(skippedLine)),
    ...heard.filter((record) => !unremarkable.has(record)).map(describeRecord),
    ...unremarkableLine(heard.filter((record) => unremarkable.has(record))),
    ...(verbosity === "verbose" ? pods.map(podLine) : []),
    ...pods.flatMap(denialLine),
    ...(quiet ? [] : [summary(told)]),
  ].map(printable);
  return lines.map((line) => `${told.colour ? paintSeverity(line) : line}\n`).join("");
}

function skippedLine(folder: string): string {
  return `info: ${folder}: chart templates are not YAML before Helm has rendered them; skipped`;
}

/** Most Pods run as `default` and want nothing: one line for all of them. */
function unremarkableLine(records: readonly FindingRecord[]): string[] {
  const [first] = records;
  if (first === undefined) return [];
  return [
    `${first.severity}: ${describeUnremarkable(records.length)} (${first.code}). ${findings["context.service_account_unknown"].fix}`,
  ];
}

function summary({ strippedPods, changed, inputs, pods }: Told): string {
  const changes = `${changed} of ${inputs} ${inputs === 1 ? "input" : "inputs"} changed`;
  if (strippedPods === null) return `podgraft: ${describeTally(tallyPods(pods))}; ${changes}`;
  return `podgraft: injections taken out of ${strippedPods} ${strippedPods === 1 ? "Pod" : "Pods"}; ${changes}`;
}

function podName({ object: { kind, name, namespace } }: PodSummary): string {
  const shown = name === "" ? "(no name)" : name;
  return `${kind} ${namespace === null ? shown : `${namespace}/${shown}`}`;
}

function podLine(pod: PodSummary): string {
  const decisions = pod.decisions.map(({ provider, outcome, reason }) => `${provider} ${outcome} (${reason.code})`);
  return `${podName(pod)}: ${pod.outcome}${decisions.length === 0 ? "" : `: ${decisions.join(", ")}`}`;
}

function denialLine(pod: PodSummary): string[] {
  return pod.denial === null ? [] : [`denied: ${podName(pod)} (${pod.denial.provider}): ${pod.denial.message}`];
}
