import t from "tap";
import { diffMarkdown, diffText, type DiffReport } from "../../../report/diff/diff-report.ts";
import { identityChanges, type Holder } from "../../../report/diff/identity-changes.ts";
import { objectDiff } from "../../../report/diff/object-diff.ts";

const holder = (name: string, principal: string | null): Holder => ({
  kind: "Deployment",
  namespace: "shop",
  name,
  serviceAccount: "app",
  identities: principal === null ? [] : [{ cloud: "aws", principal, audience: null, expirationSeconds: null }],
});

const report = (objects: DiffReport["objects"], identities: DiffReport["identities"] = []): DiffReport => ({
  tool: { version: "0" },
  configurations: { before: "a", after: "b" },
  module: "c",
  identities,
  objects,
});

t.test("gained, lost and changed, by namespace and name; what stays is not told", (t) => {
  const before = [holder("b", "one"), holder("a", null), holder("c", "one"), holder("d", "one"), holder("e", null)];
  const after = [holder("a", "two"), holder("b", "two"), holder("c", null), holder("d", "one"), holder("e", null)];
  const changes = identityChanges(before, after).map(({ name, before: was, after: is }) => [
    name,
    was?.principal,
    is?.principal,
  ]);
  t.same(changes, [
    ["a", undefined, "two"],
    ["b", "one", "two"],
    ["c", "one", undefined],
  ]);
  t.end();
});

t.test("another ServiceAccount is told", (t) => {
  const changes = identityChanges([holder("a", "one")], [{ ...holder("a", "two"), serviceAccount: "other" }]);
  t.match(diffText(report([], changes)), /ServiceAccount app → other/);
  t.end();
});

t.test("the same text is no difference, and neither are markers and empty lines at the end", (t) => {
  t.equal(objectDiff({ title: "x", before: "a: 1\n", after: "a: 1\n" }), undefined);
  t.match(objectDiff({ title: "x", before: undefined, after: "a: 1" }), {
    change: "added",
    diff: /^--- \/dev\/null\n\+\+\+ b\/x\n/,
  });
  t.match(objectDiff({ title: "x", before: "---\na: 1\n\n", after: undefined }), {
    change: "removed",
    diff: /^-a: 1$/m,
  });
  t.end();
});

t.test("two texts that have nothing in common are not searched for long", (t) => {
  const lines = (word: string): string => Array.from({ length: 30_000 }, (_, index) => `${word}${index}`).join("\n");
  const found = objectDiff({ title: "x", before: lines("a"), after: lines("b") });
  t.match(found, { change: "changed", diff: null });
  t.match(diffText(report(found === undefined ? [] : [found])), /x: changed in too many lines/);
  t.end();
});

t.test("Markdown keeps to its budget with whole objects, and says how many are left out", (t) => {
  const objects = ["a", "b", "c"].map((title) => ({
    title,
    change: "changed" as const,
    diff: `${title}\n`.repeat(200),
  }));
  const text = diffMarkdown(report(objects), 1200);
  t.ok(text.length <= 1200, String(text.length));
  t.match(text, /1 more object differs/);
  t.equal(diffMarkdown(report(objects)).match(/<details>/g)?.length, 3);
  t.end();
});

t.test("Markdown obeys nothing of what users wrote", (t) => {
  const [change] = identityChanges([], [holder("a|b`<img>@all", "[x](y)")]);
  const text = diffMarkdown(
    report([{ title: "<b>", change: "changed", diff: "````\n</details>" }], change === undefined ? [] : [change]),
  );
  t.notMatch(text, /<img>|@all|\[x\]\(y\)|<summary><b>/);
  t.match(text, /\n`````diff\n/);
  t.end();
});
