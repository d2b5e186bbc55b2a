/** Lines of a difference that are shown of one failure; the whole of it is in the run's own output. */
const shownDifference = 6;

/**
 * What failed in a TAP stream as tap writes it: a line for each failed assertion, `FILE:LINE: subtest > … > assertion`, followed by the first
 * lines of its difference, indented. A test file that failed without a failed assertion (it crashed, or ran out of time) has a line too.
 */
export function tapFailures(text: string): string[] {
  const lines = text.split("\n");
  const open: string[] = [];
  const failures: string[] = [];
  let reportedDepth = -1;
  let diagnosticEnd = 0;
  lines.forEach((line, index) => {
    // A diagnostic may quote anything, a TAP stream too.
    if (index < diagnosticEnd) return;
    const depth = (line.length - line.trimStart().length) / 4;
    const subtest = /^ *# Subtest: (.*)$/.exec(line)?.[1];
    if (subtest !== undefined) open.splice(depth, Infinity, unescaped(subtest));
    const result = /^ *(not )?ok \d+(?: - (.*?))?(?: # (TODO|SKIP|time=).*)?$/.exec(line);
    if (result === null) return;
    const [, failed, title = "", directive] = result;
    const diagnostic = diagnosticAfter(lines, index);
    diagnosticEnd = index + 1 + diagnostic.length;
    const closes = open[depth] === unescaped(title);
    if (failed !== undefined && directive !== "TODO") {
      // A subtest fails because something in it did; that has been told.
      const told = closes && reportedDepth > depth;
      if (!told) failures.push(...describe(open.slice(0, depth), unescaped(title), diagnostic));
      reportedDepth = depth;
    }
    if (closes) open.splice(depth);
  });
  return failures;
}

function describe(parents: readonly string[], title: string, diagnostic: readonly string[]): string[] {
  const [file = title, ...subtests] = parents;
  const lineNumber = valueOf(diagnostic, "lineNumber");
  const where = lineNumber === undefined ? file : `${valueOf(diagnostic, "fileName") ?? file}:${lineNumber}`;
  if (parents.length === 0) return [`${file}: ended with ${endOf(diagnostic)}`];
  return [`${where}: ${[...subtests, title].join(" > ")}`, ...differenceOf(diagnostic).map((line) => `    ${line}`)];
}

function endOf(diagnostic: readonly string[]): string {
  const known = ["exitCode", "signal", "timeout"].map((key) => [key, valueOf(diagnostic, key)] as const);
  return known
    .filter(([, value]) => value !== undefined && value !== "null")
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(", ");
}

/** The lines between `---` and `...` that follow a result, one level further in. */
function diagnosticAfter(lines: readonly string[], index: number): string[] {
  const opening = lines[index + 1] ?? "";
  if (opening.trim() !== "---") return [];
  const indent = opening.length - opening.trimStart().length;
  const rest = lines.slice(index + 2);
  const end = rest.indexOf(`${" ".repeat(indent)}...`);
  return rest.slice(0, end === -1 ? rest.length : end).map((line) => line.slice(indent));
}

function valueOf(diagnostic: readonly string[], key: string): string | undefined {
  for (const line of diagnostic) {
    const [, name, value] = /^ *([A-Za-z]+): (.*)$/.exec(line) ?? [];
    if (name === key) return value;
  }
  return undefined;
}

function differenceOf(diagnostic: readonly string[]): string[] {
  const start = diagnostic.findIndex((line) => /^diff: /.test(line));
  if (start === -1) return [];
  const rest = diagnostic.slice(start + 1);
  const end = rest.findIndex((line) => line !== "" && !line.startsWith(" "));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => line.slice(2))
    .filter((line) => /^[-+](?!--|\+\+)/.test(line))
    .slice(0, shownDifference);
}

function unescaped(title: string): string {
  return title.replaceAll("\\#", "#").replaceAll("\\\\", "\\");
}
