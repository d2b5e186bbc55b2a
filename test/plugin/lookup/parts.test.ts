import t from "tap";
import type { Config } from "../../../engine/config/config.ts";
import { providers } from "../../../engine/decision.ts";
import { parseJson, type JsonObject } from "../../../engine/json.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { createBackoff } from "../../../plugin/lookup/backoff.ts";
import { createInterner } from "../../../plugin/lookup/interner.ts";
import { isAtLeast } from "../../../plugin/lookup/resource-version.ts";
import { createShelf, weightOf, type Item } from "../../../plugin/lookup/shelf.ts";
import { createStore, type Store } from "../../../plugin/lookup/store.ts";
import { keepWanted, sameWantedKeys, wantedKeys, type KeyFilter } from "../../../plugin/lookup/wanted-keys.ts";
import { readFixtures } from "../../policies/read-fixtures.ts";
import { configOf } from "../../engine/config/config-of.ts";

function same(text: string): string {
  return text;
}

function keptLabels(labels: JsonObject | null, filter: KeyFilter): JsonObject | null {
  return labels === null ? null : ((keepWanted({ labels }, filter, same).labels ?? {}) as JsonObject);
}

t.test("the rules decide the same with what is kept as with everything", async (t) => {
  const module = loadRuleModule();
  const fixtures = providers.flatMap(readFixtures);
  for (const { title, provider, input, settings, expect } of fixtures) {
    const wanted = wantedKeys({ providers: settings as Config["providers"] });
    const { namespace, serviceAccount } = input;
    const kept = {
      ...input,
      namespace: { ...namespace, labels: keptLabels(namespace.labels, wanted.namespaces) },
      serviceAccount: {
        ...serviceAccount,
        metadata: keepWanted(serviceAccount.metadata, wanted.serviceAccounts, same),
      },
    };
    t.strictSame(module.evaluate(kept, settings)[provider], expect, title);
  }
  t.ok(fixtures.length > 100);
});

t.test("which keys are kept", async (t) => {
  const own = ["podgraft.dev/", "pod-identity.alibabacloud.com/"];
  const selector = {
    matchLabels: { team: "a" },
    matchExpressions: [{ key: "stage", operator: "Exists" }],
  };
  const cases: { name: string; providers: JsonObject; accounts: KeyFilter; namespaceKeys?: string[] }[] = [
    { name: "none", providers: {}, accounts: { prefixes: [], keys: [] } },
    { name: "aws", providers: { aws: {} }, accounts: { prefixes: ["eks.amazonaws.com/"], keys: [] } },
    {
      name: "aws with its own prefix",
      providers: { aws: { annotationPrefix: "id.example.com" } },
      accounts: { prefixes: ["id.example.com/"], keys: [] },
    },
    {
      name: "azure with a selector",
      providers: { azure: { azureTenantId: "t", mutatingWebhookNamespaceSelector: selector } },
      accounts: { prefixes: ["azure.workload.identity/"], keys: [] },
      namespaceKeys: ["stage", "team"],
    },
    { name: "gcp", providers: { gcp: {} }, accounts: { prefixes: ["cloud.google.com/"], keys: [] } },
    { name: "gcp with an unusual prefix", providers: { gcp: { annotationPrefix: "a/../b" } }, accounts: "all" },
    { name: "gcp without prefix", providers: { gcp: { annotationPrefix: "" } }, accounts: "all" },
    {
      name: "alibaba",
      providers: { alibaba: { accountUid: "1", clusterId: "c" } },
      accounts: { prefixes: ["pod-identity.alibabacloud.com/"], keys: [] },
    },
  ];
  for (const { name, providers: settings, accounts, namespaceKeys = [] } of cases) {
    const wanted = wantedKeys(configOf({ providers: settings }));
    t.strictSame(wanted, { serviceAccounts: accounts, namespaces: { prefixes: own, keys: namespaceKeys } }, name);
    t.ok(sameWantedKeys(wanted, wantedKeys(configOf({ providers: settings }))));
  }
  t.notOk(sameWantedKeys(wantedKeys(configOf({ providers: { aws: {} } })), wantedKeys(configOf({}))));
});

t.test("what is kept of metadata", async (t) => {
  const filter = { prefixes: ["a/"], keys: ["b"] };
  const cases: { metadata: string; kept: JsonObject }[] = [
    { metadata: "null", kept: {} },
    { metadata: "[]", kept: {} },
    { metadata: '{"labels":null,"annotations":7}', kept: {} },
    { metadata: '{"labels":["a/x"],"annotations":{"c":"d"},"name":"n"}', kept: {} },
    { metadata: '{"labels":{"a/x":"1","c":"2"}}', kept: { labels: { "a/x": "1" } } },
    { metadata: '{"annotations":{"b":"1","bb":"2","a/y":3}}', kept: { annotations: { b: "1" } } },
    { metadata: '{"annotations":{"b":null}}', kept: { annotations: { b: null } } },
  ];
  for (const { metadata, kept } of cases) t.strictSame(keepWanted(parseJson(metadata), filter, same), kept, metadata);
  const harmful = keepWanted(parseJson('{"labels":{"__proto__":"x","constructor":"y"}}'), "all", same);
  t.equal(JSON.stringify(harmful), '{"labels":{"__proto__":"x","constructor":"y"}}', "own members, nothing else");
  t.equal(Object.getPrototypeOf(harmful.labels), Object.prototype);
  t.equal(
    keepWanted({}, filter, same),
    keepWanted({ labels: {} }, filter, same),
    "one object for all that hold nothing",
  );
});

