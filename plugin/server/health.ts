/** What stands between the server and its work, each in a few words; empty when it is ready. */
export type Readiness = () => readonly string[];

/** What a health path says, undefined for a path that is none: alive, or ready and, if not, why. */
export function healthReply(
  path: string,
  notReady: Readiness,
): { readonly status: number; readonly body: string } | undefined {
  if (path === "/healthz" || path === "/livez") return { status: 200, body: "ok\n" };
  if (path !== "/readyz") return undefined;
  const missing = notReady();
  return missing.length === 0
    ? { status: 200, body: "ok\n" }
    : { status: 503, body: `not ready: ${missing.join(", ")}\n` };
}
