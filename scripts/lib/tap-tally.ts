/** How a run of tap ended, counted in assertions. `skips` holds each skipped test's name with its reason. */
export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: number;
  readonly skips: readonly string[];
};

/**
 * Counts the assertions of a TAP stream as tap writes it: its closing comment `# { total: 6, pass: 4, skip: 2 }` is the count,
 * `undefined` if the stream has none (the run was cut off).
 */
export function tallyTap(text: string): Tally | undefined {
  const lines = text.split("\n");
  const closing = lines.findLast((line) => line.startsWith("# { total: "));
  if (closing === undefined) return undefined;
  return {
    passed: countOf(closing, "pass"),
    failed: countOf(closing, "fail"),
    skipped: countOf(closing, "skip") + countOf(closing, "todo"),
    files: lines.filter((line) => /^(?:not )?ok \d/.test(line)).length,
    skips: lines.flatMap(skipOf),
  };
}

function countOf(closing: string, name: string): number {
  return Number(new RegExp(`\\b${name}: (\\d+)`).exec(closing)?.[1] ?? 0);
}

function skipOf(line: string): string[] {
  const found = /^\s*ok \d+(?: - (.*?))? # (?:SKIP|TODO)(.*)$/.exec(line);
  if (found === null) return [];
  const [, name = "", reason = ""] = found;
  return [reason.trim() === "" ? name : `${name}: ${reason.trim()}`];
}
