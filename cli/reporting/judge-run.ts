import type { Config } from "../../engine/config/config.ts";
import type { Baseline } from "../../report/baseline.ts";
import type { FindingRecord } from "../../report/finding-record.ts";
import { counts, createJudge, judgeDenial, type JudgedFinding, type Standing } from "../../report/judge.ts";
import type { PodSummary } from "../../report/pod-summary.ts";
import { failsOn, type FailOn } from "../fail-on.ts";
import { today } from "./today.ts";

/** What a run found, judged by the configuration's exceptions and the baseline. */
export type JudgedRun = {
  /** All findings, for the report. */
  readonly all: readonly JudgedFinding[];
  /** Those to be told: what the baseline has is not told again. */
  readonly told: readonly JudgedFinding[];
  /** By Pod that is refused: whether that counts. */
  readonly denials: ReadonlyMap<PodSummary, Standing>;
};

/** Judges the findings and refusals of a run; a baseline of null has none. */
export function judgeRun(
  records: readonly FindingRecord[],
  pods: readonly PodSummary[],
  { exceptions }: Pick<Config, "exceptions">,
  baseline: Baseline | null,
): JudgedRun {
  const excuses = { exceptions, today: today(), baseline };
  const all = records.map(createJudge(excuses));
  const denied = pods.filter(({ denial }) => denial !== null);
  return {
    all,
    told: all.filter(({ standing }) => standing.kind !== "known"),
    denials: new Map(denied.map((pod) => [pod, judgeDenial(pod, excuses)])),
  };
}

/** Whether a run ends with status 1: on a refusal that counts, and on findings by `--fail-on`. */
export function runFails({ all, denials }: JudgedRun, failOn: FailOn): boolean {
  return [...denials.values()].some(({ kind }) => kind === "counts") || failsOn(failOn, all.filter(counts));
}
