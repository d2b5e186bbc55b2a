import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { clusterUnderTest, later, role, type UnderTest } from "./cluster-under-test.ts";
import { eventually } from "./eventually.ts";

const appPath = "/api/v1/namespaces/shop/serviceaccounts/app";
const listPath = "/api/v1/serviceaccounts";

async function watchingCluster(): Promise<UnderTest> {
  const under = await clusterUnderTest();
  await under.start();
  await watching(under);
  return under;
}

function watching({ state, api }: UnderTest): Promise<void> {
  return eventually("the watches", () => {
    return (
      state().serviceaccount.watching &&
      state().namespace.watching &&
      api.watchers("serviceaccounts") === 1 &&
      api.watchers("namespaces") === 1
    );
  });
}

/** Waits until the cache itself, without a request, has the ServiceAccount with this role; null: has it not. */
function cached({ cluster }: UnderTest, name: string, arn: string | null): Promise<void> {
  return eventually(`${name} to be ${arn ?? "gone"} in the cache`, () => {
    const looked = cluster.serviceAccount("shop", name, performance.now());
    if (looked instanceof Promise) return arn === null;
    return arn !== null && looked.kind === "found" && JSON.stringify(looked.metadata) === JSON.stringify(role(arn));
  });
}

function arn(value: string): JsonObject {
  return { "eks.amazonaws.com/role-arn": value };
}

t.test("changes arrive", async (t) => {
  const under = await watchingCluster();
  const { api, end, state, cluster } = under;
  api.account("shop", "new", arn("arn:2"));
  await cached(under, "new", "arn:2");
  api.account("shop", "new", arn("arn:3"));
  await cached(under, "new", "arn:3");
  t.equal(state().serviceaccount.objects, 2);
  api.remove("/api/v1/namespaces/shop/serviceaccounts/new");
  await cached(under, "new", null);
  t.equal(state().serviceaccount.objects, 1);
  api.space("shop", { team: "b" });
  await eventually("the label", () => {
    const looked = cluster.namespace("shop", later());
    return !(looked instanceof Promise) && JSON.stringify(looked).includes('"team":"b"');
  });
  t.equal(state().serviceaccount.lists, 1);
  await end();
});

t.test("a list of several pages", async (t) => {
  const under = await clusterUnderTest();
  const { api, start, state, end } = under;
  for (let index = 0; index < 1234; index += 1) api.account(`space-${index % 7}`, `app-${index}`);
  await start();
  t.equal(state().serviceaccount.objects, 1235);
  const lists = api.requests.filter(({ path, query }) => path === listPath && !query.has("watch"));
  t.same(
    lists.map(({ query }) => [query.get("limit"), query.get("continue"), query.has("resourceVersion")]),
    [
      ["500", null, false],
      ["500", "500", false],
      ["500", "1000", false],
    ],
  );
  await end();
});

t.test("a page whose token is too old begins the list anew", async (t) => {
  const under = await clusterUnderTest();
  const { api, start, state, end } = under;
  for (let index = 0; index < 600; index += 1) api.account("shop", `app-${index}`);
  let refused = 0;
  api.fault = ({ query }) => {
    if (!query.has("continue") || refused > 0) return undefined;
    refused += 1;
    return { kind: "status", status: 410, message: "The provided continue parameter is too old" };
  };
  await start();
  t.equal(refused, 1);
  t.equal(state().serviceaccount.objects, 601);
  await end();
});

t.test("a page that is too large is read in smaller ones", async (t) => {
  const under = await clusterUnderTest();
  const { api, start, state, end } = under;
  const padding = "x".repeat(200_000);
  for (let index = 0; index < 100; index += 1) api.account("shop", `app-${index}`, { padding });
  await start();
  t.equal(state().serviceaccount.objects, 101);
  const limits = api.requests.filter(({ query, path }) => path === listPath && query.has("limit"));
  t.same([...new Set(limits.map(({ query }) => query.get("limit")))], ["500", "100", "20"]);
  t.equal(state().serviceaccount.lists, 1);
  await end();
});

t.test("what does not fit into the cache is asked for, as it is now", async (t) => {
  const under = await clusterUnderTest({ limits: { item: 1000, total: 100_000 } });
  const { api, start, state, cluster, logged, end } = under;
  api.account("shop", "big", arn("x".repeat(2000)));
  await start();
  await watching(under);
  t.match(state().serviceaccount, { objects: 1, omitted: 1 });
  t.ok(logged.some((line) => line.includes("the cache is full")));
  for (const round of [1, 2]) {
    const looked = await cluster.serviceAccount("shop", "big", later());
    t.same(looked, { kind: "found", source: "live", metadata: role("x".repeat(2000)) }, `round ${round}`);
  }
  api.account("shop", "app", arn("y".repeat(2000)));
  await cached(under, "app", null);
  t.match(await cluster.serviceAccount("shop", "app", later()), { metadata: role("y".repeat(2000)) }, "grown");
  api.account("shop", "app", arn("arn:5"));
  await cached(under, "app", "arn:5");
  await end();
});

