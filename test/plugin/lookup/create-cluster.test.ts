import t from "tap";
import type { Looked } from "../../../plugin/cluster.ts";
import { clusterUnderTest, later, role, type UnderTest } from "./cluster-under-test.ts";
import { eventually } from "./eventually.ts";
import type { Fault } from "./stand-in.ts";

const appPath = "/api/v1/namespaces/shop/serviceaccounts/app";

t.test("what the cache holds is answered at once, with what the rules read", async (t) => {
  const { cluster, start, state, api, end } = await clusterUnderTest();
  await start();
  await eventually("both watches", () => state().serviceaccount.watching && state().namespace.watching);
  t.same(cluster.serviceAccount("shop", "app", later()), { kind: "found", source: "cache", metadata: role("arn:1") });
  t.same(cluster.namespace("shop", later()), {
    kind: "found",
    source: "cache",
    metadata: { labels: { team: "a", "podgraft.dev/mode": "enforce" } },
  });
  t.equal(api.count("GET", appPath), 0, "no request for it");
  t.equal(api.authorizations[0], "Bearer secret");
  t.match(state(), { serviceaccount: { objects: 1, synced: true, lists: 1, watches: 1 }, namespace: { objects: 1 } });
  await end();
});

t.test("nothing is known before the first list, and look-ups do not wait for it", async (t) => {
  const { cluster, api, state, end } = await clusterUnderTest();
  t.same(state().serviceaccount, {
    objects: 0,
    bytes: 0,
    omitted: 0,
    ageSeconds: null,
    synced: false,
    watching: false,
    lists: 0,
    watches: 0,
  });
  t.same(await cluster.serviceAccount("shop", "app", later()), {
    kind: "found",
    source: "live",
    metadata: role("arn:1"),
  });
  t.match(await cluster.namespace("shop", later()), {
    kind: "found",
    source: "live",
    metadata: { labels: { team: "a" } },
  });
  t.match(cluster.serviceAccount("shop", "app", later()), { kind: "found", source: "cache" }, "kept for the next one");
  t.equal(api.count("GET", appPath), 1);
  await end();
});

t.test(
  "a ServiceAccount that the watch has not delivered yet is found by a GET, then dropped again with the watch",
  async (t) => {
    const { cluster, start, state, api, end } = await clusterUnderTest();
    await start();
    await eventually("the watch", () => state().serviceaccount.watching);
    api.account("shop", "late", { "eks.amazonaws.com/role-arn": "arn:2" }, true);
    const path = "/api/v1/namespaces/shop/serviceaccounts/late";
    t.same(await cluster.serviceAccount("shop", "late", later()), {
      kind: "found",
      source: "live",
      metadata: role("arn:2"),
    });
    t.match(cluster.serviceAccount("shop", "late", later()), { kind: "found", source: "cache" });
    t.equal(api.count("GET", path), 1);
    api.remove(path, true);
    api.bookmark();
    await eventually("the bookmark", () => cluster.serviceAccount("shop", "late", later()) instanceof Promise);
    t.same(await cluster.serviceAccount("shop", "late", later()), { kind: "absent", source: "live" });
    await end();
  },
);

t.test("that there is none is never remembered", async (t) => {
  const { cluster, start, api, end } = await clusterUnderTest();
  await start();
  for (const round of [1, 2]) {
    t.same(await cluster.serviceAccount("shop", "none", later()), { kind: "absent", source: "live" }, `round ${round}`);
  }
  t.equal(api.count("GET", "/api/v1/namespaces/shop/serviceaccounts/none"), 2);
  await end();
});

t.test("many wait for one request", async (t) => {
  const { cluster, api, end } = await clusterUnderTest();
  const looked = await Promise.all(
    Array.from({ length: 50 }, async () => cluster.serviceAccount("shop", "app", later())),
  );
  t.ok(looked.every(({ kind }) => kind === "found"));
  t.equal(api.count("GET", appPath), 1);
  await end();
});

