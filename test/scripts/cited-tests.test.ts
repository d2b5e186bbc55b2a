import t from "tap";
import { citedTests, declaresTest, ranTests, unprovenRows } from "../../scripts/lib/cited-tests.ts";

t.test("citations are spans of code with a file and a name", (t) => {
  const page =
    "| a | `test/a/b.test.ts > one: two`, `test/c.test.ts > x \\| y` | `test/d.js > no` | `test/e.test.ts` |";
  t.same(citedTests(page), [
    { file: "test/a/b.test.ts", name: "one: two" },
    { file: "test/c.test.ts", name: "x | y" },
  ]);
  t.end();
});

const source = [
  't.test("plain", ', // a literal
  "t.test(`of ${name}: ${other} end`, ",
  "t.test(title, ",
  '["from a \\"table\\"", 1],',
  "t.test(`${a} ${b}`, ",
].join("\n");

const declared: readonly [string, boolean][] = [
  ["plain", true],
  ["plai", false],
  ["of x: y (z) end", true],
  ["of x: y", false],
  ['from a "table"', true],
  ["anything else", false],
];

for (const [name, expected] of declared) {
  t.test(`declared or not: ${name}`, async (t) => t.equal(declaresTest(source, name), expected));
}

t.test("a run tells what became of each test", (t) => {
  const stream = [
    "TAP version 14",
    "# Subtest: dist/test/a/b.test.js",
    "    # Subtest: one: a \\# b",
    "        ok 1 - should be equal",
    "    ok 1 - one: a \\# b # time=4.8ms",
    "    not ok 2 - two # time=1ms",
    "    ok 3 - three # SKIP no Helm",
    "    ok 4 - four",
    "ok 1 - dist/test/a/b.test.js # time=5ms",
    "# Subtest: dist/test/c.test.js",
    "    ok 1 - one # time=5ms",
  ].join("\n");
  t.same(
    [...ranTests(stream)],
    [
      ["test/a/b.test.ts > one: a # b", "passed"],
      ["test/a/b.test.ts > two", "failed"],
      ["test/a/b.test.ts > three", "skipped"],
      ["test/a/b.test.ts > four", "passed"],
      ["test/c.test.ts > one", "passed"],
    ],
  );
  t.end();
});

t.test("a row without a test is found, one that says why it has none is not", (t) => {
  const head = "| threat | answer | shown by |\n|---|---|---|\n";
  const rows = ["| a | b | `test/a.test.ts > x` |", "| c | d | Out of scope: e. |", "| f | g | soon |"];
  t.same(unprovenRows(`text\n\n${head}${rows.join("\n")}\n\n| a | b |\n|---|---|\n| c | d |\n`), ["| f | g | soon |"]);
  t.end();
});
