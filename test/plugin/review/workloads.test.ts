import t from "tap";
import { builtInRows } from "../../../engine/locate/built-in-rows.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";
import {
  completePod,
  deployment,
  found,
  judge,
  kindOf,
  podWith,
  recorded,
  objectOf,
  reviewOf,
  templateOf,
  updateOf,
  withRole,
  workloadWith,
  type Setting,
} from "./courtroom.ts";

const fleets = [
  { apiVersion: "example.com/v1", kind: "Fleet", template: "spec.crews[*].template" },
  {
    apiVersion: "example.com/v1",
    kind: "Raft",
    containers: "spec.logs",
    volumes: "spec.load",
    serviceAccountName: "spec.crew",
  },
  { apiVersion: "example.com/v1", kind: "Tub", containers: "spec.logs", serviceAccountName: "spec.crew" },
];
const strict: Setting = {
  rules: rulesOf({
    providers: { aws: {} },
    verify: { conflicts: "deny" },
    admission: { mode: "enforce" },
    workloads: fleets,
  }),
};

/** A value at a path of the table of workloads. */
function placed(path: string, value: Json): Json {
  return path.split(".").reduceRight<Json>((inner, step) => {
    const at = (name: string): Json => (step.endsWith("[*]") ? { [name]: [inner] } : { [name]: inner });
    if (step === "*") return { Worker: inner };
    return at(step.replace("[*]", ""));
  }, value);
}

type Kind = { readonly title: string; readonly request: JsonObject; readonly make: (pod: JsonObject) => JsonObject };

function kindFor(apiVersion: string, kind: string, make: (pod: JsonObject) => Json): Kind {
  const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  const known = version.replace("*", "v1");
  return {
    title: `${apiVersion} ${kind}`,
    request: kindOf(group, known, kind),
    make: (pod) => ({
      apiVersion: group === "" ? known : `${group}/${known}`,
      kind,
      metadata: { name: "orders" },
      ...objectOf(make(pod)),
    }),
  };
}

const kinds: readonly Kind[] = [
  ...builtInRows
    .filter(({ template = "." }) => template !== ".")
    .map(({ apiVersion, kind, template = "" }) =>
      kindFor(apiVersion, kind, (pod) => placed(template, templateOf(pod))),
    ),
  kindFor("example.com/v1", "Fleet", (pod) => placed("spec.crews[*].template", templateOf(pod))),
  kindFor("example.com/v1", "Raft", ({ spec }) => ({
    spec: { logs: objectOf(spec).containers, crew: objectOf(spec).serviceAccountName },
  })),
];

for (const { title, request, make } of kinds) {
  t.test(`workloads are verified with warnings, and never refused: ${title}`, async (t) => {
    const object = make(podWith());
    for (const review of [
      reviewOf(object, request),
      updateOf(object, make(podWith({ spec: { containers: [] } })), request),
    ]) {
      const { allowed, warnings, record, asked, patch } = await judge("verify", review, strict);
      t.equal(allowed, true);
      t.match(record, { outcome: "warned", kind: object.kind, name: "orders" });
      t.match(warnings.join("\n"), /is not as the rules make it/);
      t.match(warnings[0], `${String(object.kind)} shop/orders: `);
      t.same(asked, ["shop", "shop/orders"]);
      t.same(patch, []);
    }
    t.match(await judge("verify", updateOf({ ...object, status: { replicas: 1 } }, object, request), strict), {
      asked: [],
      record: { outcome: "exempt" },
    });
    t.match(await judge("mutate", reviewOf(object, request), strict), { asked: [], record: { outcome: "exempt" } });
    if (title.endsWith("Raft")) return;
    const { allowed, warnings } = await judge("verify", reviewOf(make(await completePod()), request), strict);
    t.match({ allowed, warnings }, { allowed: true, warnings: [] }, "one that is rendered is taken without a word");
  });
}

t.test("a workload's namespace is the request's, whatever it says itself", async (t) => {
  const object = { ...workloadWith(templateOf()), metadata: { name: "orders", namespace: "kube-system" } };
  const { asked, warnings } = await judge("verify", reviewOf(object, deployment), strict);
  t.same(asked, ["shop", "shop/orders"]);
  t.match(warnings[0], /^Deployment shop\/orders/);
});

