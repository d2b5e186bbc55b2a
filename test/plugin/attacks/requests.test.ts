import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect as connectPlainly, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type SecureVersion } from "node:tls";
import t, { type Test } from "tap";
import { mountedAuthorities, type ClientAuthorities } from "../../../plugin/certificates/client-authorities.ts";
import type { Looked } from "../../../plugin/cluster.ts";
import {
  found,
  pod,
  responseOf,
  reviewOf,
  role,
  send,
  serve,
  testAuthority,
  clientCertificate,
  type Serving,
} from "./serving.ts";

const good = JSON.stringify(reviewOf(pod()));

/** Asserts that the server lives, and judges. */
async function stillServes(t: Test, { ask }: Serving): Promise<void> {
  t.match(responseOf(await ask("/verify", good)), { uid: "1", allowed: false }, "the next request is served");
}

const request = (changes: object): string => JSON.stringify({ ...reviewOf(pod()), ...changes });

const bodies: readonly [string, string, number][] = [
  ["nothing", "", 400],
  ["cut off JSON", good.slice(0, 200), 400],
  ["a text", "hello", 400],
  ["null", "null", 400],
  ["a list", "[]", 400],
  ["a number beyond all numbers", "1e999", 400],
  ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString("latin1"), 400],
  ["another kind", request({ kind: "Pod" }), 400],
  ["another version", request({ apiVersion: "admission.k8s.io/v2" }), 400],
  ["no request", request({ request: null }), 400],
  ["no uid", JSON.stringify(reviewOf(pod(), { uid: "" })), 400],
  ["no object", JSON.stringify(reviewOf(null)), 400],
  ["an object that is a text", JSON.stringify(reviewOf("pod")), 400],
  ["no namespace", JSON.stringify(reviewOf(pod(), { namespace: "" })), 400],
  ["100,000 levels", `${"[".repeat(40_000)}${"]".repeat(40_000)}`, 400],
  [
    "more than the limit",
    JSON.stringify(reviewOf(pod({ metadata: { annotations: { a: "x".repeat(100_000) } } }))),
    413,
  ],
];

t.test("bodies that are none get a 4xx, and the next request is served", async (t) => {
  const serving = await serve(t);
  for (const [title, body, status] of bodies) {
    for (const path of ["/verify", "/mutate"]) {
      const answer = await serving.ask(path, body);
      t.equal(answer.status, status, `${title}, to ${path}: ${answer.body}`);
      t.notMatch(answer.body, /"allowed":true/);
      await stillServes(t, serving);
    }
  }
});

t.test("a Pod of wrong types is refused, and the next request is served", async (t) => {
  const serving = await serve(t);
  for (const spec of [
    { containers: "all" },
    { containers: [null] },
    { hostNetwork: "yes" },
    { volumes: [{ name: 7 }] },
  ]) {
    const response = responseOf(await serving.ask("/verify", JSON.stringify(reviewOf(pod({ spec })))));
    t.equal(response.allowed, false, JSON.stringify(spec));
  }
  await stillServes(t, serving);
});

t.test("a body that never ends, or breaks off, holds nobody up", async (t) => {
  const serving = await serve(t);
  const slow = await opened(serving);
  slow.write(
    "POST /verify HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
  );
  await stillServes(t, serving);
  slow.destroy();
  await stillServes(t, serving);
});

/** A TLS connection to the server. */
async function opened({ port, authority }: Serving): Promise<Socket> {
  const socket = connect({ port: port, host: "127.0.0.1", servername: "localhost", ca: authority.certificate });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  return socket;
}

t.test("what is no HTTP, or no TLS, ends its own connection alone", async (t) => {
  const serving = await serve(t);
  const nonsense = await opened(serving);
  nonsense.resume();
  nonsense.end("\u0000\u0001 nonsense\r\n\r\n");
  await once(nonsense, "close");
  const plain = connectPlainly(serving.port, "127.0.0.1");
  plain.on("error", () => undefined);
  plain.end("POST /verify HTTP/1.1\r\nhost: localhost\r\n\r\n");
  plain.resume();
  await once(plain, "close");
  await stillServes(t, serving);
});

t.test("more reviews than allowed at a time are refused at once", async (t) => {
  let release: (looked: Looked) => void = () => undefined;
  const waiting = new Promise<Looked>((resolve) => (release = resolve));
  const serving = await serve(t, { maxConcurrent: 2, account: () => waiting });
  const first = [serving.ask("/verify", good), serving.ask("/verify", good)];
  await until(() => serving.asked.filter((name) => name === "shop/orders").length === 2);
  t.match(await serving.ask("/verify", good), { status: 503 });
  release(found({ annotations: { "eks.amazonaws.com/role-arn": role } }));
  for (const answer of await Promise.all(first)) t.equal(responseOf(answer).allowed, false);
  await stillServes(t, serving);
});

