import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseJson, type JsonObject } from "../../../engine/json.ts";
import type { Looked } from "../../../plugin/cluster.ts";
import type { ApiAccess } from "../../../plugin/lookup/api/access.ts";
import { kubeconfigAccess } from "../../../plugin/lookup/api/kubeconfig.ts";
import { createCluster, type LiveCluster } from "../../../plugin/lookup/create-cluster.ts";
import { usualTiming, type ReflectorTiming } from "../../../plugin/lookup/reflector.ts";
import { waitFor, within } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";
import { grant } from "./lookup/grant.ts";
import { startProxy } from "./lookup/proxy.ts";

/** That look-ups hold against a real API server: many objects, objects of this moment, restarts, versions that are too old, rights that are missing. */
export const lookup: Suite = { name: "lookup", run };

const namespace = "lookup";
const accountCount = 5000;
const justCreated = 10_000;
/** Requests at a time. */
const lanes = 16;
const key = "eks.amazonaws.com/role-arn";

const rights = [{ apiGroups: [""], resources: ["serviceaccounts", "namespaces"], verbs: ["get", "list", "watch"] }];

async function run(context: Context): Promise<void> {
  const { client, print } = context;
  await client.createNamespace(namespace, { "podgraft.dev/mode": "enforce", team: "a" });
  const { access, revoke } = await grant(context, namespace, "lookup-reader", rights);
  try {
    await inLanes(accountCount, (index) => createAccount(context, `many-${index}`, `arn:${index}`));
    const before = process.memoryUsage().rss;
    const live = start(access);
    await within("the first list", live.start());
    print(
      `memory grew by ${((process.memoryUsage().rss - before) / 1e6).toFixed(1)} MB with ${accountCount} ServiceAccounts`,
    );
    await checkCache(context, live);
    await checkChanges(context, live);
    await checkJustCreated(context, live);
    await checkRestart(context, live);
    live.stop();
    await checkTooOld(context, access);
    await checkWatchEnds(context, access);
    await checkKubeconfig(context);
    await checkRights(context);
  } finally {
    await revoke();
    await client.send({ method: "DELETE", path: `/api/v1/namespaces/${namespace}/serviceaccounts` });
  }
}

async function checkCache({ count, cluster }: Context, live: LiveCluster): Promise<void> {
  const { objects } = live.state().serviceaccount;
  count.ok(`all ${accountCount} ServiceAccounts are in the cache`, objects >= accountCount, () => String(objects));
  await waitFor("the watches", () => isWatching(live));
  const looked = Array.from({ length: accountCount }, (_, index) =>
    live.cluster.serviceAccount(namespace, `many-${index}`, soon()),
  );
  const right = looked.filter((each, index) => isFromCache(each) && roleOf(each) === `arn:${index}`);
  count.equal("each is answered at once, with its role", right.length, accountCount);
  count.equal("the Namespace, with the labels that are read", await live.cluster.namespace(namespace, soon()), {
    kind: "found",
    source: "cache",
    metadata: { labels: { "podgraft.dev/mode": "enforce", team: "a" } },
  });
  count.equal("a ServiceAccount that is not there", await live.cluster.serviceAccount(namespace, "none", soon()), {
    kind: "absent",
    source: "live",
  });
  count.equal("a Namespace that is not there", await live.cluster.namespace("lookup-none", soon()), {
    kind: "absent",
    source: "live",
  });
  count.ok("the cluster is a real one", cluster.url.startsWith("https://127.0.0.1:"));
}

async function checkChanges(context: Context, live: LiveCluster): Promise<void> {
  const { client, count } = context;
  await client.patch(account("many-0"), "merge", { metadata: { annotations: { [key]: "arn:changed" } } });
  await waitFor("a change in the cache", () => roleInCache(live, "many-0") === "arn:changed" || undefined);
  await client.delete(account("many-1"));
  await waitFor("a deletion in the cache", () => roleInCache(live, "many-1") === undefined || undefined);
  count.equal("deleted is absent", (await live.cluster.serviceAccount(namespace, "many-1", soon())).kind, "absent");
  count.equal("all of it without another list", live.state().serviceaccount.lists, 1);
}

