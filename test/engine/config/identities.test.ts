import t from "tap";
import { applyIdentities, matchIdentity, type KnownIdentity } from "../../../engine/config/identities.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { configOf } from "./config-of.ts";

function rules(...identities: readonly JsonObject[]): ReturnType<typeof configOf>["identities"] {
  return configOf({ identities }).identities;
}

const map = rules(
  { match: { namespace: "shop-*", serviceAccount: "orders" } },
  { match: { namespace: "*", serviceAccount: "api-?" } },
  { match: { namespace: "shop-eu" } },
  { match: { namespace: "kube-system", serviceAccount: "*" } },
);

const matches: readonly [string | null, string, number | undefined][] = [
  ["shop-eu", "orders", 0],
  ["shop-eu", "api-1", 1],
  ["shop-eu", "other", 2],
  ["shop-us", "other", undefined],
  ["kube-system", "default", 3],
  [null, "api-1", 1],
  [null, "orders", undefined],
];

for (const [namespace, name, index] of matches) {
  t.test(`${String(namespace)}/${name}`, async (t) => {
    t.equal(matchIdentity(map, namespace, name)?.index, index);
  });
}

const annotations = { "eks.amazonaws.com/role-arn": "mapped", extra: "mapped" };
const labels = { injection: "on" };

function known(
  found: boolean | null,
  metadata: JsonObject = {},
  namespaceLabels: JsonObject | null = null,
): KnownIdentity {
  return { namespace: { name: "shop", labels: namespaceLabels }, serviceAccount: { name: "sa", found, metadata } };
}

const own = { name: "sa", annotations: { "eks.amazonaws.com/role-arn": "own" } };
const applied: readonly [string, JsonObject, KnownIdentity, Json][] = [
  [
    "a missing account is found, with the map's annotations",
    { match: {}, annotations },
    known(false),
    {
      namespace: { name: "shop", labels: null },
      serviceAccount: { name: "sa", found: true, metadata: { annotations } },
      fromMap: { rule: 0, annotations: Object.keys(annotations), namespaceLabels: [] },
    },
  ],
  [
    "empty annotations make it found too",
    { match: {}, annotations: {} },
    known(null),
    {
      namespace: { name: "shop", labels: null },
      serviceAccount: { name: "sa", found: true, metadata: { annotations: {} } },
      fromMap: { rule: 0, annotations: [], namespaceLabels: [] },
    },
  ],
  [
    "labels alone say nothing about the account",
    { match: {}, namespaceLabels: labels },
    known(null),
    {
      namespace: { name: "shop", labels },
      serviceAccount: { name: "sa", found: null, metadata: {} },
      fromMap: { rule: 0, annotations: [], namespaceLabels: ["injection"] },
    },
  ],
  [
    "what the account has stays",
    { match: {}, annotations, namespaceLabels: labels },
    known(true, own, { injection: "off", other: "1" }),
    {
      namespace: { name: "shop", labels: { injection: "off", other: "1" } },
      serviceAccount: {
        name: "sa",
        found: true,
        metadata: { name: "sa", annotations: { "eks.amazonaws.com/role-arn": "own", extra: "mapped" } },
      },
      fromMap: { rule: 0, annotations: ["extra"], namespaceLabels: [] },
    },
  ],
  [
    "override replaces",
    { match: {}, annotations, namespaceLabels: labels, override: true },
    known(true, own, { injection: "off" }),
    {
      namespace: { name: "shop", labels: { injection: "on" } },
      serviceAccount: { name: "sa", found: true, metadata: { name: "sa", annotations } },
      fromMap: { rule: 0, annotations: Object.keys(annotations), namespaceLabels: ["injection"] },
    },
  ],
  [
    "no match changes nothing",
    { match: { namespace: "other" }, annotations },
    known(null),
    { ...known(null), fromMap: null },
  ],
];

for (const [title, rule, before, after] of applied) {
  t.test(title, async (t) => {
    t.strictSame(applyIdentities(rules(rule), before), after);
  });
}

t.test("the first rule that matches is the only one", async (t) => {
  const { serviceAccount, fromMap } = applyIdentities(
    rules({ match: {}, annotations: { a: "1" } }, { match: {}, annotations: { b: "2" } }),
    known(null),
  );
  t.strictSame(serviceAccount.metadata, { annotations: { a: "1" } });
  t.equal(fromMap?.rule, 0);
});

t.test("__proto__ is an annotation like any other", async (t) => {
  const rule = { match: {}, annotations: JSON.parse('{"__proto__":"x"}') as JsonObject };
  const { serviceAccount } = applyIdentities(rules(rule), known(null));
  t.equal(JSON.stringify(serviceAccount.metadata), '{"annotations":{"__proto__":"x"}}');
});
