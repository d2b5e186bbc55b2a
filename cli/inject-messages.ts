import { findings } from "../engine/codes/codes.ts";
import { describeJudged } from "../report/describe-finding.ts";
import type { FindingRecord } from "../report/finding-record.ts";
import { counts, describeStanding, type JudgedFinding, type Standing } from "../report/judge.ts";
import type { PodSummary } from "../report/pod-summary.ts";
import { printable } from "../report/printable.ts";
import { describeUnremarkable } from "../report/unremarkable.ts";
import { describeTally, tallyPods } from "../report/tally.ts";
import { paintSeverity } from "./colour.ts";
import type { JudgedRun } from "./reporting/judge-run.ts";

/** What a run has to tell on standard error. */
export type Told = {
  readonly verbosity: "quiet" | "normal" | "verbose";
  readonly colour: boolean;
  /** Folders that were left out. */
  readonly skipped: readonly string[];
  /** Findings that are not known, and refusals. */
  readonly judged: Pick<JudgedRun, "told" | "denials">;
  readonly pods: readonly PodSummary[];
  /** The summary is another one where nothing was decided. */
  readonly strippedPods: number | null;
  readonly changed: number;
  readonly inputs: number;
};

/** The messages of a run, one a line: findings, Pods if asked for, denials, summary. Nothing in them steers a terminal. */
export function describeRun(told: Told): string {
  const { verbosity, skipped, judged, pods } = told;
  const quiet = verbosity === "quiet";
  const heard = judged.told.filter((finding) => !quiet || (finding.severity !== "info" && counts(finding)));
  const isTogether = (finding: JudgedFinding): boolean => finding.isUnremarkable && counts(finding);
  const lines = [
    ...(quiet ? [] : skipped.map(skippedLine)),
    ...heard.filter((finding) => !isTogether(finding)).map(describeJudged),
    ...unremarkableLine(heard.filter(isTogether)),
    ...(verbosity === "verbose" ? pods.map(podLine) : []),
    ...Array.from(judged.denials, denialLine),
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

function denialLine([pod, standing]: readonly [PodSummary, Standing]): string {
  const remark = describeStanding(standing);
  const { provider = "", message = "" } = pod.denial ?? {};
  const word = standing.kind === "excepted" ? "excepted" : "denied";
  return `${word}: ${podName(pod)} (${provider}): ${message}${remark === "" ? "" : ` (${remark})`}`;
}
