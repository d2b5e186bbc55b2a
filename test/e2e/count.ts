import { isDeepStrictEqual } from "node:util";

/** Counts what holds and what does not; what does not is printed at once. */
export type Count = {
  /** Something that must hold. `detail` says what is there instead. */
  readonly ok: (title: string, holds: boolean, detail?: () => string) => void;
  readonly equal: (title: string, actual: unknown, expected: unknown) => void;
  /** Text that must match. */
  readonly match: (title: string, actual: string, expected: RegExp) => void;
  /** Something that cannot be looked at here, and why. */
  readonly skip: (title: string, reason: string) => void;
  /** How many held so far, and the lines of those that did not. */
  readonly totals: () => { readonly passed: number; readonly failures: readonly string[] };
};

/** A count that starts at nothing and prints with `print`. */
export function createCount(print: (line: string) => void): Count {
  let passed = 0;
  const failures: string[] = [];
  function ok(title: string, holds: boolean, detail?: () => string): void {
    if (holds) {
      passed += 1;
      return;
    }
    const failure = `FAILED ${title}${detail === undefined ? "" : `: ${detail()}`}`;
    failures.push(failure);
    print(failure);
  }
  return {
    ok,
    equal: (title, actual, expected) =>
      ok(title, isDeepStrictEqual(actual, expected), () => `expected ${shown(expected)}, got ${shown(actual)}`),
    match: (title, actual, expected) =>
      ok(title, expected.test(actual), () => `expected ${String(expected)}, got ${actual}`),
    skip: (title, reason) => print(`skipped: ${title}: ${reason}`),
    totals: () => ({ passed, failures: [...failures] }),
  };
}

function shown(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