t.test("resource versions", async (t) => {
  const cases: [string, string, boolean | undefined][] = [
    ["10", "9", true],
    ["9", "10", false],
    ["10", "10", true],
    ["9007199254740993", "9007199254740992", true],
    ["9007199254740992", "9007199254740993", false],
    ["010", "9", undefined],
    ["", "9", undefined],
    ["9", "abc", undefined],
    ["0", "9", undefined],
  ];
  for (const [left, right, expected] of cases) t.equal(isAtLeast(left, right), expected, `${left} and ${right}`);
});

function item(name: string, value: string): Item {
  return { namespace: "shop", name, metadata: { annotations: { value } } };
}

function list(store: Store, items: readonly Item[], version: string, startedAt: number): void {
  const into = store.beginList();
  for (const each of items) into.put(each);
  into.complete(version, startedAt);
}

t.test("live answers stand over the watch's, never older ones over newer", async (t) => {
  const store = createStore();
  function held(name: string): unknown {
    const found = store.get("shop", name)?.metadata.annotations;
    return found === undefined ? undefined : (found as JsonObject).value;
  }
  list(store, [item("app", "1")], "10", 0);
  store.putLive(item("app", "0"), "9", 1);
  t.equal(held("app"), "1", "the watch is past it");
  store.putLive(item("app", "3"), "12", 1);
  store.putLive(item("app", "2"), "11", 2);
  t.equal(held("app"), "3", "the newer of two");
  store.put(item("app", "2"), "11");
  t.equal(held("app"), "3", "the watch is behind it");
  store.put(item("app", "4"), "13");
  t.equal(held("app"), "4", "the watch has passed it");
  store.putLive(item("new", "5"), "15", 3);
  store.advance("14");
  t.equal(held("new"), "5");
  store.advance("16");
  t.equal(held("new"), undefined, "created and deleted before the bookmark");
  store.putLive(item("new", "6"), "20", 4);
  store.removeLive("shop", "new");
  t.equal(held("new"), undefined);
  store.putLive(item("new", "7"), "21", 5);
  list(store, [], "5", 6);
  t.equal(held("new"), undefined, "a list that began later knows better, whatever it counts");
  store.putLive(item("new", "8"), "opaque", 7);
  t.equal(held("new"), undefined, "what cannot be compared gives way to the watch");
  t.equal(store.size(), 0);
});

t.test("live answers are bounded", async (t) => {
  const store = createStore();
  for (let index = 0; index < 3000; index += 1) store.putLive(item(`app-${index}`, ""), "10", index);
  t.equal(store.get("shop", "app-0"), undefined);
  t.equal(store.get("shop", "app-951"), undefined);
  t.strictSame(store.get("shop", "app-952"), { metadata: { annotations: { value: "" } }, liveAt: 952 });
});

t.test("objects are counted", async (t) => {
  const store = createStore();
  list(store, [item("a", ""), item("b", ""), item("a", "")], "1", 0);
  t.equal(store.size(), 2);
  store.put(item("a", "x"), "2");
  store.put(item("c", "x"), "3");
  t.equal(store.size(), 3);
  store.remove("shop", "a", "4");
  store.remove("shop", "a", "5");
  store.remove("else", "a", "6");
  t.equal(store.size(), 2);
});

t.test("what is cached is bounded, by object and in all", async (t) => {
  const one = weightOf("a", item("a", "x").metadata);
  const shelf = createShelf({ item: one + 10, total: 2 * one + 10 });
  shelf.put(item("a", "x"));
  shelf.put(item("b", "x"));
  t.strictSame([shelf.size(), shelf.weight(), shelf.omitted()], [2, 2 * one, 0]);
  shelf.put(item("c", "x"));
  t.equal(shelf.get("shop", "c"), undefined, "no room");
  shelf.put(item("a", "x".repeat(12)));
  t.equal(shelf.get("shop", "a"), undefined, "too heavy: the old value must not stay");
  t.strictSame([shelf.size(), shelf.weight(), shelf.omitted()], [1, one, 2]);
  shelf.put(item("c", "x"));
  t.strictSame(shelf.get("shop", "c"), item("c", "x").metadata, "room again");
  shelf.remove("shop", "b");
  shelf.remove("shop", "c");
  shelf.remove("shop", "c");
  t.strictSame([shelf.size(), shelf.weight()], [0, 0]);
  const store = createStore({ item: one + 10, total: 2 * one });
  store.putLive(item("big", "x".repeat(100)), "1", 0);
  t.equal(store.get("shop", "big"), undefined, "live answers too");
});

t.test("pauses grow to a limit and begin anew", async (t) => {
  const backoff = createBackoff(100, 500, () => 0);
  t.strictSame(
    [1, 2, 3, 4, 5].map(() => backoff.next()),
    [100, 200, 400, 500, 500],
  );
  backoff.reset();
  t.equal(backoff.next(), 100);
  t.equal(createBackoff(100, 500, () => 1).next(), 50);
});

t.test("one copy of texts that recur, within bounds", async (t) => {
  const keep = createInterner();
  for (let index = 0; index < 5000; index += 1) t.equal(keep(`text ${index}`), `text ${index}`);
  t.equal(keep("x".repeat(300)), "x".repeat(300));
});
