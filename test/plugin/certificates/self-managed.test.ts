import t from "tap";
import { isJsonList, member, type Json, type JsonObject } from "../../../engine/json.ts";
import { isSignedBy, readMaterial } from "../../../plugin/certificates/material.ts";
import { lifetimes, servingNames } from "../../../plugin/certificates/renew.ts";
import { selfManagedCertificate, type SelfManagedOptions } from "../../../plugin/certificates/self-managed.ts";
import type { TlsSource } from "../../../plugin/certificates/tls-source.ts";
import { createApiClient } from "../../../plugin/lookup/api/client.ts";
import { eventually } from "../lookup/eventually.ts";
import { StandIn } from "../lookup/stand-in.ts";

const secretPath = "/api/v1/namespaces/identity/secrets/podgraft-certificate";
const registration = "/apis/admissionregistration.k8s.io/v1";
const mutatingPath = `${registration}/mutatingwebhookconfigurations/podgraft`;
const validatingPath = `${registration}/validatingwebhookconfigurations/podgraft`;
const day = 86_400_000;

type Clock = { now: number };

async function standIn(): Promise<StandIn> {
  const api = await StandIn.start();
  for (const path of [mutatingPath, validatingPath]) {
    api.put(path, {
      webhooks: [
        { name: "a", clientConfig: { url: "https://a" } },
        { name: "b", clientConfig: {} },
      ],
    });
  }
  return api;
}

function options(api: StandIn, clock: Clock, logged: string[] = []): SelfManagedOptions {
  return {
    client: createApiClient(api.access()),
    namespace: "identity",
    secret: "podgraft-certificate",
    names: servingNames("podgraft", "identity"),
    webhookConfiguration: "podgraft",
    signal: new AbortController().signal,
    everyMs: 20,
    now: () => clock.now,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
  };
}

async function end(api: StandIn, ...sources: TlsSource[]): Promise<void> {
  for (const source of sources) source.stop();
  await api.kill();
}

/** The caBundles of all webhooks, decoded. */
function bundles(api: StandIn): string[] {
  return [mutatingPath, validatingPath].flatMap((path) => {
    const webhooks = member(api.get(path), "webhooks");
    return (isJsonList(webhooks) ? webhooks : []).map((webhook) =>
      decoded(member(member(webhook, "clientConfig"), "caBundle")),
    );
  });
}

function decoded(value: Json | undefined): string {
  return Buffer.from(typeof value === "string" ? value : "", "base64").toString("utf8");
}

function secretData(api: StandIn): JsonObject {
  return (member(api.get(secretPath), "data") ?? {}) as JsonObject;
}

function isTrustedBy(source: TlsSource, bundle: string): boolean {
  const authorities = bundle.split(/(?<=-----END CERTIFICATE-----\n)/);
  return authorities.some((pem) => isSignedBy(source.current().cert, pem));
}

for (const exists of [false, true]) {
  t.test(`a first certificate, in a Secret that ${exists ? "is there, empty" : "is not there"}`, async (t) => {
    const api = await standIn();
    const clock = { now: Date.now() };
    if (exists) api.put(secretPath, { type: "Opaque", metadata: { labels: { kept: "yes" } }, data: { other: "eA==" } });
    const source = await selfManagedCertificate(options(api, clock));
    const secret = api.get(secretPath);
    t.equal(secret?.type, "Opaque");
    t.equal(api.count("POST", /secrets$/), exists ? 0 : 1);
    t.equal(api.count("PUT", secretPath), exists ? 1 : 0);
    if (exists) t.match(secret, { metadata: { labels: { kept: "yes" } }, data: { other: "eA==" } });
    t.equal(source.current().cert, decoded(secretData(api)["tls.crt"]));
    t.equal(source.current().notAfter, Math.floor((clock.now + lifetimes.serving) / 1000) * 1000);
    t.equal(bundles(api).length, 4);
    for (const bundle of bundles(api)) t.ok(isTrustedBy(source, bundle));
    t.match(api.get(mutatingPath), { webhooks: [{ name: "a", clientConfig: { url: "https://a" } }, { name: "b" }] });
    const writes = api.requests.filter(({ method }) => method !== "GET").length;
    await eventually("a few rounds", () => api.count("GET", secretPath) > 4);
    t.equal(api.requests.filter(({ method }) => method !== "GET").length, writes, "then nothing is written");
    await end(api, source);
  });
}

