import { readFileSync } from "node:fs";
import t from "tap";
import type { AdmissionRecord } from "../../../plugin/admission-record.ts";
import { createMetrics } from "../../../plugin/server/metrics.ts";

const page = readFileSync(new URL("../../../../docs/monitoring.md", import.meta.url), "utf8");

const record: AdmissionRecord = {
  endpoint: "mutate",
  uid: "1",
  operation: "CREATE",
  kind: "Pod",
  namespace: "shop",
  name: "orders-",
  dryRun: false,
  mode: "mutate",
  outcome: "failed",
  allowed: true,
  decisions: [{ provider: "aws", outcome: "inject", reason: "aws.role_arn" }],
  findings: [],
  lookups: [{ object: "serviceaccount", result: "cache" }],
  failure: "internal.lookup",
};

/** Metrics of a server in which everything has happened once. */
function metricsOfAll(operation = "CREATE"): Promise<string> {
  const state = {
    synced: true,
    objects: 3,
    ageSeconds: 1,
    bytes: 300,
    omitted: 0,
    watching: true,
    lists: 1,
    watches: 1,
  };
  const metrics = createMetrics({
    cacheState: () => ({ serviceaccount: state, namespace: state }),
    certificateNotAfter: () => 1_800_000_000_000,
    build: () => ({ version: "1.2.3", config_digest: "sha256:a", module_digest: "sha256:b" }),
  });
  metrics.reviewed({ ...record, operation }, 0.0002);
  metrics.rejected(413);
  metrics.inFlight(2);
  metrics.reloaded(true);
  metrics.reloaded(false);
  return metrics.text();
}

/** Name, type and labels of our own metrics, as the text says them; a histogram's `le` is Prometheus' own. */
function told(text: string): string[] {
  return [...text.matchAll(/^# TYPE (podgraft_\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => {
    const sample = new RegExp(`^${name}(?:_bucket)?(?:\\{(.*?)\\})? `, "m").exec(text);
    const labels = [...(sample?.[1] ?? "").matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    const own = labels.filter((label) => label !== "le").sort();
    return `${name} ${type} ${sample === null ? "never set" : own.join(" ") || "none"}`;
  });
}

t.test("docs/monitoring.md has every metric with its type and labels, and no others", async (t) => {
  const rows = [...page.matchAll(/^\| `(podgraft_\w+)` \| (\w+) \| (.*?) \|/gm)];
  const documented = rows.map(([, name = "", type = "", labels = ""]) => {
    return `${name} ${type} ${labels.replaceAll(/[`,]/g, "").split(" ").sort().join(" ")}`;
  });
  t.same(told(await metricsOfAll()).sort(), documented.sort());
});

t.test("what anybody can write into a request does not make new time series", async (t) => {
  const text = await metricsOfAll('X"} 1\nfoo');
  t.match(text, /podgraft_reviews_total\{endpoint="mutate",operation="other",outcome="failed"\} 1/);
});

t.test("a review that took a fifth of a millisecond is in the first bucket", async (t) => {
  t.match(await metricsOfAll(), /podgraft_review_duration_seconds_bucket\{le="0.00025",endpoint="mutate"\} 1/);
});