/** What admission meets when a chart creates a ServiceAccount and its workload at once. */
async function checkJustCreated(context: Context, live: LiveCluster): Promise<void> {
  const seen = { cache: 0, live: 0 };
  const missed: string[] = [];
  await inLanes(justCreated, async (index) => {
    const name = `new-${index}`;
    await createAccount(context, name, `arn:new-${index}`);
    const looked = await live.cluster.serviceAccount(namespace, name, soon());
    if (looked.kind === "found" && roleOf(looked) === `arn:new-${index}`) seen[looked.source] += 1;
    else missed.push(`${name}: ${JSON.stringify(looked)}`);
  });
  context.print(`${justCreated} times just created: ${seen.cache} by the watch in time, ${seen.live} by a GET`);
  context.count.ok(`created just before the look-up, ${justCreated} times: no miss`, missed.length === 0, () =>
    missed.slice(0, 3).join("; "),
  );
}

async function checkRestart(context: Context, live: LiveCluster): Promise<void> {
  const { client, cluster, count } = context;
  await cluster.killApiServer();
  await waitFor("the loss of the watches", () => (live.state().serviceaccount.watching ? undefined : true));
  count.ok(
    "while the API server is gone the cache answers",
    isFromCache(live.cluster.serviceAccount(namespace, "many-2", soon())),
  );
  const unknown = await live.cluster.serviceAccount(namespace, "many-1", soon());
  count.equal("and what it does not hold is a failure", unknown.kind === "failed" && unknown.failure, "unreachable");
  await cluster.restartApiServer();
  await client.patch(account("many-3"), "merge", { metadata: { annotations: { [key]: "arn:after" } } });
  await client.delete(account("many-4"));
  await waitFor("a change after the restart", () => roleInCache(live, "many-3") === "arn:after" || undefined);
  await waitFor("a deletion after the restart", () => roleInCache(live, "many-4") === undefined || undefined);
  const { lists, watches } = live.state().serviceaccount;
  context.print(`after the restart: ${lists} lists, ${watches} watches`);
  count.ok("it has gone on", lists <= 2 && watches >= 2, () => `${lists} lists, ${watches} watches`);
}

/** The watch is cut off, the API server restarts and forgets what was before: the version to go on from is too old. */
async function checkTooOld(context: Context, access: ApiAccess): Promise<void> {
  const { client, cluster, count } = context;
  const proxy = await startProxy(access.port);
  const logged: string[] = [];
  const live = start({ ...access, port: proxy.port }, { log: (line) => logged.push(line) });
  try {
    await within("the first list", live.start());
    await waitFor("the watches", () => isWatching(live));
    proxy.cut();
    await waitFor("the loss of the watches", () => (live.state().serviceaccount.watching ? undefined : true));
    await client.patch(account("many-5"), "merge", { metadata: { annotations: { [key]: "arn:missed" } } });
    await client.delete(account("many-6"));
    await cluster.killApiServer();
    await cluster.restartApiServer();
    await client.patch(account("many-7"), "merge", { metadata: { annotations: { [key]: "arn:later" } } });
    proxy.mend();
    await waitFor("what was missed", () => roleInCache(live, "many-5") === "arn:missed" || undefined);
    await waitFor("what came later", () => roleInCache(live, "many-7") === "arn:later" || undefined);
    await waitFor("what vanished", () => roleInCache(live, "many-6") === undefined || undefined);
    const gone = logged.some((line) => line.includes("410"));
    context.print(`after the cut: ${live.state().serviceaccount.lists} lists${gone ? ", after a 410" : ""}`);
    count.ok("a version that is too old leads to a new list", gone && live.state().serviceaccount.lists === 2, () =>
      [`${live.state().serviceaccount.lists} lists`, ...logged].join("\n"),
    );
  } finally {
    live.stop();
    await proxy.stop();
  }
}

