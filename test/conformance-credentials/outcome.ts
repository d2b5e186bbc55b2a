import type { Notice } from "../../credentials/notice.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { jsonEqual, type Json } from "../../engine/json.ts";

/** What came of a case: what was compared and differs, what ours refused, and what it remarked. */
export type Comparison = {
  readonly faults: string[];
  readonly notices: Notice[];
  readonly refusals: PodgraftError[];
  /** How much was compared. A case of which nothing was compared shows nothing. */
  compared: number;
};

/** A comparison in which nothing has been compared yet. */
export function startComparison(): Comparison {
  return { faults: [], notices: [], refusals: [], compared: 0 };
}

/** Notes whether what ours gives means what was observed. */
export function expectSame(
  comparison: Comparison,
  what: string,
  ours: Json | undefined,
  observed: Json | undefined,
): void {
  comparison.compared += 1;
  if (jsonEqual(ours, observed)) return;
  comparison.faults.push(`${what}: ours ${shortened(ours)}, observed ${shortened(observed)}`);
}

/** Runs a part of a case; a refusal of ours is noted, another error is a fault of ours and ends the run. */
export async function attempt(comparison: Comparison, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof PodgraftError)) throw error;
    comparison.refusals.push(error);
  }
}

function shortened(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
