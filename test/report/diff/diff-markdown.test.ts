import t from "tap";
import { diffHeadline, diffMarkdown, foldedDiffs, identityTable } from "../../../report/diff/diff-markdown.ts";
import { identityChanges, type IdentityChange } from "../../../report/diff/identity-changes.ts";
import { holder, objectDiff, report } from "./samples.ts";

const diffOf = (lines: number, text = "+line of twenty chars"): string =>
  `--- a/x\n+++ b/x\n@@ -0,0 +1,${lines} @@\n${`${text}\n`.repeat(lines)}`;

const gained = (count: number): IdentityChange[] =>
  identityChanges(
    [],
    Array.from({ length: count }, (_none, index) => holder(`name-${String(index).padStart(4, "0")}`, "role")),
  );

t.test("heading, table, folded diffs", (t) => {
  const changes = identityChanges([holder("a", "one")], [holder("a", "two", { serviceAccount: "other" })]);
  t.equal(
    diffMarkdown(report([objectDiff("ConfigMap x", "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2\n")], changes)),
    [
      "### Podgraft: identity changes: 1 changed",
      "",
      "Objects: 1 changed.",
      "",
      "| Workload | ServiceAccount | Cloud | Before | After |",
      "|---|---|---|---|---|",
      "| <code>Deployment shop/a</code> | <code>app → other</code> | AWS | <code>one</code> | <code>two</code> |",
      "",
      "<details><summary><code>ConfigMap x</code> changed</summary>",
      "",
      "```diff",
      "--- a",
      "+++ b",
      "@@ -1 +1 @@",
      "-1",
      "+2",
      "```",
      "",
      "</details>",
      "",
    ].join("\n"),
  );
  t.end();
});

t.test("gained and lost have a dash for what is not there; nothing at all is said in a line", (t) => {
  t.match(identityTable(identityChanges([], [holder("a", "one")]), 1000), /\| – \| <code>one<\/code> \|\n$/);
  t.match(identityTable(identityChanges([holder("a", "one")], []), 1000), /\| <code>one<\/code> \| – \|\n$/);
  t.equal(diffMarkdown(report([])), "### Podgraft: no differences\n");
  t.equal(diffHeadline(report([objectDiff("x", null)])), "### Podgraft: no identity changes\n\nObjects: 1 changed.\n");
  t.end();
});

for (const limit of [0, 100, 200, 300, 500, 1000, 3000, 10_000, 60_000]) {
  t.test(`never more than ${limit} characters but for the heading, and the rest is counted`, (t) => {
    const given = report(
      [diffOf(40), diffOf(4000), diffOf(5, "+`````"), null].map((diff, index) => objectDiff(`x${index}`, diff)),
      gained(30),
    );
    const text = diffMarkdown(given, limit);
    t.ok(text.length <= Math.max(limit, diffHeadline(given).length), String(text.length));
    t.equal(text.match(/<details>/g)?.length ?? 0, text.match(/<\/details>/g)?.length ?? 0, "all are closed");
    const counted = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
    const rows = text.match(/^\| <code>/gm)?.length ?? 0;
    if (text.includes("| Workload")) t.equal(rows + counted(/… and (\d+) more identity changes?\./), 30);
    const folded = text.match(/<details>/g)?.length ?? 0;
    if (folded > 0) t.equal(folded + counted(/… and (\d+) more objects?\./), 4);
    t.end();
  });
}

t.test("an object is cut only where not all fit, and says so", (t) => {
  const large = [objectDiff("x", diffOf(1000))];
  t.notMatch(foldedDiffs(large, 100_000), /more lines/);
  t.match(foldedDiffs(large, 12_000), /\n```\n\n… and \d+ more lines\.\n\n<\/details>/);
  t.equal(foldedDiffs(large, 5000), "\n… and 1 more object.\n");
  t.equal(foldedDiffs([], 5000), "");
  t.equal(identityTable([], 5000), "");
  t.end();
});

t.test("a small object behind a large one still has room", (t) => {
  const text = foldedDiffs([objectDiff("large", diffOf(1000)), objectDiff("small", diffOf(2))], 3000);
  t.match(text, /<code>small<\/code>[^]*… and 1 more object\.\n$/);
  t.notMatch(text, /<code>large/);
  t.end();
});

t.test("Markdown obeys nothing of what users wrote", (t) => {
  const changes = identityChanges([], [holder("a|b`<img>@all", "[x](y)")]);
  const text = diffMarkdown(report([objectDiff("<b>", "````\n</details>\n\u202e")], changes));
  t.notMatch(text, /<img>|@all|\[x\]\(y\)|<b>|\u202e/);
  t.match(text, /\n`````diff\n/);
  t.end();
});
