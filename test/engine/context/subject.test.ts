import t from "tap";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import { subjectOfLocated } from "../../../engine/context/subject.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";
import { configOf } from "../config/config-of.ts";

const context: readonly JsonObject[] = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { team: "a" } } },
  {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "orders", namespace: "shop", annotations: { a: "b" } },
  },
];

function subjectOf(
  spec: Json,
  options: { namespace?: string; defaultNamespace?: string; identities?: readonly Json[] } = {},
): ReturnType<typeof subjectOfLocated> {
  const { namespace, defaultNamespace = null, identities = [] } = options;
  const metadata = { name: "p", ...(namespace === undefined ? {} : { namespace }) };
  const items = [...context, { apiVersion: "v1", kind: "Pod", metadata, spec }];
  const { pods, objects } = locatePods({ apiVersion: "v1", kind: "List", items }, builtInTable());
  const [located] = pods;
  if (located === undefined) throw new Error("no Pod");
  return subjectOfLocated(located, collectKnownObjects(objects, defaultNamespace), configOf({ identities }));
}

t.test("a Pod with what is known of its account and Namespace", async (t) => {
  const { subject, fromMap } = subjectOf({ serviceAccountName: "orders" }, { namespace: "shop" });
  t.strictSame(subject.namespace, { name: "shop", labels: { team: "a" } });
  t.match(subject.serviceAccount, { name: "orders", found: true, metadata: { annotations: { a: "b" } } });
  t.match(subject.owner, { kind: "Pod", name: "p", nameIsFinal: true });
  t.equal(fromMap, null);
});

t.test("who is not known stays unknown", async (t) => {
  t.match(subjectOf({ serviceAccountName: "orders" }).subject, {
    namespace: { name: null, labels: null },
    serviceAccount: { found: null, metadata: {} },
  });
  t.match(subjectOf({ serviceAccountName: "orders" }, { namespace: "inn" }).subject, {
    namespace: { name: "inn", labels: null },
    serviceAccount: { found: null },
  });
  t.match(subjectOf({ serviceAccountName: "orders" }, { defaultNamespace: "shop" }).subject, {
    namespace: { name: "shop", labels: { team: "a" } },
    serviceAccount: { found: true },
  });
  t.match(subjectOf({ serviceAccountName: "orders" }, { namespace: "inn", defaultNamespace: "shop" }).subject, {
    namespace: { name: "inn" },
    serviceAccount: { found: null },
  });
});

t.test("the account's name is filled in as Kubernetes fills it", async (t) => {
  const cases: readonly (readonly [spec: Json, name: string, seen: Json])[] = [
    [{ serviceAccountName: "orders" }, "orders", { serviceAccountName: "orders" }],
    [{ serviceAccount: "old" }, "old", { serviceAccount: "old", serviceAccountName: "old" }],
    [{ serviceAccountName: "", serviceAccount: "old" }, "old", { serviceAccountName: "old", serviceAccount: "old" }],
    [{ serviceAccountName: null }, "default", { serviceAccountName: "default" }],
    [{}, "default", { serviceAccountName: "default" }],
    [null, "default", null],
  ];
  for (const [spec, name, seen] of cases) {
    const { subject } = subjectOf(spec);
    t.equal(subject.serviceAccount.name, name);
    t.strictSame(subject.pod.spec, seen);
  }
});

t.test("the identity map fills in", async (t) => {
  const identities = [
    { match: { namespace: "*", serviceAccount: "invoices" }, annotations: { c: "d" }, namespaceLabels: { tier: "x" } },
  ];
  const { subject, fromMap } = subjectOf({ serviceAccountName: "invoices" }, { namespace: "shop", identities });
  t.match(subject.serviceAccount, { found: true, metadata: { annotations: { c: "d" } } });
  t.strictSame(subject.namespace, { name: "shop", labels: { team: "a", tier: "x" } });
  t.strictSame(fromMap, { rule: 0, annotations: ["c"], namespaceLabels: ["tier"] });
});
