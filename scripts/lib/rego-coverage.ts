import { entriesOf, memberOf } from "./json-file.ts";

/** The rule files in the report of `opa test --coverage --format json` that are not fully covered, each with its uncovered lines. */
export function incompleteRules(report: unknown): string[] {
  return entriesOf(memberOf(report, "files"))
    .filter(([path]) => !path.endsWith("_test.rego"))
    .map(([path, file]) => ({
      path,
      ranges: uncoveredRanges(file),
    }))
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ path, ranges }) => `${path}: not covered: ${ranges.join(", ")}`);
}

/** The rule files among `paths` that the report does not name: no test touched them. */
export function unnamedRules(report: unknown, paths: readonly string[]): string[] {
  const named = new Set(entriesOf(memberOf(report, "files")).map(([path]) => path));
  return paths.filter((path) => !named.has(path)).map((path) => `${path}: no test reads this file`);
}

/** Expressions that stand in the same lines are reported once. */
function uncoveredRanges(file: unknown): string[] {
  return [...new Set(entriesOf(memberOf(file, "not_covered")).map(([, range]) => describeRange(range)))];
}

function describeRange(range: unknown): string {
  const first = rowOf(memberOf(range, "start"));
  const last = rowOf(memberOf(range, "end"));
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

function rowOf(position: unknown): string {
  const row = memberOf(position, "row");
  return typeof row === "number" ? String(row) : "?";
}
