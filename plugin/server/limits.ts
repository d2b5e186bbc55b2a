/** What a request may cost. */
export type Limits = {
  /** Bytes of a body. */
  readonly maxBody: number;
  /** Reviews at the same time; further ones are refused at once, so that the API server need not wait for nothing. */
  readonly maxConcurrent: number;
  /** Milliseconds from the request to the answer; the `?timeout=` of the request counts where it is shorter. */
  readonly deadlineMs: number;
};

/** What is left of a webhook's timeout for the way back. */
const wayBackMs = 200;

/** Milliseconds that a request has: the limit's, or less where the caller waits less (`?timeout=5s`, as API servers append it). */
export function deadlineOf(query: string, { deadlineMs }: Pick<Limits, "deadlineMs">): number {
  const timeout = /(?:^|&)timeout=([0-9.]+)(ms|s)(?:&|$)/.exec(query);
  if (timeout === null) return deadlineMs;
  const ms = Number(timeout[1]) * (timeout[2] === "s" ? 1000 : 1);
  return ms > 0 ? Math.min(deadlineMs, Math.max(ms - wayBackMs, ms / 2)) : deadlineMs;
}
