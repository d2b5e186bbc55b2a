import { load } from "js-yaml";
import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { at, helms, idOf, listAt, namespace, ofKind, only, render, skip, template } from "./render.ts";
import { valueSets } from "./value-sets.ts";

const clusterWide: readonly string[] = [
  "ClusterRole",
  "ClusterRoleBinding",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
];

const [first, ...others] = helms;

for (const { name, found } of others) {
  const lacking = found.reason ?? first?.found.reason ?? false;
  t.test(`${name} renders the same objects as ${first?.name ?? ""}`, { skip: lacking }, async (t) => {
    for (const [title, values] of Object.entries(valueSets)) {
      const [one, other] = await Promise.all([render(values, first?.found.path), render(values, found.path)]);
      t.ok(one.length > 4, `${title}: objects`);
      t.same(sorted(one), sorted(other), title);
    }
  });
}

/** The order in which objects are installed is each Helm's own. */
function sorted(objects: readonly JsonObject[]): JsonObject[] {
  return objects.toSorted((left, right) => idOf(left).localeCompare(idOf(right)));
}

for (const [title, values] of Object.entries(valueSets)) {
  t.test(`objects: ${title}`, { skip }, async (t) => {
    const objects = await render(values);
    const ids = objects.map((object) => `${String(object["apiVersion"])} ${idOf(object)}`);
    t.same(ids.toSorted(), [...new Set(ids)].toSorted(), "no two of one name");
    for (const object of objects) {
      t.equal(at(object, "metadata.namespace"), clusterWide.includes(String(object["kind"])) ? undefined : namespace);
      t.type(at(object, ["metadata", "labels", "app.kubernetes.io/instance"]), "string", idOf(object));
      t.equal(Object.keys(object).includes("status"), false);
    }
    const labels = at(only(objects, "Deployment"), "spec.template.metadata.labels") as JsonObject;
    for (const selector of selectors(objects)) t.match(labels, selector, "what selects the Pods finds them");
    t.equal(labels["app.kubernetes.io/component"], "admission");
  });
}

/** Everything that picks the server's Pods by their labels. */
function selectors(objects: readonly JsonObject[]): JsonObject[] {
  const found = [
    at(only(objects, "Deployment"), "spec.selector.matchLabels"),
    at(only(objects, "Service"), "spec.selector"),
    ...ofKind(objects, "PodDisruptionBudget").map((object) => at(object, "spec.selector.matchLabels")),
    ...ofKind(objects, "NetworkPolicy").map((object) => at(object, "spec.podSelector.matchLabels")),
    ...ofKind(objects, "PodMonitor").map((object) => at(object, "spec.selector.matchLabels")),
    ...listAt(only(objects, "Deployment"), "spec.template.spec.topologySpreadConstraints").map((constraint) =>
      at(constraint, "labelSelector.matchLabels"),
    ),
  ];
  return found as JsonObject[];
}

t.test(
  "a closed network lets in API servers, the test and Prometheus, and lets out to the API server",
  { skip },
  async (t) => {
    const policy = only(await render(valueSets["a closed network"]), "NetworkPolicy");
    t.match(at(policy, "spec"), {
      policyTypes: ["Ingress", "Egress"],
      ingress: [
        {
          ports: [{ port: "https" }],
          from: [
            { ipBlock: { cidr: "10.0.0.0/28" } },
            { podSelector: { matchLabels: { "app.kubernetes.io/component": "test" } } },
          ],
        },
        {
          ports: [{ port: "metrics" }],
          from: [
            { namespaceSelector: { matchLabels: Object } },
            { podSelector: { matchLabels: { "app.kubernetes.io/component": "test" } } },
          ],
        },
      ],
      egress: [
        { ports: [{ port: 443 }, { port: 6443 }], to: [{ ipBlock: { cidr: "10.0.0.0/28" } }] },
        { ports: [{ port: 53 }, { port: 53 }] },
      ],
    });
    const open = only(await render(), "NetworkPolicy");
    t.equal(listAt(open, "spec.egress").length, 1, "no DNS unless asked for");
    t.same(at(open, "spec.ingress.1.from"), [{ namespaceSelector: {} }], "metrics are for Pods of the cluster");
  },
);

t.test("cert-manager: a CA that outlives the serving certificates, injected by name", { skip }, async (t) => {
  const objects = await render(valueSets["cert-manager"]);
  t.equal(ofKind(objects, "Issuer").length, 2);
  const serving = ofKind(objects, "Certificate").find((object) => at(object, "spec.isCA") !== true);
  const volume = at(only(objects, "Deployment"), "spec.template.spec.volumes.1");
  t.equal(at(volume, "secret.secretName"), at(serving, "spec.secretName"));
  t.ok(listAt(serving, "spec.dnsNames").includes(`podgraft.${namespace}.svc`));
  t.equal(at(serving, "spec.privateKey.rotationPolicy"), "Always");
  for (const kind of ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"]) {
    const annotations = at(only(objects, kind), "metadata.annotations") as JsonObject;
    t.equal(annotations["cert-manager.io/inject-ca-from"], `${namespace}/${String(at(serving, "metadata.name"))}`);
  }
  const own = await render(valueSets["an issuer of one's own"]);
  t.equal(ofKind(own, "Issuer").length, 0);
  t.same(at(only(own, "Certificate"), "spec.issuerRef"), {
    group: "cert-manager.io",
    kind: "ClusterIssuer",
    name: "corporate",
  });
});

t.test("self-managed: the Secret is made empty, and an upgrade names no data", { skip }, async (t) => {
  const secret = only(await render(), "Secret");
  t.same(Object.keys(secret).toSorted(), ["apiVersion", "kind", "metadata", "type"]);
  for (const title of ["cert-manager", "OpenShift", "a Secret of one's own"]) {
    t.same(ofKind(await render(valueSets[title]), "Secret"), [], title);
  }
});

t.test("the configuration is what the values say", { skip }, async (t) => {
  const config = { providers: { aws: { awsDefaultRegion: "eu-west-1" } }, admission: { mode: "enforce" } };
  const objects = await render({ config });
  const text = String(at(only(objects, "ConfigMap"), ["data", "podgraft.yaml"]));
  t.same(load(text), { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", ...config });
  t.same(ofKind(await render({ existingConfigMap: "mine" }), "ConfigMap"), [], "one of one's own replaces it");
});

t.test("what cannot work together is refused, with what to do", { skip }, async (t) => {
  const refused: readonly [JsonObject, RegExp][] = [
    [{ server: { deadline: "5s" } }, /server\.deadline \(5s\) has to be below webhooks\.verify\.timeoutSeconds \(5\)/],
    [{ server: { deadline: "5000ms" } }, /server\.deadline \(5000ms\) has to be below/],
    [{ server: { deadline: "1m" } }, /server\.deadline \(1m\) has to be below/],
    [{ config: { admission: { mode: "mutate" } } }, /set webhooks\.mutate\.enabled to true/],
    [
      { config: { admission: { mode: "mutate" } }, webhooks: { mutate: { enabled: true } } },
      /webhooks\.mutate\.namespaces to all/,
    ],
    [{ certificates: { mode: "existingSecret" } }, /name the Secret in certificates\.existingSecret\.name/],
    [{ config: { order: ["aws"] }, existingConfigMap: "x" }, /config and existingConfigMap exclude each other/],
    [{ module: { file: "/own.wasm" } }, /module\.file needs module\.digest/],
  ];
  for (const [values, message] of refused) t.match(await template(values), { status: 1, text: "", error: message });
});
