import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import type { ApiAccess } from "../../../plugin/lookup/api/access.ts";
import { createApiClient } from "../../../plugin/lookup/api/client.ts";
import { inClusterAccess, ownNamespace, runsInCluster } from "../../../plugin/lookup/api/in-cluster.ts";
import { kubeconfigAccess } from "../../../plugin/lookup/api/kubeconfig.ts";
import { readChanging } from "../../../plugin/lookup/api/read-changing.ts";
import { later } from "./cluster-under-test.ts";
import { StandIn } from "./stand-in.ts";

const folder = mkdtempSync(join(tmpdir(), "podgraft-access-"));
t.teardown(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

function kubeconfig(cluster: JsonObject, user: JsonObject): JsonObject {
  return {
    "current-context": "here",
    contexts: [{ name: "other" }, { name: "here", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
  };
}

const source = { file: "kubeconfig", folder };
const server = "https://10.0.0.1:6443";
const pem = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
const data = Buffer.from(pem).toString("base64");

t.test("kubeconfig: what is taken from it", async (t) => {
  file("ca.pem", "the CA");
  file("token", " from a file \n");
  const cases: {
    name: string;
    cluster: JsonObject;
    user: JsonObject;
    expected: JsonObject;
    credentials: JsonObject;
  }[] = [
    {
      name: "data",
      cluster: { server, "certificate-authority-data": data, "certificate-authority": "not-read" },
      user: { "client-certificate-data": data, "client-key-data": data },
      expected: { host: "10.0.0.1", port: 6443, basePath: "" },
      credentials: { ca: pem, certificate: pem, key: pem },
    },
    {
      name: "files, from the kubeconfig's folder",
      cluster: { server: "https://[::1]/k8s/clusters/c-1/", "certificate-authority": "ca.pem" },
      user: { tokenFile: "token", token: "not used" },
      expected: { host: "::1", port: 443, basePath: "/k8s/clusters/c-1" },
      credentials: { ca: "the CA", token: "from a file" },
    },
    {
      name: "a token and another name",
      cluster: {
        server: "https://api.example.com",
        "tls-server-name": "kubernetes",
        "insecure-skip-tls-verify": false,
      },
      user: { token: "t" },
      expected: { host: "api.example.com", port: 443, basePath: "", serverName: "kubernetes" },
      credentials: { token: "t" },
    },
    { name: "nothing", cluster: { server, "proxy-url": "" }, user: {}, expected: {}, credentials: {} },
  ];
  for (const { name, cluster, user, expected, credentials } of cases) {
    const access = kubeconfigAccess(kubeconfig(cluster, user), source);
    t.match(access, expected, name);
    t.strictSame(access.credentials(false), credentials, name);
  }
});

t.test("kubeconfig: what is refused, with the place", async (t) => {
  const good = kubeconfig({ server }, {});
  const cases: { name: string; value: Json; path: string; says: string }[] = [
    { name: "nothing", value: null, path: "current-context", says: "is missing" },
    { name: "no context", value: { ...good, "current-context": "none" }, path: "contexts", says: '"none"' },
    {
      name: "a context without value",
      value: { ...good, "current-context": "other" },
      path: "contexts",
      says: "no context",
    },
    { name: "no cluster", value: { ...good, clusters: null }, path: "clusters", says: '"c"' },
    { name: "no user", value: { ...good, users: [] }, path: "users", says: '"u"' },
    { name: "no server", value: kubeconfig({}, {}), path: "clusters[].cluster.server", says: "is missing" },
    {
      name: "plain HTTP",
      value: kubeconfig({ server: "http://x" }, {}),
      path: "clusters[].cluster.server",
      says: "https",
    },
    { name: "no URL", value: kubeconfig({ server: "x" }, {}), path: "clusters[].cluster.server", says: "https" },
    {
      name: "unverified",
      value: kubeconfig({ server, "insecure-skip-tls-verify": true }, {}),
      path: "clusters[].cluster.insecure-skip-tls-verify",
      says: "refused",
    },
    {
      name: "a proxy",
      value: kubeconfig({ server, "proxy-url": "http://p" }, {}),
      path: "clusters[].cluster.proxy-url",
      says: "not supported",
    },
    ...["exec", "auth-provider", "username", "as", "as-groups"].map((field) => ({
      name: field,
      value: kubeconfig({ server }, { [field]: field === "exec" ? { command: "aws" } : "x" }),
      path: `users[].user.${field}`,
      says: "not supported",
    })),
    {
      name: "data that is none",
      value: kubeconfig({ server, "certificate-authority-data": "!!" }, {}),
      path: "clusters[].cluster.certificate-authority-data",
      says: "PEM",
    },
  ];
  for (const { name, value, path, says } of cases) {
    try {
      kubeconfigAccess(value, source);
      t.fail(name);
    } catch (error) {
      t.ok(error instanceof PodgraftError && error.code === "config.invalid" && error.message.includes(says), name);
      t.match(error, { location: { file: "kubeconfig", path } }, name);
    }
  }
  t.throws(() => kubeconfigAccess(kubeconfig({ server, "certificate-authority": "missing" }, {}), source), {
    code: "config.unreadable",
    location: { file: join(folder, "missing") },
  });
});

t.test("in the cluster", async (t) => {
  file("ca.crt", "the CA");
  file("token", "token 1\n");
  file("namespace", "podgraft\n");
  const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
  t.ok(runsInCluster(environment));
  const access = inClusterAccess(environment, folder);
  t.match(access, { host: "fd00::1", port: 443, basePath: "" });
  t.strictSame(access.credentials(false), { ca: "the CA", token: "token 1" });
  file("token", "token 2\n");
  t.equal(access.credentials(false).token, "token 1", "not read with every request");
  t.equal(access.credentials(true).token, "token 2", "but at once after a refusal");
  t.equal(ownNamespace(folder), "podgraft");
  for (const missing of [{}, { KUBERNETES_SERVICE_HOST: "a" }, { KUBERNETES_SERVICE_PORT: "1" }]) {
    t.notOk(runsInCluster(missing));
    t.throws(() => inClusterAccess(missing, folder), { code: "config.invalid" });
  }
  t.throws(() => inClusterAccess(environment, join(folder, "none")), { code: "config.unreadable" });
});

t.test("a file that changes", async (t) => {
  let clock = 0;
  const path = join(folder, file("changing", "1"));
  const read = readChanging(path, 10, () => clock);
  file("changing", "2");
  t.equal(read(), "1");
  clock = 10;
  t.equal(read(), "2");
  clock = 20;
  file("changing", "");
  t.equal(read(), "2", "empty while it is written");
  clock = 30;
  rmSync(path);
  t.equal(read(), "2", "gone for a moment");
  t.throws(() => readChanging(path, 10));
});

t.test("a refused token is read again, once", async (t) => {
  const api = await StandIn.start();
  api.account("shop", "app");
  let reads = 0;
  const access: ApiAccess = {
    ...api.access(),
    credentials: (fresh) => {
      if (fresh) reads += 1;
      return { ca: api.ca, token: `token ${reads}` };
    },
  };
  const client = createApiClient(access);
  api.fault = () => (api.authorizations.at(-1) === "Bearer token 0" ? { kind: "status", status: 401 } : undefined);
  const path = "/api/v1/namespaces/shop/serviceaccounts/app";
  t.match(await client.request({ method: "GET", path, deadline: later() }), { kind: "answer", status: 200 });
  t.equal(reads, 1);
  client.close();
  await api.kill();
});

t.test("a kept connection that the server closed just now is no failure", async (t) => {
  const api = await StandIn.start();
  api.account("shop", "app");
  const client = createApiClient(api.access());
  const path = "/api/v1/namespaces/shop/serviceaccounts/app";
  const get = { method: "GET", path, deadline: later() } as const;
  t.match(await client.request(get), { kind: "answer", status: 200 });
  api.fault = () => (api.requests.length === 2 ? { kind: "reset" } : undefined);
  t.match(await client.request(get), { kind: "answer", status: 200 });
  t.equal(api.requests.length, 3);
  api.fault = () => (api.requests.length === 4 ? { kind: "reset" } : undefined);
  t.match(
    await client.request({ ...get, method: "PUT", body: {} }),
    { kind: "failed", failure: "unreachable" },
    "what changes something is never sent twice",
  );
  client.close();
  await api.kill();
});

t.test("whom to trust", async (t) => {
  const api = await StandIn.start();
  const other = await StandIn.start();
  const cases: { name: string; access: ApiAccess; kind: string }[] = [
    { name: "its own CA", access: api.access(), kind: "answer" },
    { name: "its own CA, by another name", access: { ...api.access(), serverName: "api.test" }, kind: "answer" },
    { name: "a name that is not its own", access: { ...api.access(), serverName: "else.test" }, kind: "failed" },
    { name: "another CA", access: { ...api.access(), credentials: () => ({ ca: other.ca }) }, kind: "failed" },
    { name: "the system's CAs", access: { ...api.access(), credentials: () => ({}) }, kind: "failed" },
    { name: "a CA that is none", access: { ...api.access(), credentials: () => ({ ca: "oops" }) }, kind: "failed" },
    {
      name: "a token that no header takes",
      access: { ...api.access(), credentials: () => ({ ca: api.ca, token: "a\nb" }) },
      kind: "failed",
    },
  ];
  for (const { name, access, kind } of cases) {
    const client = createApiClient(access);
    t.match(await client.request({ method: "GET", path: "/", deadline: later() }), { kind }, name);
    client.close();
  }
  await api.kill();
  await other.kill();
});
