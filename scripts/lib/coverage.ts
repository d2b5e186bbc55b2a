import { entriesOf, memberOf } from "./json-file.ts";

/** What one source file lacks, as `line 12`, `branch at line 30`, `function parse at line 4`; empty when it is fully covered. */
export type Gaps = readonly string[];

/**
 * The gaps of one file in Istanbul's JSON report: each entry of `s` (statements; lines with V8), `f` (functions) and `b` (branches)
 * that was counted 0 times.
 */
export function gapsOf(fileReport: unknown): Gaps {
  const statements = uncounted(memberOf(fileReport, "s")).map((id) => {
    return `line ${lineOf(memberOf(memberOf(fileReport, "statementMap"), id))}`;
  });
  const functions = uncounted(memberOf(fileReport, "f")).map((id) => {
    const entry = memberOf(memberOf(fileReport, "fnMap"), id);
    const name = memberOf(entry, "name");
    return `function ${typeof name === "string" ? name : "?"} at line ${lineOf(memberOf(entry, "loc"))}`;
  });
  const branches = uncounted(memberOf(fileReport, "b")).map((id) => {
    return `branch at line ${lineOf(memberOf(memberOf(memberOf(fileReport, "branchMap"), id), "loc"))}`;
  });
  return [...functions, ...branches, ...statements];
}

function uncounted(counts: unknown): string[] {
  return entriesOf(counts)
    .filter(([, count]) => (Array.isArray(count) ? count.includes(0) : count === 0))
    .map(([id]) => id);
}

function lineOf(range: unknown): string {
  const line = memberOf(memberOf(range, "start"), "line");
  return typeof line === "number" ? String(line) : "?";
}