t.test("who comes after a request has left does not believe its 404", async (t) => {
  const { cluster, api, end } = await clusterUnderTest();
  const path = "/api/v1/namespaces/shop/serviceaccounts/new";
  let release: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => (release = resolve));
  // The API server has looked before the ServiceAccount was there, and its answer is still on the way.
  api.fault = () => (api.count("GET", path) === 1 ? { kind: "after", wait, status: 404 } : undefined);
  const early = cluster.serviceAccount("shop", "new", later());
  await eventually("the request to arrive", () => api.count("GET", path) === 1);
  api.account("shop", "new");
  const late = cluster.serviceAccount("shop", "new", later());
  release();
  t.match(await early, { kind: "absent" });
  t.match(await late, { kind: "found", source: "live" });
  t.equal(api.count("GET", path), 2);
  await end();
});

t.test("no more requests at once than allowed", async (t) => {
  const { cluster, api, end } = await clusterUnderTest({ maxOutstanding: 2 });
  let open = 0;
  let most = 0;
  api.fault = () => {
    open += 1;
    most = Math.max(most, open);
    return { kind: "after", wait: new Promise((resolve) => setTimeout(resolve, 10)).then(() => (open -= 1)) };
  };
  const looked = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => cluster.serviceAccount("shop", `app-${index}`, later())),
  );
  t.ok(looked.every(({ kind }) => kind === "absent"));
  t.equal(most, 2);
  await end();
});

t.test("a queue without end is refused", async (t) => {
  const { cluster, api, end } = await clusterUnderTest({ maxOutstanding: 1, lookupTimeoutMs: 200 });
  api.fault = () => ({ kind: "hang" });
  const asked = Array.from({ length: 1100 }, async (_, index) =>
    cluster.serviceAccount("shop", `app-${index}`, performance.now() + 50),
  );
  const looked = await Promise.all(asked);
  t.ok(looked.every((each) => each.kind === "failed" && each.failure === "timeout"));
  t.ok(looked.some((each) => each.kind === "failed" && each.message.includes("too many")));
  await end();
});

const failures: { name: string; fault: Fault; expected: Partial<Extract<Looked, { kind: "failed" }>> }[] = [
  {
    name: "forbidden",
    fault: { kind: "status", status: 403, message: "no right" },
    expected: { failure: "forbidden" },
  },
  { name: "401, twice", fault: { kind: "status", status: 401 }, expected: { failure: "forbidden" } },
  { name: "429", fault: { kind: "status", status: 429 }, expected: { failure: "unreachable" } },
  { name: "500", fault: { kind: "status", status: 500 }, expected: { failure: "unreachable" } },
  { name: "302", fault: { kind: "status", status: 302 }, expected: { failure: "invalid" } },
  { name: "reset", fault: { kind: "reset" }, expected: { failure: "unreachable" } },
  { name: "cut off", fault: { kind: "cut" }, expected: { failure: "unreachable" } },
  { name: "no answer", fault: { kind: "hang" }, expected: { failure: "timeout" } },
  { name: "no JSON", fault: { kind: "text", text: "<html>" }, expected: { failure: "invalid" } },
  { name: "nothing", fault: { kind: "text", text: "" }, expected: { failure: "invalid" } },
  { name: "no object", fault: { kind: "text", text: "[]" }, expected: { failure: "invalid" } },
  {
    name: "another object",
    fault: { kind: "text", text: '{"metadata":{"name":"other","namespace":"shop","resourceVersion":"1"}}' },
    expected: { failure: "invalid" },
  },
  {
    name: "one of another Namespace",
    fault: { kind: "text", text: '{"metadata":{"name":"app","namespace":"else","resourceVersion":"1"}}' },
    expected: { failure: "invalid" },
  },
  {
    name: "one without metadata",
    fault: { kind: "text", text: '{"metadata":null}' },
    expected: { failure: "invalid" },
  },
];

for (const { name, fault, expected } of failures) {
  t.test(`a failure is one, and never an absent object: ${name}`, async (t) => {
    const { cluster, api, end } = await clusterUnderTest({ lookupTimeoutMs: 300 });
    api.fault = () => fault;
    t.match(await cluster.serviceAccount("shop", "app", later()), { kind: "failed", ...expected });
    api.fault = () => undefined;
    t.match(
      await cluster.serviceAccount("shop", "app", later()),
      { kind: "found", source: "live" },
      "the next is served",
    );
    await end();
  });
}