t.test("every ServiceAccount of a workload is asked for, each once", async (t) => {
  const template = (serviceAccountName: string): JsonObject => ({
    template: templateOf(podWith({ spec: { serviceAccountName } })),
  });
  const fleet = {
    apiVersion: "example.com/v1",
    kind: "Fleet",
    metadata: { name: "f" },
    spec: { crews: ["a", "b", "a"].map(template) },
  };
  const setting = { ...strict, serviceAccount: (_: string, name: string) => found(name === "b" ? withRole : {}) };
  const { asked, warnings, record } = await judge(
    "verify",
    reviewOf(fleet, kindOf("example.com", "v1", "Fleet")),
    setting,
  );
  t.same(asked, ["shop", "shop/a", "shop/b"]);
  t.match(warnings, [/spec\.crews\[1\]\.template/, /spec\.crews\[1\]\.template/]);
  t.same(
    record.decisions.map(({ outcome }) => outcome),
    ["skip", "inject", "skip"],
  );
});

t.test("a ServiceAccount that is not there yet is told in words of the cluster", async (t) => {
  const setting: Setting = { ...strict, serviceAccount: () => ({ kind: "absent", source: "live" }) };
  const { allowed, warnings } = await judge("verify", reviewOf(workloadWith(templateOf()), deployment), setting);
  t.equal(allowed, true);
  t.match(warnings, [/there is no ServiceAccount "orders" in the Namespace yet \(context\.service_account_unknown\)$/]);
});

t.test("a refusal of the rules is a warning for a workload", async (t) => {
  const rules = rulesOf({
    providers: { azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" } },
    admission: { mode: "mutate" },
  });
  const metadata = {
    labels: { "azure.workload.identity/use": "true" },
    annotations: { "azure.workload.identity/inject-proxy-sidecar": "true" },
  };
  const pod = podWith({ metadata, spec: { hostNetwork: true } });
  const serviceAccount = (): ReturnType<typeof found> =>
    found({ annotations: { "azure.workload.identity/client-id": "0d9e1c7a-1111-4222-8333-aaaabbbbcccc" } });
  const refused = await judge("verify", reviewOf(pod), { rules, serviceAccount });
  t.match(refused, { allowed: false, message: /The Pod is refused: hostNetwork is set to true/ });
  const review = reviewOf(workloadWith({ metadata, spec: pod.spec }), deployment);
  const told = await judge("verify", review, { rules, serviceAccount });
  t.match(told, { allowed: true, warnings: [/spec\.template: The Pod is refused: hostNetwork is set to true/] });
});

t.test("a workload that has no place for what is missing is warned of, too", async (t) => {
  const { spec } = podWith();
  const { containers: logs, serviceAccountName: crew } = objectOf(spec);
  const tub = { apiVersion: "example.com/v1", kind: "Tub", metadata: { name: "t" }, spec: { logs, crew } };
  const { allowed, warnings, record } = await judge(
    "verify",
    reviewOf(tub, kindOf("example.com", "v1", "Tub")),
    strict,
  );
  t.equal(allowed, true);
  t.match(warnings, [/was not judged for its cloud identity/]);
  t.match(record, { outcome: "failed", failure: "internal.patch" });
});

t.test("where Pods are mutated, a workload need not be complete, and says nothing", async (t) => {
  const setting = { settings: { providers: { aws: {} }, admission: { mode: "mutate" } } };
  const review = reviewOf(workloadWith(templateOf()), deployment);
  t.match(await judge("verify", review, setting), { allowed: true, warnings: [], record: { outcome: "accepted" } });
});

t.test("a template that changes in an annotation alone is judged", async (t) => {
  const request = objectOf(recorded("deployment-create.validating").request);
  const before = objectOf(request.object);
  const spec = objectOf(before.spec);
  const template = objectOf(spec.template);
  const metadata = { ...objectOf(template.metadata), annotations: { "kubectl.kubernetes.io/restartedAt": "now" } };
  const after = { ...before, spec: { ...spec, template: { ...template, metadata } } };
  t.match(await judge("verify", updateOf(after, before, deployment), strict), { record: { outcome: "warned" } });
  t.match(await judge("verify", updateOf(before, before, deployment), strict), { record: { outcome: "exempt" } });
});
