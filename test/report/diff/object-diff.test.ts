import t from "tap";
import { isSameText, textDiff } from "../../../report/diff/object-diff.ts";

const same: { readonly [title: string]: readonly [string, string] } = {
  "the same text": ["a: 1\n", "a: 1\n"],
  "a marker": ["---\na: 1\n", "a: 1\n"],
  "a byte order mark": ["\uFEFF---\na: 1\n", "a: 1\n"],
  "line ends": ["---\r\na: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"],
  "no final newline": ["a: 1", "a: 1\n"],
  "empty lines before and behind it": ["---\n\n \na: 1\n\n\n", "a: 1\n"],
};

for (const [title, [before, after]] of Object.entries(same)) {
  t.test(`${title}: no difference`, (t) => {
    t.equal(textDiff("x", { before, after }), undefined);
    t.equal(textDiff("x", { before: after, after: before }), undefined);
    t.ok(isSameText(before, after));
    t.end();
  });
}

t.test("indentation is a difference", (t) => {
  t.notOk(isSameText(" a: 1\n", "a: 1\n"));
  t.end();
});

t.test("added and removed", (t) => {
  t.same(textDiff("x", { before: undefined, after: "---\na: 1\nb: 2" }), {
    change: "added",
    diff: "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a: 1\n+b: 2\n",
  });
  t.same(textDiff("x", { before: "a: 1\n\n", after: undefined }), {
    change: "removed",
    diff: "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a: 1\n",
  });
  t.end();
});

t.test("changed: three lines around it", (t) => {
  const lines = (seventh: string): string => `1\n2\n3\n4\n5\n6\n${seventh}\n8\n9\n10\n11\n`;
  t.same(textDiff("x", { before: lines("old"), after: lines("new") }), {
    change: "changed",
    diff: "--- a/x\n+++ b/x\n@@ -4,7 +4,7 @@\n 4\n 5\n 6\n-old\n+new\n 8\n 9\n 10\n",
  });
  t.end();
});

t.test("a title cannot make lines of its own", (t) => {
  t.match(textDiff("x\n+++ b/y", { before: "a", after: "b" })?.diff, /^--- a\/x\\u\{a\}\+\+\+ b\/y\n\+\+\+ b/);
  t.end();
});

const lines = (word: string): string => Array.from({ length: 30_000 }, (_none, index) => `${word}${index}\n`).join("");

t.test("two texts that have nothing in common are not searched for long", (t) => {
  t.same(textDiff("x", { before: lines("a"), after: lines("b") }), { change: "changed", diff: null });
  t.end();
});

t.test("what is long and only on one side needs no search, and neither does a small change in it", (t) => {
  t.equal(textDiff("x", { before: undefined, after: lines("a") })?.diff?.split("\n").length, 30_004);
  t.match(textDiff("x", { before: lines("a"), after: `${lines("a")}more\n` })?.diff, /\n\+more\n$/);
  t.end();
});
