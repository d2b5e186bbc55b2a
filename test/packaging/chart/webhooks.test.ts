import t from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { at, listAt, namespace, ofKind, render, skip } from "./render.ts";
import { valueSets } from "./value-sets.ts";

/** The label that the API server gives every Namespace. */
const byName = "kubernetes.io/metadata.name";

/** All webhooks of a rendering, with the kind of configuration that they stand in. */
function webhooksOf(objects: readonly JsonObject[]): { readonly kind: string; readonly webhook: JsonObject }[] {
  return ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"].flatMap((kind) =>
    ofKind(objects, kind).flatMap((object) =>
      listAt(object, "webhooks").map((webhook) => ({ kind, webhook: webhook as JsonObject })),
    ),
  );
}

async function webhook(name: string, values: JsonObject = {}): Promise<JsonObject> {
  const found = webhooksOf(await render(values)).find(({ webhook }) => webhook["name"] === name);
  if (found === undefined) throw new Error(`no webhook ${name}`);
  return found.webhook;
}

for (const [title, values] of Object.entries(valueSets)) {
  t.test(`what every webhook has in common: ${title}`, { skip }, async (t) => {
    const objects = await render(values);
    const found = webhooksOf(objects);
    const [service] = ofKind(objects, "Service");
    for (const { kind, webhook } of found) {
      const name = String(webhook["name"]);
      t.match(webhook, { matchPolicy: "Equivalent", sideEffects: "None", admissionReviewVersions: ["v1"] }, name);
      t.ok(Number(webhook["timeoutSeconds"]) <= 5, `${name}: a short timeout`);
      t.match(at(webhook, "clientConfig.service"), {
        name: at(service, "metadata.name"),
        namespace,
        port: at(service, "spec.ports.0.port"),
        path: kind.startsWith("Mutating") ? "/mutate" : "/verify",
      });
      t.same(
        exemptNamespaces(webhook)
          .filter((exempt) => ["kube-system", namespace].includes(exempt))
          .toSorted(),
        ["kube-system", namespace],
      );
      t.equal(webhook["objectSelector"], undefined, "a Pod's own labels exempt it from nothing");
      for (const rule of listAt(webhook, "rules")) {
        t.equal(at(rule, "scope"), "Namespaced");
        const texts = ["apiGroups", "apiVersions", "operations", "resources"].flatMap((key) =>
          listAt(rule, key).map(String),
        );
        t.same(
          texts.filter((text) => text.includes("*")),
          [],
          "no wildcards",
        );
        t.notOk(listAt(rule, "operations").includes("DELETE"));
      }
    }
    t.same(
      found.map(({ webhook }) => webhook["name"]).toSorted(),
      [...new Set(found.map(({ webhook }) => webhook["name"]))].toSorted(),
    );
  });
}

/** The Namespaces that the selector leaves out by their name. */
function exemptNamespaces(webhook: JsonObject): string[] {
  return listAt(webhook, "namespaceSelector.matchExpressions")
    .filter((expression) => at(expression, "key") === byName && at(expression, "operator") === "NotIn")
    .flatMap((expression) => listAt(expression, "values").map(String));
}

/** The rest of the selector. */
function otherExpressions(webhook: JsonObject): Json[] {
  return listAt(webhook, "namespaceSelector.matchExpressions").filter((expression) => at(expression, "key") !== byName);
}

const notOff = { key: "podgraft.dev/mode", operator: "NotIn", values: ["off"] };

const selectors: readonly [string, string, string, readonly JsonObject[]][] = [
  ["verify: all but off", "no values", "verify.podgraft.dev", [notOff]],
  ["workloads: all but off", "no values", "workloads.podgraft.dev", [notOff]],
  [
    "verify: labelled",
    "only labelled Namespaces",
    "verify.podgraft.dev",
    [{ key: "podgraft.dev/mode", operator: "Exists" }, notOff],
  ],
  [
    "mutate: labelled",
    "every webhook",
    "mutate.podgraft.dev",
    [{ key: "podgraft.dev/mode", operator: "In", values: ["mutate"] }],
  ],
  ["mutate: all but off", "mutation everywhere", "mutate.podgraft.dev", [notOff]],
  [
    "OpenShift's lowest layers",
    "OpenShift",
    "verify.podgraft.dev",
    [notOff, { key: "openshift.io/run-level", operator: "NotIn", values: ["0", "1"] }],
  ],
  [
    "expressions of one's own",
    "everything named",
    "verify.podgraft.dev",
    [notOff, { key: "team", operator: "Exists" }],
  ],
];

for (const [title, set, name, expected] of selectors) {
  t.test(`Namespaces by label: ${title}`, { skip }, async (t) => {
    t.same(otherExpressions(await webhook(name, valueSets[set])), expected);
  });
}

t.test(
  "Pods: creation, changes and ephemeral containers are verified; what can still change is mutated",
  { skip },
  async (t) => {
    const core = { apiGroups: [""], apiVersions: ["v1"], scope: "Namespaced" };
    t.same((await webhook("verify.podgraft.dev"))["rules"], [
      { ...core, operations: ["CREATE", "UPDATE"], resources: ["pods"] },
      { ...core, operations: ["UPDATE"], resources: ["pods/ephemeralcontainers"] },
    ]);
    const mutate = await webhook("mutate.podgraft.dev", valueSets["every webhook"]);
    t.same(mutate["rules"], [
      { ...core, operations: ["CREATE"], resources: ["pods"] },
      { ...core, operations: ["UPDATE"], resources: ["pods/ephemeralcontainers"] },
    ]);
    t.equal(mutate["reinvocationPolicy"], "IfNeeded");
  },
);

t.test("workloads are warned of, and never refused for want of an answer", { skip }, async (t) => {
  const all = await webhook("workloads.podgraft.dev", valueSets["everything named"]);
  const resources = listAt(all, "rules").flatMap((rule) => listAt(rule, "resources"));
  t.same(resources, [
    "deployments",
    "statefulsets",
    "daemonsets",
    "replicasets",
    "jobs",
    "cronjobs",
    "replicationcontrollers",
    "podtemplates",
    "rollouts",
  ]);
  for (const values of Object.values(valueSets)) {
    for (const { webhook } of webhooksOf(await render(values)))
      if (webhook["name"] === "workloads.podgraft.dev") t.equal(webhook["failurePolicy"], "Ignore");
  }
});

t.test("failurePolicy starts with Ignore and is Fail when asked for", { skip }, async (t) => {
  t.equal((await webhook("verify.podgraft.dev"))["failurePolicy"], "Ignore");
  t.equal((await webhook("verify.podgraft.dev", valueSets["after the roll-out"]))["failurePolicy"], "Fail");
  t.equal((await webhook("mutate.podgraft.dev", valueSets["every webhook"]))["failurePolicy"], "Ignore");
  t.equal((await webhook("mutate.podgraft.dev", valueSets["mutation everywhere"]))["failurePolicy"], "Fail");
});

t.test("caBundle: as given, or left to whoever injects it", { skip }, async (t) => {
  const own = await webhook("verify.podgraft.dev", valueSets["a Secret of one's own"]);
  t.match(Buffer.from(String(at(own, "clientConfig.caBundle")), "base64").toString(), /^-----BEGIN CERTIFICATE-----\n/);
  for (const title of ["no values", "cert-manager", "OpenShift", "a Secret whose CA comes from elsewhere"]) {
    t.equal(at(await webhook("verify.podgraft.dev", valueSets[title]), "clientConfig.caBundle"), undefined, title);
  }
});