t.test("a server that ends the watch: it goes on from the last bookmark", async (t) => {
  const under = await watchingCluster();
  const { api, end, state } = under;
  api.bookmark();
  const version = api.version();
  await new Promise((resolve) => setTimeout(resolve, 50));
  api.endWatches();
  await watching(under);
  const [last] = api.requests.filter(({ path, query }) => path === listPath && query.has("watch")).slice(-1);
  t.equal(last?.query.get("resourceVersion"), version);
  t.equal(last?.query.get("allowWatchBookmarks"), "true");
  t.ok(Number(last?.query.get("timeoutSeconds")) >= 300);
  t.equal(state().serviceaccount.lists, 1);
  await end();
});

t.test("a restart of the API server: it goes on from where it was, with what happened in between", async (t) => {
  const under = await watchingCluster();
  const { api, end, state } = under;
  await api.kill();
  await eventually("the loss", () => !state().serviceaccount.watching);
  api.account("shop", "meanwhile", arn("arn:4"));
  api.remove(appPath);
  await api.listen();
  await cached(under, "meanwhile", "arn:4");
  await cached(under, "app", null);
  t.equal(state().serviceaccount.lists, 1);
  t.ok(under.logged.some((line) => line.startsWith("warn Look-up: the watch ended")));
  await end();
});

t.test("410 within the stream: a new list, and what vanished meanwhile is gone", async (t) => {
  const under = await watchingCluster();
  const { api, end, state } = under;
  await api.kill();
  await eventually("the loss", () => !state().serviceaccount.watching);
  api.account("shop", "meanwhile", arn("arn:4"));
  api.remove(appPath);
  api.compact();
  await api.listen();
  await cached(under, "meanwhile", "arn:4");
  await cached(under, "app", null);
  t.equal(state().serviceaccount.lists, 2);
  await end();
});

t.test("while a new list is read the old one is answered from", async (t) => {
  const under = await watchingCluster();
  const { api, end, cluster } = under;
  let release: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (release = resolve));
  let listing = false;
  api.fault = ({ path, query }) => {
    if (path !== listPath || query.has("watch")) return undefined;
    listing = true;
    return { kind: "after", wait };
  };
  api.send(JSON.stringify({ type: "ERROR", object: { code: 410, message: "expired" } }) + "\n");
  await eventually("the list", () => listing);
  t.match(cluster.serviceAccount("shop", "app", later()), { kind: "found", source: "cache" });
  release();
  await watching(under);
  await end();
});

const listAgain: { name: string; text: string }[] = [
  { name: "no JSON", text: "{oops\n" },
  { name: "no event", text: "42\n" },
  { name: "an unknown type", text: '{"type":"SURPRISE","object":{}}\n' },
  { name: "an event without object", text: '{"type":"ADDED"}\n' },
  { name: "an object without metadata", text: '{"type":"ADDED","object":{}}\n' },
  { name: "an object without name", text: '{"type":"ADDED","object":{"metadata":{"resourceVersion":"7"}}}\n' },
  { name: "a bookmark without version", text: '{"type":"BOOKMARK","object":{"metadata":{}}}\n' },
  { name: "an error", text: '{"type":"ERROR","object":{"code":500,"message":"etcdserver: leader changed"}}\n' },
  { name: "an error that says nothing", text: '{"type":"ERROR","object":null}\n' },
  { name: "a line without end", text: "x".repeat(9 * 1024 * 1024) },
  { name: "a line that is too long", text: `${"x".repeat(9 * 1024 * 1024)}\n` },
];

for (const { name, text } of listAgain) {
  t.test(`a watch that sends ${name} is ended and the list read again`, async (t) => {
    const under = await watchingCluster();
    const { api, end, state } = under;
    api.send(text);
    await eventually("a new list", () => state().serviceaccount.lists === 2 && state().namespace.lists === 2);
    await watching(under);
    api.account("shop", "new", arn("arn:2"));
    await cached(under, "new", "arn:2");
    t.pass();
    await end();
  });
}

