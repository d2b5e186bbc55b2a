import { createServer } from "node:https";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { member, type Json, type JsonObject } from "../../../engine/json.ts";
import { ApiError, createClient } from "../client/client.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";

/** That the cluster and the client do what the other suites rely on. */
export const harness: Suite = { name: "harness", run };

const namespace = "harness";

async function run(context: Context): Promise<void> {
  await context.client.createNamespace(namespace, { purpose: "tests" });
  await checkVersion(context);
  await checkClient(context);
  await checkRefusal(context);
  await checkWatch(context);
  await checkWarnings(context);
  await checkDeployment(context);
  await checkTokens(context);
  await checkCertificates(context);
  checkAudit(context);
}

async function checkVersion({ client, kubectl, count }: Context): Promise<void> {
  const { body } = await client.send({ method: "GET", path: "/version" });
  count.match("the API server says its version", String(body.gitVersion), /^v1\.37\.\d+$/);
  const { status, stdout, stderr } = await kubectl(["get", "namespace", namespace, "-o", "name"]);
  count.equal("kubectl reaches it", [status, stdout, stderr], [0, `namespace/${namespace}`, ""]);
}

async function checkClient({ client, count }: Context): Promise<void> {
  const map = configMap("client", { key: "1" });
  await client.create(map, { dryRun: true });
  count.equal("a dry run stores nothing", await client.find(map), undefined);
  await client.create(map);
  count.equal("create and get", (await client.get(map)).data, { key: "1" });
  await client.patch(map, "merge", { data: { other: "2" } });
  await client.patch(map, "json", [{ op: "remove", path: "/data/key" }]);
  const [applied] = await client.apply([configMap("client", { third: "3" })]);
  count.equal("patch and apply", applied?.data, { other: "2", third: "3" });
  const names = (await client.list("v1", "ConfigMap", namespace)).map((object) => member(object.metadata, "name"));
  count.ok("list", names.includes("client"), () => JSON.stringify(names));
  count.equal("list by label", await client.list("v1", "ConfigMap", namespace, "a=b"), []);
  await client.delete(map);
  count.equal("delete", await client.find(map), undefined);
}

async function checkRefusal({ client, cluster, count }: Context): Promise<void> {
  const pod = podNamed("refused", {});
  const { status, body } = await client.attempt(pod);
  count.equal("an attempt gives the refusal", [status, body.reason], [422, "Invalid"]);
  const error = await client.create(pod).catch((error: unknown) => error);
  count.ok("creating rejects", error instanceof ApiError && error.answer.status === 422, () => String(error));
  const anonymous = createClient({ url: cluster.url, ca: cluster.ca, token: "" });
  const answer = await anonymous.send({ method: "GET", path: "/api/v1/pods" });
  anonymous.close();
  count.equal("without a token nothing is to be seen", answer.status, 403);
}

async function checkWatch({ client, count }: Context): Promise<void> {
  const seen: string[] = [];
  const map = configMap("watched", {});
  for await (const { type, object } of client.watch("v1", "ConfigMap", namespace, 120_000)) {
    if (seen.length === 0) await client.create(map);
    if (type === "DELETED") break;
    if (member(object.metadata, "name") === "watched") await client.delete(map);
    seen.push(`${type} ${String(member(object.metadata, "name"))}`);
  }
  count.ok("a watch tells of what is there, and then of changes", seen.at(-1) === "ADDED watched", () =>
    seen.join(", "),
  );
}

/** The API server itself warns of fields that do not exist, if asked to. */
async function checkWarnings({ client, count }: Context): Promise<void> {
  const body = JSON.stringify({ ...configMap("warned", {}), 'a"b': 1 });
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All&fieldValidation=Warn`;
  const { status, warnings } = await client.send({ method: "POST", path, body });
  count.equal("warnings are read", [status, warnings], [201, ['unknown field "a\\"b"']]);
}

async function checkDeployment({ client, count }: Context): Promise<void> {
  const template = {
    metadata: { labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "registry.example/web:1" }] },
  };
  const deployment: JsonObject = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace },
    spec: { replicas: 2, selector: { matchLabels: { app: "web" } }, template },
  };
  await client.apply([deployment]);
  const pods = await waitFor("the Pods of a Deployment", async () => {
    const found = await client.list("v1", "Pod", namespace, "app=web");
    return found.length === 2 ? found : undefined;
  });
  const accounts = pods.map((pod) => member(pod.spec, "serviceAccountName"));
  count.equal("a Deployment becomes Pods", accounts, ["default", "default"]);
}

async function checkTokens({ client, cluster, count }: Context): Promise<void> {
  const spec = { audiences: ["sts.example"], expirationSeconds: 600 };
  const { body } = await client.send({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`,
    body: JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec }),
  });
  const [, payload = ""] = String(member(body.status, "token")).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Json;
  const told = ["iss", "sub", "aud"].map((claim) => member(claims, claim));
  count.equal("the API server issues tokens", told, [
    cluster.serviceAccounts.issuer,
    `system:serviceaccount:${namespace}:default`,
    ["sts.example"],
  ]);
}

/** What a webhook's server would be given. */
async function checkCertificates({ cluster, count }: Context): Promise<void> {
  const { certificate, key } = await cluster.issueCertificate(["127.0.0.1"]);
  const server = createServer({ cert: certificate, key }, (_request, response) => response.end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const client = createClient({ url: `https://127.0.0.1:${port}`, ca: cluster.ca, token: "" });
    const { status } = await client.send({ method: "GET", path: "/" });
    client.close();
    count.equal("a certificate for a server here is trusted", status, 200);
  } finally {
    server.closeAllConnections();
    await once(server.close(), "close");
  }
}

function checkAudit({ cluster, count }: Context): void {
  const lines = readFileSync(cluster.auditLog, "utf8").trimEnd().split("\n");
  const created = lines.some(
    (line) => line.includes('"verb":"create"') && line.includes(`/namespaces/${namespace}/pods`),
  );
  count.ok("the audit log tells of Pods", created, () => `${lines.length} lines`);
}

function configMap(
  name: string,
  data: JsonObject,
): JsonObject & { apiVersion: string; kind: string; metadata: { name: string; namespace: string } } {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data };
}

function podNamed(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace }, spec };
}