/** Waits for something that is about to happen. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}

t.test("what is asked before the end is answered before the end", async (t) => {
  let release: (looked: Looked) => void = () => undefined;
  const waiting = new Promise<Looked>((resolve) => (release = resolve));
  const serving = await serve(t, { account: () => waiting });
  const answer = serving.ask("/verify", good);
  await until(() => serving.asked.includes("shop/orders"));
  const drained = serving.drain();
  release(found({ annotations: { "eks.amazonaws.com/role-arn": role } }));
  t.match(responseOf(await answer), { uid: "1", allowed: false });
  await drained;
  await t.rejects(serving.ask("/verify", good), { code: "ECONNREFUSED" });
});

const versions: readonly [SecureVersion, boolean][] = [
  ["TLSv1", false],
  ["TLSv1.1", false],
  ["TLSv1.2", true],
  ["TLSv1.3", true],
];

t.test("TLS 1.2 and newer are spoken, and nothing older", async (t) => {
  const serving = await serve(t);
  for (const [version, taken] of versions) {
    // Old versions are offered with the ciphers that they need, so that it is the server that refuses.
    const options = { minVersion: version, maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" };
    const answer = await serving.ask("/verify", good, options).catch((error: unknown) => error);
    if (taken) t.match(answer, { status: 200 }, version);
    else t.match(answer, { code: /EPROTO|ERR_SSL|ECONNRESET/ }, version);
    await stillServes(t, serving);
  }
});

t.test("client certificates: of that authority and that name, or no review", async (t) => {
  const clients = await testAuthority();
  const folder = t.testdir({ "ca.crt": clients.certificate });
  const serving = await serve(t, { clientCa: authoritiesOf(join(folder, "ca.crt")) });
  const named = async (authority: typeof clients, name: string) => {
    const { certificate, key } = await clientCertificate(authority, name);
    return { cert: certificate, key };
  };
  t.match(await serving.ask("/verify", good, await named(clients, "kube-apiserver")), { status: 200 });
  t.match(await serving.ask("/verify", good, await named(clients, "somebody")), { status: 403 });
  await t.rejects(serving.ask("/verify", good), "without one");
  await t.rejects(
    serving.ask("/verify", good, await named(await testAuthority(), "kube-apiserver")),
    "of another authority",
  );
});

t.test("client authorities are read again: a second one beside the first, then it alone", async (t) => {
  const [former, next] = [await testAuthority(), await testAuthority()];
  const file = join(t.testdir({ "ca.crt": former.certificate }), "ca.crt");
  const serving = await serve(t, { clientCa: authoritiesOf(file) });
  const isTaken = async (authority: typeof former): Promise<boolean> => {
    const { certificate: cert, key } = await clientCertificate(authority, "kube-apiserver");
    const answer = await serving.ask("/verify", good, { cert, key }).catch(() => undefined);
    return answer?.status === 200;
  };
  const until = async (authority: typeof former, taken: boolean): Promise<boolean> => {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await isTaken(authority)) === taken) return true;
      await sleep(50);
    }
    return false;
  };
  t.ok(await until(next, false), "not of the next one yet");
  writeFileSync(file, former.certificate + next.certificate);
  t.ok(await until(next, true), "of the next one");
  t.ok(await isTaken(former), "and still of the former");
  writeFileSync(file, "no certificate");
  await sleep(100);
  t.ok(await isTaken(former), "a file that is none changes nothing");
  writeFileSync(file, next.certificate);
  t.ok(await until(former, false), "no more of the former");
  t.ok(await isTaken(next));
});

/** The authorities in a file that is looked at often. */
function authoritiesOf(file: string): ClientAuthorities {
  return mountedAuthorities({ file, log: () => undefined, everyMs: 20 });
}

const paths = [
  "/",
  "/verify/",
  "//verify",
  "/Verify",
  "/verify/../mutate",
  "/verify%00",
  "/__proto__",
  "/constructor",
  "/v1/data",
];

t.test("there are two paths for reviews, and none that only looks like one", async (t) => {
  const serving = await serve(t);
  for (const path of paths) t.match(await serving.ask(path, good), { status: 404 }, path);
  t.match(await serving.ask("/verify?timeout=5s&x=/mutate", good), { status: 200 }, "queries are no paths");
});

t.test("other methods and other contents get no review", async (t) => {
  const serving = await serve(t);
  for (const method of ["GET", "PUT", "DELETE"]) t.match(await serving.ask("/verify", "", { method }), { status: 405 });
  const headers = { "content-type": "text/plain" };
  t.match(await serving.ask("/verify", good, { headers }), { status: 415 });
  await stillServes(t, serving);
});

t.test("a caller who trusts another authority does not talk to it", async (t) => {
  const serving = await serve(t);
  const { certificate } = await testAuthority();
  await t.rejects(send({ port: serving.port, path: "/verify", method: "POST", ca: certificate }, good), {
    code: /CERT|SIGNATURE|ISSUER|LEAF/,
  });
});
