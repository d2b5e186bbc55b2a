import t from "tap";
import { parseJson } from "../../../engine/json.ts";
import { diffJson } from "../../../report/diff/diff-report.ts";
import { diffText } from "../../../report/diff/diff-text.ts";
import { identityChanges } from "../../../report/diff/identity-changes.ts";
import { holder, objectDiff, report } from "./samples.ts";

const identities = identityChanges(
  [holder("a", null), holder("b", "one"), holder("c", "one", { serviceAccount: "old" })],
  [holder("a", "two"), holder("b", null), holder("c", "one")],
);

t.test("identities first, then objects", (t) => {
  const text = diffText(report([objectDiff("ConfigMap x", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")], identities));
  t.equal(
    text,
    [
      "Identity changes: 1 gained, 1 lost, 1 changed",
      "  Deployment shop/a (ServiceAccount app)",
      "    + AWS: two",
      "  Deployment shop/b (ServiceAccount app)",
      "    - AWS: one",
      "  Deployment shop/c (ServiceAccount old → app)",
      "    ~ AWS: one, as another ServiceAccount",
      "",
      "Objects: 1 changed",
      "",
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "",
    ].join("\n"),
  );
  t.end();
});

t.test("GKE, audiences and lifetimes", (t) => {
  const held = { principal: null, audience: "aud", expirationSeconds: 60 };
  const changes = identityChanges(
    [],
    [
      holder("a", null, {
        namespace: null,
        identities: [
          { cloud: "azure", ...held },
          { cloud: "gke", principal: "a@p", audience: null, expirationSeconds: null },
        ],
      }),
    ],
  );
  t.match(
    diffText(report([], changes)),
    /Deployment a \(.*\n {4}\+ Azure: \(no principal\) \(audience aud, 60 s\)\n.*\n {4}\+ GKE: a@p\n\nNo object differs\n$/,
  );
  t.end();
});

t.test("colours: headings, and lines by their sign; a removed line that looks like a header is a removed line", (t) => {
  const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n ctx\n--- gone\n+++ new\n";
  const text = diffText(report([objectDiff("x", diff)]), (style, line) => `<${style}>${line}`);
  t.equal(
    text,
    "<heading>No identity changes\n\n<heading>Objects: 1 changed\n\n<heading>--- a/x\n<heading>+++ b/x\n<place>@@ -1,2 +1,2 @@\n ctx\n<removed>--- gone\n<added>+++ new\n",
  );
  t.end();
});

t.test("what cannot be shown is said; control characters steer nothing", (t) => {
  t.match(diffText(report([objectDiff("x", null)])), /\nx: changed in too many lines to be shown\n/);
  t.match(diffText(report([objectDiff("x", "--- a\n+++ b\n+\u001b[31m\n")])), /\+\\u\{1b\}\[31m\n/);
  t.end();
});

t.test("nothing differs", (t) => {
  t.equal(diffText(report([])), "no differences\n");
  t.end();
});

t.test("JSON counts too", (t) => {
  t.match(parseJson(diffJson(report([objectDiff("x", null)], identities))), {
    summary: { identities: { gained: 1, lost: 1, changed: 1 }, objects: { changed: 1, added: 0, removed: 0 } },
    identities: [{ change: "gained" }, { change: "lost" }, { change: "changed" }],
    digests: { configurations: { before: "a", after: "b" }, module: "c" },
  });
  t.end();
});
