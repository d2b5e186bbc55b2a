import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { isJsonList, member, parseJson, type JsonObject } from "../../../engine/json.ts";
import { readMaterial } from "../../../plugin/certificates/material.ts";
import { lifetimes } from "../../../plugin/certificates/renew.ts";
import { selfManagedCertificate } from "../../../plugin/certificates/self-managed.ts";
import type { TlsSource } from "../../../plugin/certificates/tls-source.ts";
import { createApiClient } from "../../../plugin/lookup/api/client.ts";
import { waitFor, within } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";
import { grant } from "./lookup/grant.ts";

/** That certificates which the replicas manage themselves are trusted by a real API server at every moment: made, rotated, wiped, spoiled. */
export const certificates: Suite = { name: "certificates", run };

const namespace = "certificates";
const name = "certificates-webhooks";
const secretName = "certificates-secret";
const registration = "admissionregistration.k8s.io/v1";
const day = 86_400_000;
const kinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"] as const;

/** As the chart grants them: one Secret, which exists already, and the two configurations, by name. */
const rights = [
  { apiGroups: [""], resources: ["secrets"], resourceNames: [secretName], verbs: ["get", "update"] },
  {
    apiGroups: ["admissionregistration.k8s.io"],
    resources: ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
    resourceNames: [name],
    verbs: ["get", "patch"],
  },
];

async function run(context: Context): Promise<void> {
  const { client, count, print } = context;
  await client.createNamespace(namespace);
  await client.create({ apiVersion: "v1", kind: "Secret", metadata: { name: secretName, namespace }, type: "Opaque" });
  const { access, revoke } = await grant(context, namespace, name, rights);
  // Time goes on in steps that end before now, since the API server has the real one.
  const end = Date.now() - lifetimes.settle - 60_000;
  const clock = { now: end - 244 * day };
  const apiClient = createApiClient(access);
  const stopping = new AbortController();
  const server = createServer(answerReview);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    for (const kind of kinds) await client.apply([configuration(kind, portOf(server))]);
    const replicas = await within("three replicas", Promise.all([1, 2, 3].map(() => startReplica())));
    const [served] = replicas;
    if (served === undefined) throw new Error("there are three replicas");
    server.setSecureContext(served.current());
    served.onChange((material) => server.setSecureContext(material));
    count.equal("three replicas agree", new Set(replicas.map((each) => each.current().cert)).size, 1);

    for (const days of [184, 124, 64]) await renewed(context, replicas, clock, end - days * day);
    // From here on the certificates are such as the API server, in its own time, accepts.
    const load = startLoad(context);
    await renewed(context, replicas, clock, end);
    count.equal("a second authority is trusted", (await material(context)).bundle.length, 2);
    await renewed(context, replicas, clock, end + lifetimes.settle);
    for (const kind of kinds) await client.apply([configuration(kind, portOf(server))]);
    await waitFor("calls after the rotation", load.hasGoneOn());
    const { calls, failures } = await load.stop();
    print(`${calls} requests through both webhooks while the certificate and its authority were rotated`);
    count.ok("the webhooks are trusted all through a rotation", failures.length === 0, () => failures[0] ?? "");

    const wipe = [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: "" }];
    for (const kind of kinds) await client.patch(referenceTo(kind), "json", wipe);
    await waitFor("trust after the caBundle was wiped", () => isTrusted(context));
    const cert = served.current().cert;
    await client.patch(secretReference, "merge", { data: null });
    await waitFor("a Secret that is whole again", async () =>
      (await material(context)).serving === undefined ? undefined : true,
    );
    count.equal("an emptied Secret does not change what is served", served.current().cert, cert);
    await waitFor("trust after the Secret was emptied", () => isTrusted(context));
    count.ok("wiped and emptied, it mends itself", true);
  } finally {
    stopping.abort();
    apiClient.close();
    server.closeAllConnections();
    server.close();
    for (const kind of kinds) await client.delete(referenceTo(kind));
    await revoke();
  }

  function startReplica(): Promise<TlsSource> {
    return selfManagedCertificate({
      client: apiClient,
      namespace,
      secret: secretName,
      names: ["127.0.0.1"],
      webhookConfiguration: name,
      signal: stopping.signal,
      everyMs: 200,
      now: () => clock.now,
      log: () => undefined,
    });
  }
}