for (const exists of [false, true]) {
  t.test(`five replicas at once agree, ${exists ? "on a Secret that is there" : "on one that is not"}`, async (t) => {
    const api = await standIn();
    const clock = { now: Date.now() };
    if (exists) api.put(secretPath);
    // All have read before anyone writes.
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    api.fault = ({ method }) => (method === "POST" || method === "PUT" ? { kind: "after", wait } : undefined);
    const logged: string[] = [];
    const starting = Array.from({ length: 5 }, () => selfManagedCertificate(options(api, clock, logged)));
    const writes = exists ? "PUT" : "POST";
    await eventually("five attempts", () => api.count(writes, /./) === 5);
    release();
    const sources = await Promise.all(starting);
    t.equal(new Set(sources.map((source) => source.current().cert)).size, 1, "one certificate for all");
    t.notOk(
      logged.some((line) => line.includes("cannot be written")),
      "to lose is no failure",
    );
    t.equal(new Set(bundles(api)).size, 1);
    for (const source of sources) t.ok(isTrustedBy(source, bundles(api)[0] ?? ""));
    t.equal(api.count("POST", /secrets$/) + api.count("PUT", secretPath), 5, "the losers do not write again");
    await end(api, ...sources);
  });
}

t.test("rotation: replicas take over, and what is served is trusted at every moment", async (t) => {
  const api = await standIn();
  const clock = { now: Date.now() };
  const replicas = await Promise.all([1, 2].map(() => selfManagedCertificate(options(api, clock))));
  const old = replicas[0]?.current().cert;
  const told: string[] = [];
  replicas[1]?.onChange(({ cert }) => told.push(cert));
  function settled(): boolean {
    const held = decoded(secretData(api)["tls.crt"]);
    const bundle = decoded(secretData(api)["ca-bundle.crt"]);
    return replicas.every((each) => each.current().cert === held) && bundles(api).every((each) => each === bundle);
  }
  const steps = [60 * day, 120 * day, 180 * day, 240 * day, (365 * day * 2) / 3 + 60_000];
  const begin = clock.now;
  for (const step of steps) {
    const version = member(member(api.get(secretPath), "metadata"), "resourceVersion");
    clock.now = begin + step;
    await eventually(
      "the renewal",
      () => member(member(api.get(secretPath), "metadata"), "resourceVersion") !== version,
    );
    await eventually("all replicas", settled);
    for (const each of replicas) t.ok(isTrustedBy(each, bundles(api)[0] ?? ""), `after ${step / day} days`);
  }
  t.equal(readMaterial(secretData(api)).bundle.length, 2, "a second authority");
  const before = replicas[0]?.current().cert;
  clock.now += lifetimes.settle;
  await eventually("a certificate of the new authority", () => settled() && replicas[0]?.current().cert !== before);
  for (const each of replicas) t.ok(isTrustedBy(each, bundles(api)[0] ?? ""));
  clock.now += lifetimes.overlap;
  await eventually(
    "the end of the old authority",
    () => readMaterial(secretData(api)).bundle.length === 1 && settled(),
  );
  for (const each of replicas) t.ok(isTrustedBy(each, bundles(api)[0] ?? ""));
  t.not(replicas[0]?.current().cert, old);
  t.equal(told.length, 5, "the other replica was told of each certificate once");
  await end(api, ...replicas);
});

t.test("a caBundle that somebody wipes is set again", async (t) => {
  const api = await standIn();
  const source = await selfManagedCertificate(options(api, { now: Date.now() }));
  api.put(validatingPath, {
    webhooks: [
      { name: "a", clientConfig: { caBundle: "" } },
      { name: "new", clientConfig: { caBundle: "b29wcw==" } },
    ],
  });
  await eventually("four good bundles", () => bundles(api).every((bundle) => isTrustedBy(source, bundle)));
  t.equal(bundles(api).length, 4);
  api.remove(mutatingPath);
  await eventually("a round without it", () => api.count("GET", mutatingPath) > 3);
  api.put(mutatingPath, { webhooks: [{ name: "again", clientConfig: {} }] });
  await eventually("the bundle of the new one", () => bundles(api).every((bundle) => isTrustedBy(source, bundle)));
  t.equal(bundles(api).length, 3);
  await end(api, source);
});

