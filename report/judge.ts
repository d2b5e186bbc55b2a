import type { Exception } from "../engine/config/config.ts";
import { matchException, type MatchedException } from "../engine/config/exceptions.ts";
import type { Baseline } from "./baseline.ts";
import { findingKey, type FindingRecord } from "./finding-record.ts";
import type { PodSummary } from "./pod-summary.ts";

/** An exception of the configuration, `exceptions[index]`; `until` is its last day (YYYY-MM-DD), null where it holds for good. */
export type ExceptionNote = { readonly index: number; readonly reason: string; readonly until: string | null };

/** Whether a finding counts: `expired` is an exception that would have excused it before its last day, `known` is what the baseline has. */
export type Standing =
  | { readonly kind: "counts"; readonly expired: ExceptionNote | null }
  | { readonly kind: "excepted"; readonly exception: ExceptionNote }
  | { readonly kind: "known" };

/** A finding, and whether it counts. */
export type JudgedFinding = FindingRecord & { readonly standing: Standing };

/** What excuses findings; `today` is a date YYYY-MM-DD, the baseline null where none was given. */
export type Excuses = {
  readonly exceptions: readonly Exception[];
  readonly today: string;
  readonly baseline: Baseline | null;
};

/**
 * Judges findings one after the other: one that an exception in force matches is excepted, one that the baseline has is known (of several
 * equal ones the first, as many as the baseline has), the others count.
 */
export function createJudge({ exceptions, today, baseline }: Excuses): (record: FindingRecord) => JudgedFinding {
  const left = new Map(baseline ?? []);
  return (record) => {
    const matched = exceptionFor(record, exceptions, today);
    if (matched !== undefined && !matched.expired) {
      return { ...record, standing: { kind: "excepted", exception: noteOf(matched) } };
    }
    const key = findingKey(record);
    const known = left.get(key) ?? 0;
    if (known > 0) {
      left.set(key, known - 1);
      return { ...record, standing: { kind: "known" } };
    }
    return { ...record, standing: { kind: "counts", expired: matched === undefined ? null : noteOf(matched) } };
  };
}

/** Whether a refusal counts: exceptions match it by the code of its reason. Baselines do not have refusals. */
export function judgeDenial(
  { object, serviceAccount, decisions }: PodSummary,
  { exceptions, today }: Pick<Excuses, "exceptions" | "today">,
): Standing {
  const code = decisions.at(-1)?.reason.code ?? "";
  const matched = exceptionFor({ code, object, serviceAccount }, exceptions, today);
  if (matched?.expired === false) return { kind: "excepted", exception: noteOf(matched) };
  return { kind: "counts", expired: matched === undefined ? null : noteOf(matched) };
}

/** Whether a finding counts. */
export function counts({ standing }: JudgedFinding): boolean {
  return standing.kind === "counts";
}

/** Why a finding does not count, or which exception has run out; empty where there is nothing to say. */
export function describeStanding(standing: Standing): string {
  switch (standing.kind) {
    case "known":
      return "known from the baseline";
    case "excepted":
      return `excepted${untilText(standing.exception)} by exceptions[${standing.exception.index}]: ${standing.exception.reason}`;
    case "counts":
      if (standing.expired === null) return "";
      return `exceptions[${standing.expired.index}] expired on ${standing.expired.until ?? ""}: ${standing.expired.reason}`;
  }
}

function untilText({ until }: ExceptionNote): string {
  return until === null ? "" : ` until ${until}`;
}

function exceptionFor(
  { code, object, serviceAccount }: Pick<FindingRecord, "code" | "object" | "serviceAccount">,
  exceptions: readonly Exception[],
  today: string,
): MatchedException | undefined {
  const { kind, namespace, name } = object;
  return matchException(exceptions, { code, kind, namespace, name, serviceAccount: serviceAccount ?? "" }, today);
}

function noteOf({ index, exception: { reason, until } }: MatchedException): ExceptionNote {
  return { index, reason, until: until ?? null };
}
