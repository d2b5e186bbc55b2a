import fc from "fast-check";
import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { byteLength, cut } from "../../../plugin/review/cut.ts";
import { describeObject } from "../../../plugin/review/denial-text.ts";
import { warningsOf } from "../../../plugin/review/warnings.ts";
import { judge, podWith, reviewOf, withRole, found } from "./courtroom.ts";

const controlled = (kind: string, name: string, labels: JsonObject = {}): JsonObject => ({
  generateName: `${name}-`,
  labels,
  ownerReferences: [
    { apiVersion: "v1", kind: "Other", name: "first" },
    { apiVersion: "apps/v1", kind, name, controller: true },
  ],
});

const names: readonly [JsonObject, string][] = [
  [{ name: "p" }, "Pod shop/p"],
  [{ generateName: "p-" }, "Pod shop/p-*"],
  [{ name: "", generateName: "p-" }, "Pod shop/p-*"],
  [{}, "Pod shop/*"],
  [
    controlled("ReplicaSet", "orders-7d4b", { "pod-template-hash": "7d4b" }),
    "Pod shop/orders-7d4b-* (of Deployment orders)",
  ],
  [controlled("ReplicaSet", "orders", { "pod-template-hash": "7d4b" }), "Pod shop/orders-* (of ReplicaSet orders)"],
  [controlled("ReplicaSet", "orders-7d4b"), "Pod shop/orders-7d4b-* (of ReplicaSet orders-7d4b)"],
  [controlled("StatefulSet", "db"), "Pod shop/db-* (of StatefulSet db)"],
  [{ name: "p", ownerReferences: [{ kind: "Job", name: "j" }] }, "Pod shop/p"],
  [{ name: "p", ownerReferences: "none" }, "Pod shop/p"],
  [{ name: "p", ownerReferences: [null, { controller: true }] }, "Pod shop/p (of  )"],
  [{ name: "a\nb\u202e" }, "Pod shop/a\\u{a}b\\u{202e}"],
];

for (const [metadata, text] of names) {
  t.test(`an object by name: ${text}`, (t) => {
    t.equal(describeObject("Pod", "shop", { metadata }), text);
    t.end();
  });
}