async function checkWatchEnds(context: Context, access: ApiAccess): Promise<void> {
  const { client, count } = context;
  const live = start(access, { timing: { watchMs: 1000 } });
  try {
    await within("the first list", live.start());
    await waitFor("three watches", () => live.state().serviceaccount.watches >= 3 || undefined);
    await client.patch(account("many-8"), "merge", { metadata: { annotations: { [key]: "arn:again" } } });
    await waitFor("a change in the cache", () => roleInCache(live, "many-8") === "arn:again" || undefined);
    count.equal("watches that the API server ends go on without a list", live.state().serviceaccount.lists, 1);
  } finally {
    live.stop();
  }
}

async function checkKubeconfig({ cluster, count }: Context): Promise<void> {
  const file = cluster.kubeconfig;
  const live = start(kubeconfigAccess(parseJson(readFileSync(file, "utf8")), { file, folder: dirname(file) }));
  try {
    const looked = await live.cluster.serviceAccount(namespace, "many-9", soon());
    count.equal("by a kubeconfig, before anything is listed", [looked.kind, roleOf(looked)], ["found", "arn:9"]);
  } finally {
    live.stop();
  }
}

async function checkRights(context: Context): Promise<void> {
  const { count } = context;
  const { access, revoke } = await grant(context, namespace, "lookup-nobody", []);
  const live = start(access);
  const wrong = start({ ...access, credentials: () => ({ ca: context.cluster.ca, token: "wrong" }) });
  try {
    void live.start();
    for (const [title, { cluster }] of [
      ["without rights", live],
      ["with a token that is none", wrong],
    ] as const) {
      const account = await cluster.serviceAccount(namespace, "many-9", soon());
      const space = await cluster.namespace(namespace, soon());
      const failures = [account, space].map((each) => each.kind === "failed" && each.failure);
      count.equal(`${title} every look-up is a failure`, failures, ["forbidden", "forbidden"]);
    }
    count.equal("and nothing counts as synced", live.state().serviceaccount.synced, false);
  } finally {
    live.stop();
    wrong.stop();
    await revoke();
  }
}

function start(
  access: ApiAccess,
  { timing = {}, log }: { timing?: Partial<ReflectorTiming>; log?: (line: string) => void } = {},
): LiveCluster {
  return createCluster({
    access,
    wanted: {
      serviceAccounts: { prefixes: ["eks.amazonaws.com/"], keys: [] },
      namespaces: { prefixes: ["podgraft.dev/"], keys: ["team"] },
    },
    log: (_, message, fields) => log?.(`${message} ${JSON.stringify(fields)}`),
    maxAgeMs: 600_000,
    lookupTimeoutMs: 20_000,
    timing: { ...usualTiming, ...timing },
  });
}

function account(name: string): { apiVersion: string; kind: string; metadata: { name: string; namespace: string } } {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } };
}

async function createAccount({ client }: Context, name: string, role: string): Promise<JsonObject> {
  const { metadata, ...rest } = account(name);
  return client.create({ ...rest, metadata: { ...metadata, annotations: { [key]: role } } });
}

function isWatching(live: LiveCluster): true | undefined {
  const { serviceaccount, namespace } = live.state();
  return serviceaccount.watching && namespace.watching ? true : undefined;
}

function roleInCache(live: LiveCluster, name: string): string | undefined {
  const looked = live.cluster.serviceAccount(namespace, name, performance.now());
  return looked instanceof Promise ? undefined : roleOf(looked);
}

function isFromCache(looked: Looked | Promise<Looked>): looked is Looked {
  return !(looked instanceof Promise) && looked.kind === "found" && looked.source === "cache";
}

function roleOf(looked: Looked): string | undefined {
  if (looked.kind !== "found") return undefined;
  const { annotations } = looked.metadata as { annotations?: { [key: string]: string } };
  return annotations?.[key];
}

/** The deadline of a look-up on a busy machine. */
function soon(): number {
  return performance.now() + 20_000;
}

async function inLanes(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const queue = Array.from({ length: count }, (_, index) => index)[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const index of queue) await work(index);
    }),
  );
}
