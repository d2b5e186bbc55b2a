import type { Exception } from "./config.ts";
import { matchGlob } from "./glob.ts";

/** What an exception is matched against: a finding or a denial, and the object it is about. */
export type Excepted = {
  readonly code: string;
  /** null where it is not known. */
  readonly namespace: string | null;
  readonly name: string;
  readonly kind: string;
  readonly serviceAccount: string;
};

/** An exception that matches, its index in the configuration, and whether its last day has passed: an expired one excuses nothing. */
export type MatchedException = { readonly index: number; readonly exception: Exception; readonly expired: boolean };

/**
 * The first exception in force for something found; where none is, the first that matches but has expired, so that a report can say so.
 * `today` is a date YYYY-MM-DD; an exception holds through its last day.
 */
export function matchException(
  exceptions: readonly Exception[],
  excepted: Excepted,
  today: string,
): MatchedException | undefined {
  let expired: MatchedException | undefined;
  for (const [index, exception] of exceptions.entries()) {
    if (!covers(exception, excepted)) continue;
    if (exception.until === undefined || exception.until >= today) return { index, exception, expired: false };
    expired ??= { index, exception, expired: true };
  }
  return expired;
}

function covers({ match, code }: Exception, excepted: Excepted): boolean {
  return (
    matchGlob(code, excepted.code) &&
    matchGlob(match.namespace, excepted.namespace) &&
    matchGlob(match.name, excepted.name) &&
    matchGlob(match.kind, excepted.kind) &&
    matchGlob(match.serviceAccount, excepted.serviceAccount)
  );
}