t.test("a refusal names the Pod, who made it, what is missing, and what to do", async (t) => {
  const metadata = controlled("ReplicaSet", "orders-7d4b", { "pod-template-hash": "7d4b" });
  const { message } = await judge(
    "verify",
    reviewOf(podWith({ metadata: { ...metadata, name: "orders-7d4b-x2x4z" } })),
  );
  const lines = message.split("\n");
  t.equal(
    lines[0],
    "Pod shop/orders-7d4b-x2x4z (of Deployment orders): its cloud identity is not what the rules make it.",
  );
  t.match(
    lines[1],
    /^- The Pod is not as the rules make it; it lacks the volumes "aws-iam-token" \(verify\.pod_incomplete; https:/,
  );
  t.match(
    lines[2],
    /^- spec\.containers\[0\]: The container "app" .*"AWS_ROLE_ARN".*\(verify\.container_incomplete; https:/,
  );
  t.match(lines[3], /podgraft inject/);
  t.match(lines[4], /podgraft explain/);
  t.equal(lines.length, 5, "the same remedy is told once");
});

t.test("a refusal of many containers is a page, not a book", async (t) => {
  const containers = Array.from({ length: 200 }, (_, index) => ({ name: `${"x".repeat(5000)}-${index}`, image: "i" }));
  const { message } = await judge("verify", reviewOf(podWith({ spec: { containers } })));
  t.match(message, /\n- and 181 more\n/);
  t.ok(message.length < 30_000, `${message.length} characters`);
});

t.test("no text of a Pod gets a control character into a refusal", async (t) => {
  const ugly = "a\n- forged line\u001b[31m\u0000";
  const { message } = await judge(
    "verify",
    reviewOf(podWith({ metadata: { name: ugly }, spec: { containers: [{ name: ugly, image: "i" }] } })),
  );
  t.notMatch(message, /^- forged/m);
  t.notMatch(message.replaceAll("\n", ""), /\p{Cc}/u);
});

t.test("warnings: the finding's code is always there, however long the names are", async (t) => {
  const settings = { providers: { aws: {} }, admission: { mode: "warn" } };
  for (const length of [1, 100, 253, 10_000]) {
    const name = "é".repeat(length);
    const review = reviewOf(podWith({ metadata: { name }, spec: { containers: [{ name, image: "i" }] } }));
    const { warnings, record } = await judge("verify", review, { settings });
    t.match(warnings, [/\(verify\.pod_incomplete\)$/, /\(verify\.container_incomplete\)$/]);
    t.ok(byteLength(record.name) <= 253);
  }
});

t.test("warnings of a thousand containers: as many as fit, then how many there are", async (t) => {
  const settings = { providers: { aws: {} }, admission: { mode: "warn" } };
  const containers = Array.from({ length: 1000 }, (_, index) => ({ name: `app-${index}`, image: "i" }));
  const { warnings } = await judge("verify", reviewOf(podWith({ spec: { containers } })), { settings });
  t.match(warnings.at(-1), /^\d+ more warnings; podgraft verify tells them all$/);
  t.equal(warnings.length - 1 + Number(/\d+/.exec(warnings.at(-1) ?? "")?.[0]), 1001);
  t.ok(warnings.length > 10);
});

t.test("audit annotations are bounded, whatever is found", async (t) => {
  const containers = Array.from({ length: 1000 }, (_, index) => ({ name: `app-${index}`, image: "i" }));
  const settings = { providers: { aws: {} }, admission: { mode: "audit" } };
  const { audit, warnings, response } = await judge("verify", reviewOf(podWith({ spec: { containers } })), {
    settings,
  });
  t.same(Object.keys(audit), ["mode", "decisions", "findings", "configuration", "module"]);
  t.match(audit.findings, /^verify\.pod_incomplete@\(root\) verify\.container_incomplete@spec\.containers\[0\] .*…$/);
  t.same(warnings, []);
  t.notOk("status" in response);
});

t.test("warnings are told once, without what an API server drops them for", (t) => {
  t.same(warningsOf([]), []);
  t.same(warningsOf(["", "  "]), []);
  t.same(warningsOf(["a", "b", "a"]), ["a", "b"]);
  t.same(warningsOf(["a\tb\u0085\u2028"]), ["a\\u{9}b\\u{85}\\u{2028}"]);
  t.end();
});

t.test("whatever is warned of, an API server takes all of it", (t) => {
  const unit = fc.constantFrom<"grapheme" | "binary">("grapheme", "binary");
  const text = unit.chain((kind) => fc.string({ unit: kind, maxLength: 600 }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const told = warningsOf(texts);
      const bytes = told.map((warning) => Buffer.byteLength(warning));
      const hasBad = told.some((warning) => /\p{Cc}/u.test(warning));
      return (
        !hasBad && bytes.every((size) => size > 0 && size <= 256) && bytes.reduce((sum, size) => sum + size, 0) <= 4096
      );
    }),
    { numRuns: 300, seed: 20261203 },
  );
  t.pass();
  t.end();
});

t.test("texts are cut between characters", (t) => {
  t.equal(cut("short", 5), "short");
  t.equal(cut("longer", 5), "lo…");
  t.equal(cut("ééé", 6), "ééé");
  t.equal(cut("éééé", 6), "é…");
  t.equal(cut("🙂🙂🙂", 10), "🙂…");
  t.equal(cut("🙂🙂", 3), "…");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), fc.nat(100), (text, room) => {
      const short = cut(text, room + 3);
      return (
        Buffer.byteLength(text) === byteLength(text) &&
        Buffer.byteLength(short) <= room + 3 &&
        (short === text || short.endsWith("…"))
      );
    }),
    { numRuns: 300, seed: 20261204 },
  );
  t.end();
});

t.test("what logs and metrics are told: never the Pod's contents", async (t) => {
  const secret = "s3cr3t";
  const spec = { containers: [{ name: "app", image: "i", env: [{ name: "PASSWORD", value: secret }] }] };
  const review = reviewOf(podWith({ metadata: { annotations: { secret } }, spec }), { dryRun: true });
  for (const endpoint of ["mutate", "verify"] as const) {
    const { record, audit, warnings, message } = await judge(endpoint, review, {
      serviceAccount: () => found({ ...withRole, labels: { secret } }),
      labels: { "podgraft.dev/mode": "mutate" },
    });
    t.notMatch(JSON.stringify({ record, audit, warnings, message }), secret);
    t.same(Object.keys(record).sort(), [
      "allowed",
      "decisions",
      "dryRun",
      "endpoint",
      "failure",
      "findings",
      "kind",
      "lookups",
      "mode",
      "name",
      "namespace",
      "operation",
      "outcome",
      "uid",
    ]);
    t.match(record, {
      endpoint,
      kind: "Pod",
      name: "p",
      namespace: "shop",
      operation: "CREATE",
      dryRun: true,
      decisions: [{ provider: "aws", outcome: "inject", reason: "aws.role_arn" }],
      lookups: [
        { object: "namespace", result: "cache" },
        { object: "serviceaccount", result: "cache" },
      ],
    });
  }
});
