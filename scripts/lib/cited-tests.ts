/** A test that a page names: the source file below test/, and the test's whole name. */
export type CitedTest = { readonly file: string; readonly name: string };

/** How a run went for a test: it passed, it failed, or it was skipped; a test that is in no run is absent. */
export type TestOutcome = "passed" | "failed" | "skipped";

/** The tests that a page cites, each in a span of code: the file, ` > `, and the test's name (a bar within a table as `\|`). */
export function citedTests(page: string): readonly CitedTest[] {
  return [...page.matchAll(/`(test\/[^`\s]+\.ts) > ([^`]+)`/g)].map(([, file = "", name = ""]) => ({
    file,
    name: name.replaceAll("\\|", "|"),
  }));
}

/** The rows of the page's tables of proofs (their last column is headed "shown by") that name no test and do not say why they need none. */
export function unprovenRows(page: string): readonly string[] {
  const tables = page.split(/\n\n/).filter((block) => /^\|.*\| shown by \|$/m.test(block));
  return tables.flatMap((table) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .filter((row) => citedTests(row).length === 0 && !/\| (?:Out of scope|Not ours)[^|]*\|$/.test(row)),
  );
}

/**
 * Whether the source of a test file declares a test of this name, as a literal or by a template whose variable parts may be anything. A name
 * that is computed otherwise has to stand in the file as a text.
 */
export function declaresTest(source: string, name: string): boolean {
  const literals = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  return literals.some(([, text, template]) =>
    text === undefined ? matches(template ?? "", name) : unescaped(text) === name,
  );
}

function matches(template: string, name: string): boolean {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => unescaped(part));
  // A template of variables alone would match any name.
  if (parts.every((part) => part.trim().length < 3)) return false;
  const pattern = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join(".+");
  return new RegExp(`^${pattern}$`, "s").test(name);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

/** What became of the tests of a run, from the TAP stream that tap writes, by `test/….test.ts > name`. */
export function ranTests(stream: string): ReadonlyMap<string, TestOutcome> {
  const outcomes = new Map<string, TestOutcome>();
  let file = "";
  for (const line of stream.split("\n")) {
    const [, started] = /^# Subtest: (.*)$/.exec(line) ?? [];
    if (started !== undefined) file = sourceOf(started);
    const [, failed, text = ""] = /^ {4}(not )?ok \d+ - (.*)$/.exec(line) ?? [];
    if (text === "") continue;
    const [name = "", remark = ""] = text.split(/ # (?=time=|SKIP|TODO)/);
    const outcome = failed !== undefined ? "failed" : /^(?:SKIP|TODO)/.test(remark) ? "skipped" : "passed";
    outcomes.set(`${file} > ${unescaped(name.trimEnd())}`, outcome);
  }
  return outcomes;
}

/** The source of a compiled test, whatever the output folder is called. */
function sourceOf(compiled: string): string {
  return compiled.replace(/^.*?(?=test\/)/, "").replace(/\.js$/, ".ts");
}