t.test("events in pieces, with letters cut in two, several at once, and empty lines between", async (t) => {
  const under = await watchingCluster();
  const { api, end, state } = under;
  const event = {
    type: "ADDED",
    object: { metadata: { namespace: "shop", name: "cut", resourceVersion: "900", annotations: arn("arn:ü") } },
  };
  const bytes = Buffer.from(`\n\n${JSON.stringify(event)}\n\n`.repeat(2));
  for (const byte of bytes) {
    api.send(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await cached(under, "cut", "arn:ü");
  t.equal(state().serviceaccount.lists, 1);
  await end();
});

for (const status of [410, 400, 500, 504]) {
  t.test(`a watch that is answered with ${status} leads to a new list`, async (t) => {
    const under = await watchingCluster();
    const { api, end, state } = under;
    let refused = 0;
    api.fault = ({ path, query }) => {
      if (path !== listPath || !query.has("watch") || refused > 0) return undefined;
      refused += 1;
      return { kind: "status", status };
    };
    api.breakConnections();
    await watching(under);
    t.equal(refused, 1);
    t.equal(state().serviceaccount.lists, 2);
    await end();
  });
}

for (const status of [429, 503]) {
  t.test(`a server that is busy (${status}) is asked again, for the watch alone`, async (t) => {
    const under = await watchingCluster();
    const { api, end, state } = under;
    let refused = 0;
    api.fault = ({ path, query }) => {
      if (path !== listPath || !query.has("watch") || refused > 2) return undefined;
      refused += 1;
      return { kind: "status", status, headers: { "retry-after": "0.02" } };
    };
    api.breakConnections();
    await watching(under);
    t.equal(refused, 3);
    t.equal(state().serviceaccount.lists, 1);
    await end();
  });
}

t.test("lists that fail are tried again until one succeeds", async (t) => {
  const under = await clusterUnderTest();
  const { api, end, start, state } = under;
  const faults = [
    { kind: "status", status: 403 },
    { kind: "status", status: 500 },
    { kind: "text", text: "[]" },
    { kind: "text", text: '{"metadata":{"resourceVersion":"1"},"items":7}' },
    { kind: "text", text: '{"metadata":{"resourceVersion":"1"},"items":[{"metadata":{}}]}' },
    { kind: "text", text: '{"metadata":{"resourceVersion":"1","continue":3},"items":[]}' },
    { kind: "text", text: "oops" },
    { kind: "reset" },
    { kind: "cut" },
  ] as const;
  let next = 0;
  api.fault = ({ path, query }) => (path === listPath && !query.has("watch") ? faults[next++] : undefined);
  await start();
  t.ok(next > faults.length, "all of them met");
  t.equal(state().serviceaccount.objects, 1);
  t.ok(under.logged.some((line) => line.includes("answered 403")));
  await end();
});

t.test("an empty cluster, as Go writes it", async (t) => {
  const under = await clusterUnderTest();
  const { api, end, start, state } = under;
  api.fault = ({ query }) =>
    query.has("watch") ? undefined : { kind: "text", text: '{"metadata":{"resourceVersion":"1"},"items":null}' };
  await start();
  t.match(state(), { serviceaccount: { objects: 0, synced: true }, namespace: { objects: 0, synced: true } });
  await end();
});

t.test("a watch that falls silent is given up, and the list read again", async (t) => {
  const timing = { firstPauseMs: 10, longestPauseMs: 50, pageTimeoutMs: 5000, watchMs: 300_000, silenceMs: 300 };
  const under = await clusterUnderTest({ timing });
  const { api, end, start, state } = under;
  await start();
  await eventually("a second list", () => state().serviceaccount.lists >= 2);
  t.ok(under.logged.some((line) => line.includes("nothing came for 300 ms")));
  api.account("shop", "new", arn("arn:2"));
  await cached(under, "new", "arn:2");
  await end();
});

t.test("a store that was restored from a backup counts from before", async (t) => {
  const under = await watchingCluster();
  const { api, end, state, cluster } = under;
  await cluster.serviceAccount("shop", "app", later());
  await api.kill();
  await eventually("the loss", () => !state().serviceaccount.watching);
  api.rewind(50);
  api.account("shop", "app", arn("arn:old"));
  api.fault = ({ query }) =>
    Number(query.get("resourceVersion") ?? 0) > 90
      ? { kind: "status", status: 504, message: "Too large resource version" }
      : undefined;
  await api.listen();
  await cached(under, "app", "arn:old");
  t.equal(state().serviceaccount.lists, 2);
  await end();
});

t.test("a watch that ends at once, again and again, is not asked for without pause", async (t) => {
  const timing = { firstPauseMs: 200, longestPauseMs: 400, pageTimeoutMs: 5000, watchMs: 300_000, silenceMs: 60_000 };
  const under = await clusterUnderTest({ timing });
  const { api, end, start, state } = under;
  api.fault = ({ query }) => (query.has("watch") ? { kind: "text", text: "" } : undefined);
  await start();
  await eventually("three watches", () => state().serviceaccount.watches >= 3);
  t.ok(under.logged.some((line) => line.includes("the API server ended it at once")));
  t.equal(state().serviceaccount.lists, 1);
  await end();
});