/** Turns the clock and waits until the Secret has followed, every replica serves what is in it, and both configurations trust it. */
async function renewed(
  context: Context,
  replicas: readonly TlsSource[],
  clock: { now: number },
  now: number,
): Promise<void> {
  const { client, count } = context;
  const before = member((await client.get(secretReference)).metadata, "resourceVersion");
  clock.now = now;
  await waitFor("the renewal", async () => {
    const { metadata } = await client.get(secretReference);
    return member(metadata, "resourceVersion") === before ? undefined : true;
  });
  await waitFor("all replicas and both configurations", async () => {
    const { serving, bundle } = await material(context);
    const bundles = await Promise.all(kinds.map((kind) => bundleOf(context, kind)));
    const isServed = replicas.every((each) => each.current().cert === serving?.certificate);
    return isServed && bundles.every((each) => each === bundle.join("")) ? true : undefined;
  });
  count.ok(`renewed at ${new Date(now).toISOString()}`, true);
}

async function material({ client }: Context): Promise<ReturnType<typeof readMaterial>> {
  return readMaterial((await client.get(secretReference)).data);
}

async function bundleOf({ client }: Context, kind: (typeof kinds)[number]): Promise<string> {
  const { webhooks } = await client.get(referenceTo(kind));
  const [webhook] = isJsonList(webhooks) ? webhooks : [];
  const caBundle = member(member(webhook, "clientConfig"), "caBundle");
  return Buffer.from(typeof caBundle === "string" ? caBundle : "", "base64").toString("utf8");
}

/** Creates ConfigMaps for show, one after the other: each goes through both webhooks, which fail closed. */
function startLoad(context: Context): {
  readonly hasGoneOn: () => () => true | undefined;
  readonly stop: () => Promise<{ readonly calls: number; readonly failures: readonly string[] }>;
} {
  const failures: string[] = [];
  let calls = 0;
  let stopped = false;
  async function go(): Promise<void> {
    while (!stopped) {
      const { status, body } = await context.client.attempt(configMap, { dryRun: true });
      if (status !== 201) failures.push(`${status} ${String(body.message)}`);
      calls += 1;
    }
  }
  const going = go();
  return {
    hasGoneOn() {
      const enough = calls + 20;
      return () => (calls >= enough ? true : undefined);
    },
    async stop() {
      stopped = true;
      await going;
      return { calls, failures };
    },
  };
}

async function isTrusted({ client }: Context): Promise<true | undefined> {
  const { status } = await client.attempt(configMap, { dryRun: true });
  return status === 201 ? true : undefined;
}

/** Allows everything, on a connection of its own: each call meets the certificate of its moment. */
function answerReview(request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (text += chunk));
  request.on("end", () => {
    const uid = member(member(parseJson(text), "request"), "uid") ?? null;
    const answer = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } };
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(answer));
  });
}

function configuration(kind: (typeof kinds)[number], port: number): JsonObject {
  return {
    ...referenceTo(kind),
    webhooks: [
      {
        name: "certificates.podgraft.dev",
        clientConfig: { url: `https://127.0.0.1:${port}/` },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        timeoutSeconds: 10,
      },
    ],
  };
}

function referenceTo(kind: (typeof kinds)[number]): { apiVersion: string; kind: string; metadata: { name: string } } {
  return { apiVersion: registration, kind, metadata: { name } };
}

const secretReference = { apiVersion: "v1", kind: "Secret", metadata: { name: secretName, namespace } };
const configMap: JsonObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "reviewed", namespace } };

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
