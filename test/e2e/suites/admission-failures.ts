import { setTimeout as pause } from "node:timers/promises";
import { member, type JsonObject } from "../../../engine/json.ts";
import { clouds, pod, serviceAccount } from "../admission/objects.ts";
import { startAdmissionServer, type AdmissionServer } from "../admission/server.ts";
import { missingHelm, registerWebhooks } from "../admission/webhooks.ts";
import { startSlowServer } from "../admission/slow-server.ts";
import type { Answer } from "../client/client.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";

/** That no Pod gets by without its identity, whatever fails: the server down, slow or restarted, its certificate changed, its cache cold, the API server gone. */
export const admissionFailures: Suite = { name: "admission-failures", run };

const namespace = "admission-failures";
const [aws] = clouds;
const role = aws?.annotations ?? {};
const config = { providers: { aws: {} }, admission: { mode: "mutate" } };
/** Pods whose ServiceAccount is created just before them. */
const justCreated = 10_000;
const lanes = 16;

function values(failurePolicy: string, timeoutSeconds: number): JsonObject {
  const webhook = { failurePolicy, timeoutSeconds };
  return { webhooks: { verify: webhook, mutate: { enabled: true, ...webhook } } };
}

async function run(context: Context): Promise<void> {
  const { client, count } = context;
  if (missingHelm !== undefined) {
    count.skip("admission-failures", missingHelm);
    return;
  }
  const server = await startAdmissionServer(context, "admission-failures", config);
  await client.createNamespace(namespace, { "podgraft.dev/mode": "mutate" });
  await client.create(serviceAccount(namespace, "orders", role));
  const isCalled = async (): Promise<boolean> => hasIdentity((await attempt(context)).body);
  const webhooks = await registerWebhooks(context, server.url, values("Fail", 5), { namespace, isCalled });
  try {
    await checkJustCreated(context, server);
    await checkRotation(context, server);
    await checkRestart(context, server);
    await checkDown(context, server);
    await checkApiServerRestart(context, server);
    await checkColdCache(context, server);
  } finally {
    await webhooks.remove();
    await server.end("SIGTERM");
  }
  await checkSlow(context);
}

function attempt({ client }: Context, account = "orders"): Promise<Answer> {
  return client.attempt(pod(namespace, "probe", { serviceAccountName: account }), { dryRun: true });
}