t.test("the deadline of a look-up counts, not that of the request", async (t) => {
  const { cluster, api, end } = await clusterUnderTest();
  api.fault = () => ({ kind: "hang" });
  t.match(await cluster.serviceAccount("shop", "app", performance.now() + 30), { kind: "failed", failure: "timeout" });
  t.match(await cluster.serviceAccount("shop", "app", performance.now() - 1), { kind: "failed", failure: "timeout" });
  await end();
});

t.test("an API server that is gone", async (t) => {
  const { cluster, api, end } = await clusterUnderTest();
  await api.kill();
  t.match(await cluster.serviceAccount("shop", "app", later()), { kind: "failed", failure: "unreachable" });
  await end();
});

t.test("the cache while the watch is interrupted", async (t) => {
  let clock = 1000;
  const { cluster, start, state, api, end } = await clusterUnderTest({ maxAgeMs: 5000, now: () => clock });
  await start();
  await eventually("both watches", () => state().serviceaccount.watching && state().namespace.watching);
  clock += 60_000;
  t.match(
    cluster.serviceAccount("shop", "app", later()),
    { kind: "found", source: "cache" },
    "a quiet watch is healthy",
  );
  api.bookmark();
  await eventually("the bookmark", () => state().serviceaccount.ageSeconds === 0 && state().namespace.ageSeconds === 0);
  await api.kill();
  await eventually("the end of the watches", () => !state().serviceaccount.watching && !state().namespace.watching);
  clock += 4000;
  t.match(cluster.serviceAccount("shop", "app", later()), { kind: "found", source: "cache" }, "young enough");
  t.match(cluster.namespace("shop", later()), { kind: "found", source: "cache" }, "young enough");
  t.equal(state().serviceaccount.ageSeconds, 4);
  clock += 2000;
  t.match(await cluster.serviceAccount("shop", "app", later()), { kind: "failed", failure: "stale" }, "too old");
  t.match(await cluster.namespace("shop", later()), { kind: "failed", failure: "stale" }, "too old");
  t.match(
    await cluster.serviceAccount("shop", "b", later()),
    { kind: "failed", failure: "unreachable" },
    "never known",
  );
  api.fault = ({ query }) => (query.has("watch") || query.has("limit") ? { kind: "status", status: 503 } : undefined);
  await api.listen();
  const found = await cluster.serviceAccount("shop", "app", later());
  t.match(found, { kind: "found", source: "live", metadata: role("arn:1") }, "too old, and asked for again");
  api.fault = () => undefined;
  await eventually("the watch to come back", () => state().serviceaccount.watching);
  t.match(cluster.serviceAccount("shop", "app", later()), { kind: "found", source: "cache" });
  t.equal(state().serviceaccount.lists, 1, "no new list");
  await end();
});

t.test("names that cannot be get into no URL", async (t) => {
  const { cluster, api, end } = await clusterUnderTest();
  const names = ["", "..", "a/b", "A", "a?b", "a%2fb", "-a", "a-", "a\n", "ä", "a".repeat(254)];
  for (const name of names) {
    t.match(
      cluster.serviceAccount("shop", name, later()),
      { kind: "failed", failure: "invalid" },
      JSON.stringify(name),
    );
    t.match(cluster.serviceAccount(name, "app", later()), { kind: "failed", failure: "invalid" });
    t.match(cluster.namespace(name, later()), { kind: "failed", failure: "invalid" });
  }
  t.match(cluster.namespace("a.b", later()), { kind: "failed", failure: "invalid" }, "a Namespace's name has no dot");
  t.equal(api.requests.length, 0);
  t.match(await cluster.serviceAccount("shop", "a.b-c.d", later()), { kind: "absent" }, "a ServiceAccount's may");
  for (const name of ["constructor", "tostring", "valueof"]) {
    t.match(await cluster.serviceAccount("shop", name, later()), { kind: "absent" }, name);
  }
  await end();
});

t.test("after stop", async (t) => {
  const under: UnderTest = await clusterUnderTest();
  const { cluster, start, stop, api, end } = under;
  api.fault = () => ({ kind: "status", status: 500 });
  const started = start();
  await eventually("an attempt", () => api.requests.length > 0);
  stop();
  await started;
  // What was on its way already still arrives.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = api.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.equal(api.requests.length, before, "nothing is tried any more");
  t.type(cluster.namespace("shop", performance.now()), Promise);
  await end();
});
