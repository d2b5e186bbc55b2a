/** Growing pauses between attempts: the next one in milliseconds, and a way back to the first. */
export type Backoff = { readonly next: () => number; readonly reset: () => void };

/** Pauses that double from `firstMs` to `longestMs`, each cut by up to half at random, so that replicas do not come back all at once. */
export function createBackoff(firstMs: number, longestMs: number, random: () => number = Math.random): Backoff {
  let pause = firstMs;
  return {
    next() {
      const full = pause;
      pause = Math.min(pause * 2, longestMs);
      return full * (1 - random() / 2);
    },
    reset() {
      pause = firstMs;
    },
  };
}