t.test("a configuration that changes between reading and patching is left alone until the next round", async (t) => {
  const api = await standIn();
  const logged: string[] = [];
  let changed = false;
  api.fault = ({ method, path }) => {
    if (method !== "PATCH" || path !== mutatingPath || changed) return undefined;
    changed = true;
    api.put(
      mutatingPath,
      {
        webhooks: [
          { name: "other", clientConfig: {} },
          { name: "b", clientConfig: {} },
        ],
      },
      true,
    );
    return undefined;
  };
  const source = await selfManagedCertificate(options(api, { now: Date.now() }, logged));
  await eventually("the bundles", () => bundles(api).every((each) => isTrustedBy(source, each)));
  t.match(api.get(mutatingPath), { webhooks: [{ name: "other" }, { name: "b" }] });
  t.ok(logged.some((line) => line.includes("caBundle not set, trying again")));
  await end(api, source);
});

t.test("a Secret that is spoiled or deleted is filled again, without a gap", async (t) => {
  const api = await standIn();
  const source = await selfManagedCertificate(options(api, { now: Date.now() }));
  const served = source.current().cert;
  const spoilings: (() => void)[] = [
    () => api.put(secretPath, { data: {} }, true),
    () => api.put(secretPath, { data: { "ca.crt": "b29wcw==", "tls.crt": "????" } }, true),
    () => api.put(secretPath, {}, true),
    () => api.remove(secretPath),
  ];
  for (const spoil of spoilings) {
    spoil();
    await eventually("a whole Secret", () => readMaterial(secretData(api)).serving !== undefined);
    await eventually("the bundles", () =>
      bundles(api).every((each) => each === decoded(secretData(api)["ca-bundle.crt"])),
    );
    t.equal(source.current().cert, served);
    t.ok(isTrustedBy(source, bundles(api)[0] ?? ""));
  }
  await end(api, source);
});

t.test("an API server that is away, refuses, or answers nonsense: the certificate in use stays", async (t) => {
  const api = await standIn();
  const logged: string[] = [];
  const source = await selfManagedCertificate(options(api, { now: Date.now() }, logged));
  const served = source.current().cert;
  const faults = [
    { kind: "status", status: 403, message: "no right" },
    { kind: "status", status: 500 },
    { kind: "text", text: "[]" },
    { kind: "text", text: "oops" },
    { kind: "reset" },
  ] as const;
  for (const fault of faults) {
    const before = api.requests.length;
    api.fault = () => fault;
    await eventually("a few rounds", () => api.requests.length > before + 3);
    t.equal(source.current().cert, served);
  }
  t.equal(logged.filter((line) => line.includes("no right")).length, 1, "told once, not with every round");
  api.fault = () => undefined;
  await eventually("a good round", () => bundles(api).every((bundle) => isTrustedBy(source, bundle)));
  await end(api, source);
});

t.test("a webhook configuration that RBAC hides is none", async (t) => {
  const api = await standIn();
  const logged: string[] = [];
  api.fault = ({ path }) => (path === mutatingPath ? { kind: "status", status: 403 } : undefined);
  const source = await selfManagedCertificate(options(api, { now: Date.now() }, logged));
  await eventually("a few rounds", () => api.count("GET", mutatingPath) > 4);
  t.equal(logged.filter((line) => line.startsWith("info Certificate: no caBundle to set")).length, 1);
  t.ok(isTrustedBy(source, bundles(api)[2] ?? ""));
  await end(api, source);
});

t.test("the first certificate is waited for, and the wait can be ended", async (t) => {
  const api = await standIn();
  const logged: string[] = [];
  api.fault = ({ method }) =>
    method === "POST" ? { kind: "status", status: 403, message: "may not create" } : undefined;
  const stopping = new AbortController();
  const waiting = selfManagedCertificate({ ...options(api, { now: Date.now() }, logged), signal: stopping.signal });
  const refused = t.rejects(waiting, { code: "config.unreadable" });
  await eventually("two attempts", () => api.count("POST", /secrets$/) >= 2);
  t.equal(logged.filter((line) => line.includes("may not create")).length, 1);
  stopping.abort();
  await refused;
  api.fault = () => undefined;
  const source = await selfManagedCertificate(options(api, { now: Date.now() }));
  t.ok(source.current().cert);
  await end(api, source);
});
