import type { DecidedPod } from "../../engine/document/decide-document.ts";
import type { AdmissionOutcome, AdmissionRecord, Endpoint, Mode } from "../admission-record.ts";
import type { Looked } from "../cluster.ts";
import type { Verdict } from "./answer.ts";
import { cut } from "./cut.ts";
import { nameOf, type Review } from "./review.ts";

/** What is taken from a decided Pod. */
export type Decided = Pick<DecidedPod, "result">;

/** What is noted of a review on its way. */
export type Notes = {
  mode: Mode | null;
  decided: readonly Decided[];
  findings: readonly string[];
  failure: string | null;
  readonly lookups: AdmissionRecord["lookups"][number][];
};

/** Nothing noted yet. */
export function emptyNotes(): Notes {
  return { mode: null, decided: [], findings: [], failure: null, lookups: [] };
}

/** Notes where the answer to a look-up came from, or why there was none. */
export function noteLookup(notes: Notes, object: AdmissionRecord["lookups"][number]["object"], looked: Looked): void {
  notes.lookups.push({ object, result: looked.kind === "failed" ? looked.failure : looked.source });
}

/** Kubernetes' limit; an object under review is not validated yet. */
const longestName = 253;

/** The record of a review. */
export function recordOf(
  endpoint: Endpoint,
  review: Review,
  notes: Notes,
  outcome: AdmissionOutcome,
  { denial }: Verdict,
): AdmissionRecord {
  return {
    endpoint,
    uid: review.uid,
    operation: review.operation,
    kind: review.subResource === "" ? review.kind : `${review.kind}/${review.subResource}`,
    namespace: review.namespace,
    name: cut(nameOf(review), longestName),
    dryRun: review.dryRun,
    mode: notes.mode,
    outcome,
    allowed: denial === null,
    decisions: notes.decided.flatMap(({ result }) =>
      result.decisions.map(({ provider, decision }) => ({
        provider,
        outcome: decision.outcome,
        reason: decision.reason.code,
      })),
    ),
    findings: notes.findings,
    lookups: notes.lookups,
    failure: notes.failure,
  };
}
