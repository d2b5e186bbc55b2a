import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { request as httpsRequest, type RequestOptions } from "node:https";
import {
  AuthorityKeyIdentifierExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { Test } from "tap";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import type { Cluster, Looked } from "../../../plugin/cluster.ts";
import type { CacheState } from "../../../plugin/lookup/create-cluster.ts";
import type { ClientAuthorities } from "../../../plugin/certificates/client-authorities.ts";
import { runServer } from "../../../plugin/server/run-server.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";

/** The ServiceAccount that everything here runs as names this role. */
export const role = "arn:aws:iam::111122223333:role/orders";

/** What a server is started with; everything has a default. */
export type Setting = {
  readonly settings?: JsonObject;
  readonly labels?: JsonObject;
  readonly account?: (namespace: string, name: string) => Looked | Promise<Looked>;
  readonly space?: (name: string) => Looked | Promise<Looked>;
  readonly maxBody?: number;
  readonly maxConcurrent?: number;
  readonly clientCa?: ClientAuthorities;
};

/** An answer to a request. */
export type Reply = { readonly status: number; readonly body: string };

/** A server under attack, with what it asked of the cluster. */
export type Serving = {
  readonly port: number;
  readonly drain: () => Promise<void>;
  readonly authority: Pair;
  readonly asked: readonly string[];
  /** What was asked since the last time. */
  readonly taken: () => string[];
  readonly ask: (path: string, body: string, options?: RequestOptions) => Promise<Reply>;
};

const hour = 3_600_000;

/** A CA for an hour. */
export function testAuthority(): Promise<Pair> {
  return issueAuthority("test", validity());
}

/** A certificate of that CA for a name. */
function testCertificate(authority: Pair, name: string): Promise<Pair> {
  return issueServing(authority, [name], validity());
}

/** A certificate of that CA for a caller. */
export async function clientCertificate(authority: Pair, name: string): Promise<Pair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create(
    {
      subject: [{ CN: [name] }],
      issuer: new X509Certificate(authority.certificate).subjectName,
      notBefore: new Date(validity().notBefore),
      notAfter: new Date(validity().notAfter),
      publicKey: keys.publicKey,
      signingKey: await webcrypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(authority.key), algorithm, false, [
        "sign",
      ]),
      signingAlgorithm: algorithm,
      extensions: [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        // Two authorities of one name, as in a rotation, are told apart by their keys.
        await AuthorityKeyIdentifierExtension.create(
          new X509Certificate(authority.certificate).publicKey,
          false,
          webcrypto,
        ),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { certificate: certificate.toString("pem"), key: PemConverter.encode(key, "PRIVATE KEY") };
}

function validity(): { readonly notBefore: number; readonly notAfter: number } {
  return { notBefore: Date.now() - hour, notAfter: Date.now() + hour };
}

/** Starts the whole server (a second to end it, so cases share one) on loopback, on a cluster that is a function. It ends with the test. */
export async function serve(t: Test, setting: Setting = {}): Promise<Serving> {
  const authority = await testAuthority();
  const serving = await testCertificate(authority, "localhost");
  const asked: string[] = [];
  const cluster: Cluster = {
    serviceAccount(namespace, name) {
      asked.push(`${namespace}/${name}`);
      return (setting.account ?? accountWithRole)(namespace, name);
    },
    namespace(name) {
      asked.push(name);
      return setting.space?.(name) ?? found({ labels: setting.labels ?? { "podgraft.dev/mode": "enforce" } });
    },
  };
  const server = await runServer({
    version: "0.0.0",
    listen: { host: "127.0.0.1", port: 0 },
    metricsListen: { host: "127.0.0.1", port: 0 },
    http2: false,
    clientCa: setting.clientCa,
    clientNames: setting.clientCa === undefined ? undefined : ["kube-apiserver"],
    limits: { maxBody: setting.maxBody ?? 100_000, maxConcurrent: setting.maxConcurrent ?? 16, deadlineMs: 5000 },
    drainMs: 5000,
    reloadEveryMs: 0,
    source: { load: () => rulesOf(setting.settings ?? { providers: { aws: {} } }), isStale: () => false },
    openCluster: () => ({ cluster, start: () => Promise.resolve(), stop: () => undefined, state: () => states }),
    openCertificate: () =>
      Promise.resolve({
        current: () => ({ cert: serving.certificate, key: serving.key, notAfter: Date.now() + hour }),
        onChange: () => undefined,
        stop: () => undefined,
      }),
    log: () => undefined,
    logLevel: "error",
  });
  let drained: Promise<void> | undefined;
  const drain = (): Promise<void> => (drained ??= server.drain());
  t.teardown(drain);
  return {
    port: server.port,
    drain,
    authority,
    asked,
    taken: () => asked.splice(0),
    ask: (path, body, options = {}) =>
      send({ port: server.port, path, method: "POST", ca: authority.certificate, ...options }, body),
  };
}

const state: CacheState = {
  objects: 1,
  bytes: 1,
  omitted: 0,
  ageSeconds: 0,
  synced: true,
  watching: true,
  lists: 1,
  watches: 1,
};
const states = { serviceaccount: state, namespace: state };

/** An answer that the cache has. */
export function found(metadata: JsonObject): Looked {
  return { kind: "found", source: "cache", metadata };
}

function accountWithRole(): Looked {
  return found({ annotations: { "eks.amazonaws.com/role-arn": role } });
}

/** Sends a request to localhost; rejects where there is no answer. */
export function send(options: RequestOptions, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const call = httpsRequest({ host: "localhost", agent: false, headers, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** A Pod that runs as `orders` and has nothing of its identity. */
export function pod(changes: { readonly metadata?: JsonObject; readonly spec?: JsonObject } = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "shop", ...changes.metadata },
    spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "app:1" }], ...changes.spec },
  };
}

/** The review of a Pod's creation in the namespace `shop`. */
export function reviewOf(object: Json, changes: JsonObject = {}): JsonObject {
  const request = {
    uid: "1",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    name: "p",
    namespace: "shop",
    operation: "CREATE",
    userInfo: {},
    object,
    oldObject: null,
    ...changes,
  };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
}

/** What an API server takes from an answer. */
export type Response = {
  readonly uid: string;
  readonly allowed: boolean;
  readonly patch?: string;
  readonly status?: { readonly code: number; readonly message: string };
  readonly warnings?: readonly string[];
};

/** The response of an answer that has to be one. */
export function responseOf({ status, body }: Reply): Response {
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return (JSON.parse(body) as { response: Response }).response;
}
