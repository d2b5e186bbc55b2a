import { setTimeout as pause } from "node:timers/promises";

/** Waits until `holds` says yes; fails with what was waited for after half a minute. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(5);
  }
}
