import { readFileSync } from "node:fs";
import { member, parseJson } from "../../engine/json.ts";
import type { Outcome } from "../command.ts";
import { writeWholeFile } from "../replace-files.ts";

/**
 * The variable that names a file for the outcome of a post-renderer. Helm 4 drops the standard error of a post-renderer, and both Helms its
 * status, so the wrapper is told here.
 */
export const outcomeVariable = "PODGRAFT_OUTCOME";

/** Leaves status and messages for the wrapper. */
export function writeOutcome(file: string, { status, stderr = "" }: Outcome): void {
  writeWholeFile(file, JSON.stringify({ status, stderr }));
}

/** What the post-renderer left; undefined if it never got as far. */
export function readOutcome(file: string): { readonly status: number; readonly stderr: string } | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  const outcome = parseJson(text);
  const [status, stderr] = [member(outcome, "status"), member(outcome, "stderr")];
  return typeof status === "number" && typeof stderr === "string" ? { status, stderr } : undefined;
}
