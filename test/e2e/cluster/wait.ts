import { setTimeout as pause } from "node:timers/promises";

/** How long a wait may take, in milliseconds, where nothing else is said: generous, as a busy machine is slow but not wrong. */
const usualLimit = 180_000;

/**
 * Asks `probe` again and again until it gives something, and returns that. Past the limit the error names what was waited for,
 * with the last answer of `describe`, if there is one.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined> | T | undefined,
  options: { readonly limit?: number; readonly every?: number; readonly describe?: () => string } = {},
): Promise<T> {
  const { limit = usualLimit, every = 100, describe } = options;
  const end = performance.now() + limit;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (performance.now() > end) {
      throw new Error(`${what}: not within ${limit / 1000} s${describe === undefined ? "" : `; ${describe()}`}`);
    }
    await pause(every);
  }
}

/** The promise's result, or an error that names it when the limit in milliseconds is over first. */
export async function within<T>(what: string, promise: Promise<T>, limit: number = usualLimit): Promise<T> {
  const timer = new AbortController();
  const late = pause(limit, undefined, { signal: timer.signal, ref: true }).then(() => {
    throw new Error(`${what}: not within ${limit / 1000} s`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}
