import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import t, { type Test } from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, chartFile, listAt, ofKind, only, release, render, root, skip } from "./render.ts";
import { valueSets } from "./value-sets.ts";

const monitored: JsonObject = { monitoring: { prometheusRule: { enabled: true } } };
const monitoringPage = readFileSync(join(root, "docs/monitoring.md"), "utf8");
const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");

/** The first thing in an expression that is no PromQL, or undefined. Grafana's own variables count as what they are replaced by. */
function promqlFault(expression: string): string | undefined {
  const text = expression.replaceAll("$__rate_interval", "5m");
  const cursor = parser.parse(text).cursor();
  do if (cursor.type.isError) return `${text.slice(0, cursor.from)}<HERE>${text.slice(cursor.from)}`;
  while (cursor.next());
  return undefined;
}

/** The names of metrics and labels in an expression that have our prefix, without the suffixes of a histogram. */
function ownMetrics(expression: string): string[] {
  return [...expression.matchAll(/\bpodgraft_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""));
}

/** The metrics of docs/monitoring.md with their labels. */
const documented = new Map(
  [...monitoringPage.matchAll(/^\| `(podgraft_[a-z_]+)` \| [a-z]+ \| (.*?) \|/gm)].map(([, name = "", labels = ""]) => [
    name,
    [...labels.matchAll(/`([a-z_]+)`/g)].map(([, label]) => label),
  ]),
);

async function alerts(values: JsonObject = monitored): Promise<readonly Json[]> {
  return listAt(only(await render(values), "PrometheusRule"), "spec.groups.0.rules");
}

type Expressions = readonly { readonly from: string; readonly text: string }[];

function dashboardExpressions(): Expressions {
  const dashboard = JSON.parse(chartFile("files/dashboard.json")) as JsonObject;
  return listAt(dashboard, "panels").flatMap((panel) =>
    listAt(panel, "targets").map((target) => ({ from: String(at(panel, "title")), text: String(at(target, "expr")) })),
  );
}

t.test("alerts parse, and use metrics that there are", { skip }, async (t) => {
  const rules = await alerts();
  t.ok(rules.length >= 12);
  check(
    t,
    rules.map((rule) => ({ from: String(at(rule, "alert")), text: String(at(rule, "expr")) })),
  );
  for (const rule of rules) {
    t.match(rule, {
      for: /^\d+m$/,
      labels: { severity: /^(?:critical|warning|info)$/ },
      annotations: { summary: /\.$|\)\.$/ },
    });
  }
});

t.test("the dashboard's expressions parse, and use metrics that there are", async (t) => {
  const expressions = dashboardExpressions();
  t.ok(expressions.length > 20);
  check(t, expressions);
});

/** Asserts that expressions parse and name only documented metrics, with labels that those have. */
function check(t: Test, expressions: Expressions): void {
  for (const { from, text } of expressions) {
    t.equal(promqlFault(text), undefined, from);
    for (const name of ownMetrics(text)) t.ok(documented.has(name), `${from}: ${name} is in docs/monitoring.md`);
    for (const [, name = "", matchers = ""] of text.matchAll(/\b(podgraft_[a-z_]+)\{([^}]*)\}/g)) {
      const labels = [...matchers.matchAll(/([a-z_]+)\s*(?:=|!=|=~|!~)"/g)].map(([, label]) => label);
      const known = [...(documented.get(name.replace(/_bucket$/, "")) ?? []), "namespace", "pod", "le"];
      t.same(
        labels.filter((label) => !known.includes(label)),
        [],
        `${from}: labels of ${name}`,
      );
    }
  }
}

t.test("every documented metric is on the dashboard", async (t) => {
  const used = new Set(dashboardExpressions().flatMap(({ text }) => ownMetrics(text)));
  t.same(
    [...documented.keys()].filter((name) => !used.has(name)),
    [],
  );
  t.ok(documented.size >= 12);
});

t.test("an expression that is none is noticed", async (t) => {
  t.match(promqlFault("sum(rate(a[5m]) > 0"), /<HERE>/);
  t.equal(promqlFault("sum(rate(a[5m])) > 0"), undefined);
});

t.test(
  "every alert has a section in the runbook under its address, and no section is without its alert",
  { skip },
  async (t) => {
    const names = (await alerts()).map((rule) => {
      const name = String(at(rule, "alert"));
      t.equal(at(rule, "annotations.runbook_url"), `https://podgraft.dev/docs/runbook.md#${name.toLowerCase()}`);
      return name;
    });
    const sections = [...runbook.matchAll(/^## (Podgraft\w+)$/gm)].map(([, name]) => name);
    t.same(sections.toSorted(), names.toSorted());
    for (const section of runbook
      .split(/^## /m)
      .slice(1)
      .filter((text) => text.startsWith("Podgraft"))) {
      const [name = ""] = section.split("\n");
      for (const part of ["**It means**", "**Look at**", "**Do**"]) t.ok(section.includes(part), `${name}: ${part}`);
    }
  },
);

t.test("alerts that are not wanted are left out, and what is off is not missed", { skip }, async (t) => {
  const all = (await alerts()).map((rule) => at(rule, "alert"));
  const fewer = (await alerts(valueSets["all of monitoring"])).map((rule) => at(rule, "alert"));
  t.same(
    all.filter((name) => !fewer.includes(name)),
    ["PodgraftDenies"],
  );
  const off = await alerts({ ...monitored, webhooks: { verify: { enabled: false } } });
  t.notOk(off.some((rule) => at(rule, "alert") === "PodgraftWebhookMissing"));
});

t.test("monitors and the dashboard's ConfigMap", { skip }, async (t) => {
  const objects = await render(valueSets["all of monitoring"]);
  const ports = listAt(only(objects, "Service"), "spec.ports").map((port) => at(port, "name"));
  const monitor = only(objects, "ServiceMonitor");
  t.ok(ports.includes(at(monitor, "spec.endpoints.0.port") ?? null));
  t.match(at(only(objects, "Service"), "metadata.labels"), at(monitor, "spec.selector.matchLabels"));
  t.equal(at(monitor, "metadata.labels.release"), "prometheus");
  t.equal(at(only(objects, "PodMonitor"), "spec.podMetricsEndpoints.0.port"), "metrics");
  const dashboard = ofKind(objects, "ConfigMap").find(
    (object) => at(object, "metadata.name") === `${release}-dashboard`,
  );
  t.same(JSON.parse(String(at(dashboard, ["data", "podgraft.json"]))), JSON.parse(chartFile("files/dashboard.json")));
  t.equal(at(dashboard, "metadata.labels.grafana_dashboard"), "1");
});