/** A new ServiceAccount and at once its Pod: the watch cannot have told of it yet. */
async function checkJustCreated(context: Context, server: AdmissionServer): Promise<void> {
  const { client, count, print } = context;
  const missed: string[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < justCreated) {
        const name = `new-${next++}`;
        await client.create(serviceAccount(namespace, name, role));
        const answer = await attempt(context, name);
        if (!hasIdentity(answer.body)) missed.push(`${name}: ${answer.status} ${String(answer.body.message ?? "")}`);
      }
    }),
  );
  count.ok(`${justCreated} Pods right after their ServiceAccounts: no silent miss`, missed.length === 0, () =>
    missed.slice(0, 3).join("; "),
  );
  const live = (await server.metric('podgraft_lookups_total{object="serviceaccount",source="live"}')) ?? 0;
  const cached = (await server.metric('podgraft_lookups_total{object="serviceaccount",source="cache"}')) ?? 0;
  print(
    `${justCreated} Pods right after their ServiceAccounts: ${live} look-ups by GET, ${cached} from the cache, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

/** Keeps asking while something happens; every answer must be a Pod with its identity. */
async function underLoad(
  context: Context,
  happening: () => Promise<void>,
): Promise<{ asked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let [asked, isOver] = [0, false];
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const answer = await attempt(context);
        asked += 1;
        if (!hasIdentity(answer.body)) wrong.push(`${answer.status} ${String(answer.body.message ?? "")}`);
      }
    }),
  );
  await happening();
  isOver = true;
  await asking;
  return { asked, wrong };
}

async function checkRotation(context: Context, server: AdmissionServer): Promise<void> {
  const before = await server.metric("podgraft_certificate_expiry_timestamp_seconds");
  const { asked, wrong } = await underLoad(context, async () => {
    await pause(1100);
    await server.renewCertificate();
    await waitFor("the new certificate", async () =>
      (await server.metric("podgraft_certificate_expiry_timestamp_seconds")) === before ? undefined : true,
    );
    await pause(500);
  });
  context.count.ok(
    `the certificate is changed during ${asked} reviews, none of which fails`,
    wrong.length === 0 && asked > 20,
    () => wrong.slice(0, 3).join("; "),
  );
}

/** One replica that is replaced: requests wait for no one, so those in between are refused, never let through as they are. */
async function checkRestart(context: Context, server: AdmissionServer): Promise<void> {
  const { asked, wrong } = await underLoad(context, async () => {
    await server.end("SIGTERM");
    await server.start();
    await pause(300);
  });
  const silent = wrong.filter((text) => text.startsWith("201"));
  context.count.ok(
    `the server is restarted during ${asked} requests: no Pod without its identity`,
    silent.length === 0,
    () => silent.join("; "),
  );
  const unclean = wrong.filter((text) => !/connection refused|connect: |readyz|EOF|connection reset/.test(text));
  context.count.ok("and what is refused is so because nobody listens", unclean.length === 0, () =>
    unclean.slice(0, 3).join("; "),
  );
}

async function checkDown(context: Context, server: AdmissionServer): Promise<void> {
  await server.end("SIGKILL");
  const { status, body } = await attempt(context);
  context.count.match(
    "the server is down: failurePolicy Fail refuses",
    `${status} ${String(body.message)}`,
    /^500 .*failed calling webhook/s,
  );
  await server.start();
}

async function checkApiServerRestart(context: Context, server: AdmissionServer): Promise<void> {
  const { cluster, count } = context;
  await cluster.killApiServer();
  await pause(500);
  await cluster.restartApiServer();
  const first = await waitFor("an answer", async () => {
    const answer = await attempt(context).catch(() => undefined);
    return answer !== undefined && answer.status !== 403 ? answer : undefined;
  });
  count.ok("after the API server's restart the first Pod has its identity", hasIdentity(first.body), () =>
    String(first.body.message ?? ""),
  );
  const name = "after-restart";
  await context.client.create(serviceAccount(namespace, name, role));
  count.ok("a ServiceAccount of after the restart too", hasIdentity((await attempt(context, name)).body));
  await waitFor("the watch to be back", async () => {
    const age = await server.metric('podgraft_cache_age_seconds{object="serviceaccount"}');
    return age !== undefined && age < 30 ? true : undefined;
  });
}

/** A server that asks for Pods before its lists are there gets its answers by GET. */
async function checkColdCache(context: Context, server: AdmissionServer): Promise<void> {
  await server.end("SIGTERM");
  const starting = server.start();
  const answer = await waitFor(
    "the first Pod after a cold start",
    async () => {
      const { status, body } = await attempt(context);
      return status === 201 ? body : undefined;
    },
    { every: 5 },
  );
  context.count.ok("the first Pod that a cold server lets through has its identity", hasIdentity(answer));
  await starting;
}

/** A server that never answers, instead of ours. */
async function checkSlow(context: Context): Promise<void> {
  const slow = await startSlowServer(context.cluster);
  const refused = async (): Promise<boolean> => (await attempt(context)).status !== 201;
  const webhooks = await registerWebhooks(
    context,
    slow.url,
    { ...values("Fail", 1), server: { deadline: "500ms", lookupDeadline: "400ms" } },
    {
      namespace,
      isCalled: refused,
    },
  );
  const { status, body } = await attempt(context);
  context.count.match(
    "a server that never answers: refused",
    `${status} ${String(body.message)}`,
    /^500 .*context deadline exceeded/s,
  );
  await webhooks.remove();
  await slow.close();
}

function hasIdentity({ spec }: JsonObject): boolean {
  return JSON.stringify(member({ spec: spec ?? null }, "spec")).includes("AWS_WEB_IDENTITY_TOKEN_FILE");
}
