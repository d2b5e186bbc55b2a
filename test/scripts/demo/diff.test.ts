import fc from "fast-check";
import t from "tap";
import { diffLines, hunksOf } from "../../../scripts/demo/diff.ts";
import { showDiff } from "../../../scripts/demo/show-diff.ts";

const plain = (_style: string, text: string): string => text;

const cases: readonly {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly diff: string;
}[] = [
  { name: "equal texts", before: "a\nb\n", after: "a\nb\n", diff: "" },
  { name: "nothing at all", before: "", after: "", diff: "" },
  { name: "a first text", before: "", after: "a\n", diff: "@@ -11,0 +11,1 @@\n+a\n" },
  { name: "a line more", before: "a\nc\n", after: "a\nb\nc\n", diff: "@@ -11,2 +11,3 @@\n a\n+b\n c\n" },
  { name: "a line less", before: "a\nb\nc\n", after: "a\nc\n", diff: "@@ -11,3 +11,2 @@\n a\n-b\n c\n" },
  { name: "another line", before: "a\n", after: "b\n", diff: "@@ -11,1 +11,1 @@\n-a\n+b\n" },
  { name: "control characters", before: "", after: "a\u001b[2J\n", diff: "@@ -11,0 +11,1 @@\n+a\\u{1b}[2J\n" },
  {
    name: "changes far apart",
    before: "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    after: "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
    diff: "@@ -11,3 +11,4 @@\n+0\n 1\n 2\n 3\n@@ -17,3 +18,4 @@\n 7\n 8\n 9\n+10\n",
  },
];

for (const { name, before, after, diff } of cases) {
  t.equal(showDiff(before, after, 11, plain), diff, name);
}

t.test("a diff holds both texts, and says no more than needed", async (t) => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "  d"), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (left: string): string =>
        lines
          .filter(({ kind }) => kind === "both" || kind === left)
          .map((line) => `${line.text}\n`)
          .join("");
      return side("removed") === before && side("added") === after && (before !== after || hunksOf(lines).length === 0);
    }),
  );
  t.pass();
});
