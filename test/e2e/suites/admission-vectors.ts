import { isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../../engine/json.ts";
import type { RuleModule } from "../../../engine/wasm/host.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import type { Case } from "../../conformance/cases.ts";
import { startAdmissionServer, type AdmissionServer } from "../admission/server.ts";
import { missingHelm, registerWebhooks } from "../admission/webhooks.ts";
import type { Context, Suite } from "../suite.ts";
import { servedDifferences } from "./served/comparison.ts";
import { inLanes } from "./served/lanes.ts";
import { allCases, creatable } from "./served/pods.ts";
import { createTally } from "./served/refusal.ts";
import { placeCase } from "./vectors/place.ts";
import { unfit } from "./vectors/unfit.ts";

/** That a Pod of every conformance case becomes in a real cluster, by the mutating webhook, what the official webhook makes of it; verification accepts it. */
export const admissionVectors: Suite = { name: "admission-vectors", run };

const values = {
  webhooks: {
    verify: { failurePolicy: "Fail", timeoutSeconds: 10 },
    mutate: { enabled: true, failurePolicy: "Fail", timeoutSeconds: 10 },
  },
};

async function run(context: Context): Promise<void> {
  const { client, count, print } = context;
  if (missingHelm !== undefined) {
    count.skip("admission-vectors", missingHelm);
    return;
  }
  const groups = grouped(allCases());
  const server = await startAdmissionServer(context, "admission-vectors", { providers: { aws: {} } });
  const labels = { "podgraft.dev/mode": "mutate" };
  await client.createNamespace("admission-vectors", labels);
  const webhooks = await registerWebhooks(context, server.url, values, {
    namespace: "admission-vectors",
    async isCalled() {
      await client.attempt(pod("admission-vectors", "probe"), { dryRun: true });
      return ((await server.metric("podgraft_reviews_total")) ?? 0) > 0;
    },
  });
  const tally = createTally();
  const listed = new Map<string, number>();
  const list = (reason: string): void => void listed.set(reason, (listed.get(reason) ?? 0) + 1);
  try {
    for (const group of groups) await runGroup(context, server, group, { pods: tally, list });
  } finally {
    await webhooks.remove();
    await server.end("SIGTERM");
  }
  tally.print(print);
  for (const [reason, times] of listed) print(`  ${times} × not created: ${reason}`);
  print(`${groups.length} configurations, each taken by the running server`);
  count.ok("at least 500 Pods were created", tally.created() >= 500 || allCases().length < 1000, () =>
    String(tally.created()),
  );
}

type Group = { readonly config: JsonObject; readonly cases: Case[] };

/** The cases by their settings, in the order of the first of each. */
function grouped(cases: readonly Case[]): Group[] {
  const groups = new Map<string, Group>();
  for (const given of cases) {
    const config = configOf(given);
    const key = JSON.stringify(config);
    const group = groups.get(key) ?? { config, cases: [] };
    groups.set(key, group);
    group.cases.push(given);
  }
  return [...groups.values()];
}

/** The configuration under which a case was observed. */
function configOf({ providers }: Case): JsonObject {
  const settings: { [name: string]: Json } = {};
  for (const { provider, settings: given } of providers) {
    settings[provider] = {
      ...given,
      ...(provider === "azure" ? { kubernetesVersion: "v1.34.0", ...given } : {}),
      ...(provider === "aws" ? { jitter: "pinned" } : {}),
    };
  }
  return { providers: settings, order: providers.map(({ provider }) => provider), admission: { mode: "mutate" } };
}

/** What is counted beside passed and failed. */
type Tallies = { readonly pods: ReturnType<typeof createTally>; readonly list: (reason: string) => void };

async function runGroup(
  context: Context,
  server: AdmissionServer,
  { config, cases }: Group,
  tallies: Tallies,
): Promise<void> {
  await server.configure(config);
  const fit = cases.filter((given) => {
    const reason = unfit(given, rules());
    if (reason !== undefined) tallies.list(reason);
    return reason === undefined;
  });
  if (/"(?:shop|billing|ops-1|rrsa-demo|\*)[/"]/.test(JSON.stringify(config))) {
    // The settings name Namespaces and ServiceAccounts: these cases have to be in them, one after the other.
    for (const given of fit) await runNamedCase(context, given, tallies);
    return;
  }
  await inLanes(fit, async (given) => {
    await runCase(context, given, newNamespace(), tallies);
  });
}

let number = 0;

function newNamespace(): string {
  number += 1;
  return `vector-${number}`;
}

async function runNamedCase(context: Context, given: Case, tallies: Tallies): Promise<void> {
  const namespace = given.namespace.name;
  const stored = await runCase(context, given, namespace, tallies);
  if (stored === undefined) return;
  const { name } = isJsonObject(stored.metadata) ? stored.metadata : {};
  await context.client.send({
    method: "DELETE",
    path: `/api/v1/namespaces/${namespace}/pods/${String(name)}?gracePeriodSeconds=0`,
  });
}

/** Creates the Pod of a case and compares what is stored; the stored Pod, where there is one. */
async function runCase(
  { client, count }: Context,
  given: Case,
  namespace: string,
  { pods }: Tallies,
): Promise<JsonObject | undefined> {
  await placeCase(client, given, namespace);
  const answer = await client.attempt(creatable(given.pod, namespace));
  const message = String(answer.body.message ?? "");
  const { expect } = given;
  if (expect.decision === "deny") {
    const isOurs = answer.status !== 201 && message.includes(String(expect.message));
    count.ok(`${given.id}: refused`, isOurs, () => `${answer.status} ${message}`);
    return undefined;
  }
  pods.add(answer);
  if (answer.status !== 201) {
    count.ok(`${given.id}: not refused by us`, !/webhook/.test(message), () => message);
    return undefined;
  }
  const wanted = creatable(expect.pod ?? given.pod, namespace);
  const found = [...servedDifferences(wanted, answer.body), ...mapDifferences(wanted, answer.body)];
  count.ok(given.id, found.length === 0, () => found.join("; "));
  return answer.body;
}

function mapDifferences(wanted: JsonObject, stored: JsonObject): string[] {
  return ["labels", "annotations"].flatMap((map) => {
    const [left, right] = [wanted, stored].map((object) => member(object.metadata, map) ?? {});
    return jsonEqual(left, right) ? [] : [`${map}: expected ${JSON.stringify(left)}, stored ${JSON.stringify(right)}`];
  });
}

function pod(namespace: string, name: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name },
    spec: { containers: [{ name: "app", image: "registry.example/app:1" }] },
  };
}

let loaded: RuleModule | undefined;

function rules(): RuleModule {
  return (loaded ??= loadRuleModule());
}
