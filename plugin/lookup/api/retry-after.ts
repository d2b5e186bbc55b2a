import type { IncomingMessage } from "node:http";

/** The header Retry-After in milliseconds, at most a minute; 0 where it is absent or a date. */
export function retryAfterOf(incoming: Pick<IncomingMessage, "headers">): number {
  const seconds = Number(incoming.headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 60) * 1000 : 0;
}
