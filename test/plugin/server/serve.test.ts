import { createServer } from "node:net";
import { connect as connectSession } from "node:http2";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent } from "node:https";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import t from "tap";
import { member, parseJson } from "../../../engine/json.ts";
import { runPodgraft } from "../../cli/run-podgraft.ts";
import { eventually } from "../lookup/eventually.ts";
import { desk, responseOf, review, Serve, writeCertificate, writeConfiguration } from "./serving.ts";

const module = fileURLToPath(new URL("../../../../policies/podgraft.wasm", import.meta.url));

t.test("it starts, judges, counts, and ends when it is told to", async (t) => {
  const serve = await new Serve(t, await desk(t), ["--log-level=debug"]).ready();
  const mutated = responseOf(await serve.ask("POST", "/mutate?timeout=5s", review("u-1")));
  t.match(mutated, { uid: "u-1", allowed: true, patchType: "JSONPatch" });
  t.match(responseOf(await serve.ask("POST", "/verify?timeout=5s", review("u-2"))), { uid: "u-2", allowed: false });
  const metrics = await serve.metrics();
  for (const line of [
    'podgraft_reviews_total{endpoint="mutate",operation="CREATE",outcome="mutated"} 1',
    'podgraft_reviews_total{endpoint="verify",operation="CREATE",outcome="denied"} 1',
    'podgraft_decisions_total{provider="aws",outcome="inject",reason="aws.role_arn"} 2',
    'podgraft_lookups_total{object="serviceaccount",source="cache"} 2',
    'podgraft_review_duration_seconds_bucket{le="0.00025",endpoint="mutate"}',
    'podgraft_cache_objects{object="serviceaccount"} 1',
    "podgraft_in_flight_reviews 0",
    "podgraft_config_reload_failures_total 0",
    'podgraft_cache_age_seconds{object="namespace"}',
    "podgraft_certificate_expiry_timestamp_seconds ",
    "process_resident_memory_bytes ",
  ]) {
    t.ok(metrics.includes(line), line);
  }
  const listening = await serve.told("Listening");
  t.match(listening, { version: /^\d/, configuration: /^[0-9a-f]{64}$/, module: /^[0-9a-f]{64}$/, maxConcurrent: 64 });
  t.ok(metrics.includes(`config_digest="${String(listening.configuration)}"`));
  t.match(await serve.told("Review"), { uid: "u-1", outcome: "mutated", namespace: "shop", level: "debug" });
  t.notOk(serve.said.includes("not-for-the-log"), "nothing of a Pod's contents is logged");
  t.notOk(serve.said.includes("secret-token"));
  serve.signal("SIGTERM");
  t.equal(await serve.exit, 0);
});

t.test("what was answered before gives way to what the cluster says now", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given).ready();
  const patch = async (): Promise<string> => {
    const response = responseOf(await serve.ask("POST", "/mutate", review("u")));
    return Buffer.from(String(member(response, "patch")), "base64").toString();
  };
  const first = await patch();
  t.match(first, "role/orders");
  t.equal(await patch(), first);
  given.api.account("shop", "orders", { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/changed" });
  while ((await patch()) === first);
  t.match(await patch(), "role/changed");
  given.api.space("shop", { "podgraft.dev/mode": "off" });
  while (member(responseOf(await serve.ask("POST", "/mutate", review("u"))), "patch") !== undefined);
  t.pass("the Namespace's mode counts, too");
});

t.test("an API server that is not there keeps it from being ready, not from starting", async (t) => {
  const given = await desk(t, { admission: { lookupFailure: "deny" } });
  await given.api.kill();
  const serve = new Serve(t, given);
  await serve.told("Listening");
  t.equal((await serve.ask("GET", "/healthz")).status, 200);
  t.match(await serve.ask("GET", "/readyz"), { status: 503, text: /serviceaccounts are not listed yet/ });
  const refused = responseOf(await serve.ask("POST", "/verify", review("u-1")));
  t.match(refused, { uid: "u-1", allowed: false, status: { code: 503, message: /could not be looked up/ } });
  t.match(await serve.metrics(), /podgraft_failures_total\{code="lookup\.unreachable",allowed="false"\} 1/);
  await given.api.listen();
  await serve.ready();
  t.match(responseOf(await serve.ask("POST", "/mutate", review("u-2"))), { allowed: true, patchType: "JSONPatch" });
});

t.test("what is decided by the configuration where look-ups fail: allow, with a warning and a count", async (t) => {
  const given = await desk(t, { admission: { lookupFailure: "allow" } });
  await given.api.kill();
  const serve = new Serve(t, given);
  await serve.told("Listening");
  const allowed = responseOf(await serve.ask("POST", "/verify", review("u-1")));
  t.match(allowed, { allowed: true, warnings: [/was not judged/] });
  t.match(await serve.metrics(), /podgraft_failures_total\{code="lookup\.unreachable",allowed="true"\} 1/);
});

t.test("a new configuration is taken over, one that is no good is refused, and the last good one stays", async (t) => {
  const given = await desk(t);
  writeFileSync(
    join(given.folder, "base.yaml"),
    JSON.stringify({ apiVersion: "podgraft.dev/v1alpha1", kind: "Config", providers: { aws: {} } }),
  );
  writeConfiguration(given.folder, { extends: "base.yaml" });
  const serve = await new Serve(t, given).ready();
  const patchOf = async (): Promise<string> => {
    const patch = member(responseOf(await serve.ask("POST", "/mutate", review("u"))) ?? null, "patch");
    return Buffer.from(String(patch), "base64").toString();
  };
  t.notMatch(await patchOf(), /eu-central-1/);

  const base = (aws: object): void => {
    const text = JSON.stringify({ apiVersion: "podgraft.dev/v1alpha1", kind: "Config", providers: { aws } });
    writeFileSync(join(given.folder, "base.new"), text);
    renameSync(join(given.folder, "base.new"), join(given.folder, "base.yaml"));
  };
  const before = serve.log.length;
  base({ awsDefaultRegion: "eu-central-1" });
  await serve.told("Configuration: taken", before);
  t.match(await patchOf(), /eu-central-1/, "a file that is extended counts");

  base({ awsDefaultRegionn: "us-east-1" });
  const told = await serve.told("Configuration: the new one is refused, the last good one stays");
  t.match(told.cause, /base\.yaml.*awsDefaultRegionn/s);
  t.match(await patchOf(), /eu-central-1/);
  t.match(await serve.metrics(), /podgraft_config_reload_failures_total 1/);
  t.equal((await serve.ask("GET", "/readyz")).status, 200);

  const again = serve.log.length;
  base({ annotationPrefix: "example.com", awsDefaultRegion: "us-east-1" });
  given.api.account("shop", "orders", { "example.com/role-arn": "arn:aws:iam::111122223333:role/other" });
  await serve.told("Configuration: taken", again);
  t.match(await patchOf(), /role\/other/, "other annotations are looked up");
});

t.test("a ConfigMap's files, which are swapped with a symbolic link", async (t) => {
  const given = await desk(t);
  const { folder } = given;
  const version = (name: string, text: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "podgraft.yaml"), text);
    symlinkSync(name, join(folder, "..data.new"));
    renameSync(join(folder, "..data.new"), join(folder, "..data"));
  };
  version("v1", readFileSync(join(folder, "podgraft.yaml"), "utf8"));
  rmSync(join(folder, "podgraft.yaml"));
  symlinkSync("..data/podgraft.yaml", join(folder, "podgraft.yaml"));
  const serve = await new Serve(t, given).ready();
  const before = serve.log.length;
  version("v2", "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { gcp: {} }\n");
  await serve.told("Configuration: taken", before);
  t.match(responseOf(await serve.ask("POST", "/mutate", review("u"))), { allowed: true, patch: undefined });
});

t.test("the module: its digest is held to, and a new one is taken over if it is one", async (t) => {
  const given = await desk(t);
  const file = join(given.folder, "rules.wasm");
  const bytes = readFileSync(module);
  writeFileSync(file, bytes);
  const digest = createHash("sha256").update(bytes).digest("hex");
  const serve = await new Serve(t, given, [`--module=${file}`, `--module-digest=sha256:${digest}`]).ready();
  t.match(await serve.told("Listening"), { module: digest });
  // Another custom section makes other bytes of the same rules.
  writeFileSync(file, Buffer.concat([bytes, Buffer.from([0, 2, 1, 0x61])]));
  t.match(await serve.told("Configuration: the new one is refused, the last good one stays"), {
    cause: /--module-digest/,
  });
  t.match(responseOf(await serve.ask("POST", "/mutate", review("u"))), { patchType: "JSONPatch" });

  const free = await new Serve(t, given, [`--module=${file}`]).ready();
  t.not((await free.told("Listening")).module, digest);
  const before = free.log.length;
  writeFileSync(file, bytes);
  t.match(await free.told("Configuration: taken", before), { module: digest });
  writeFileSync(file, "no module");
  t.match(await free.told("Configuration: the new one is refused, the last good one stays"), { cause: /module/ });
  t.match(responseOf(await free.ask("POST", "/mutate", review("u"))), { patchType: "JSONPatch" });
});

t.test(
  "under load the certificate changes and configuration is reloaded without a lost answer; then it drains",
  async (t) => {
    const given = await desk(t);
    const serve = await new Serve(t, given, ["--drain=10s"]).ready();
    const { authority, folder } = given;
    let stop = false;
    let answered = 0;
    const lost: string[] = [];
    const ask = async (worker: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: authority.certificate });
      for (let round = 0; !stop; round += 1) {
        const uid = `${worker}-${round}`;
        try {
          const response = responseOf(await serve.ask("POST", "/mutate", review(uid), { agent }));
          if (member(response, "uid") !== uid || member(response, "allowed") !== true)
            lost.push(JSON.stringify(response));
          answered += 1;
        } catch (error) {
          lost.push(String(error));
        }
      }
      agent.destroy();
    };
    const workers = Array.from({ length: 8 }, (_, worker) => ask(worker));
    const serial = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: "127.0.0.1", port: serve.port, ca: authority.certificate }, () => {
          resolve(socket.getPeerCertificate().serialNumber);
          socket.destroy();
        });
        socket.on("error", reject);
      });
    const before = await serial();
    await writeCertificate(given);
    writeConfiguration(folder, { providers: { aws: { awsDefaultRegion: "eu-west-1" } } });
    await serve.told("Certificate: reloaded");
    t.not(await serial(), before, "new connections get the new certificate");
    const count = answered;
    await eventually("more answers", () => answered > count + 100);
    serve.signal("SIGTERM");
    await serve.told("Draining");
    t.match(
      await serve.ask("GET", "/readyz"),
      { status: 503, text: /draining/ },
      "not ready is the first thing that it says",
    );
    stop = true;
    await Promise.all(workers);
    t.strictSame(lost, [], "no answer is lost");
    t.equal(await serve.exit, 0);
  },
);

t.test("a review that waits for the API server is answered before the server ends", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given, ["--lookup-deadline=5s", "--deadline=5s"]).ready();
  let release = (): void => undefined;
  const wait = new Promise<void>((resolve) => (release = resolve));
  given.api.fault = (request) => (request.path.endsWith("/late") ? { kind: "after", wait } : undefined);
  given.api.account("shop", "late", { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/late" }, true);
  const object = {
    metadata: { name: "p" },
    spec: { serviceAccountName: "late", containers: [{ name: "app", image: "a" }] },
  };
  const pending = serve.ask("POST", "/mutate", review("u", { object }));
  await eventually("the look-up", () => given.api.count("GET", /\/late$/) > 0);
  serve.signal("SIGTERM");
  await serve.told("Draining");
  release();
  const answer = await pending;
  t.match(responseOf(answer), { uid: "u", allowed: true, patchType: "JSONPatch" });
  t.equal(answer.headers.connection, "close");
  t.equal(await serve.exit, 0);
});

t.test("HTTP/2: fifty reviews at a time on one connection, refusals, and HTTP/1.1 beside it", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given, ["--http2", "--max-body=100000", "--drain=10m"]).ready();
  const session = connectSession(`https://127.0.0.1:${serve.port}`, { ca: given.authority.certificate });
  const ask = (body: string | undefined, method = "POST"): Promise<{ status: unknown; text: string }> =>
    new Promise((resolve, reject) => {
      const stream = session.request({
        ":method": method,
        ":path": "/mutate?timeout=5s",
        "content-type": "application/json",
      });
      let status: unknown;
      let text = "";
      stream.on("response", (headers) => (status = headers[":status"]));
      stream.setEncoding("utf8").on("data", (part: string) => (text += part));
      stream.on("end", () => resolve({ status, text }));
      stream.on("error", reject);
      stream.end(body);
    });
  const padding = "x".repeat(50_000);
  const object = {
    metadata: { name: "p", annotations: { padding } },
    spec: { serviceAccountName: "orders", containers: [{ name: "a", image: "a" }] },
  };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(review(String(index), { object }))));
  for (const [index, { status, text }] of answers.entries()) {
    t.equal(status, 200);
    t.match(member(parseJson(text), "response"), { uid: String(index), patchType: "JSONPatch" });
  }
  t.equal((await ask("x".repeat(200_000))).status, 413);
  t.equal((await ask("")).status, 400);
  t.equal((await ask(undefined, "GET")).status, 405);
  t.equal((await ask(review("last"))).status, 200, "the connection has lived through it");
  const agent = new Agent({ keepAlive: true, ca: given.authority.certificate });
  t.teardown(() => agent.destroy());
  t.equal((await serve.ask("POST", "/mutate", review("h1"), { agent })).status, 200);
  // Neither the session nor the idle connection keeps it: --drain is longer than this test may take.
  serve.signal("SIGTERM");
  t.equal(await serve.exit, 0);
  session.destroy();
});

/** Code that the server's process runs before its own. */
function before(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

t.test("an exception that nobody caught ends the server when it has answered, with status 4", async (t) => {
  const given = await desk(t);
  const thrown = before('process.on("SIGUSR2", () => { throw new Error("nobody caught this"); });');
  const serve = await new Serve(t, given, ["--lookup-deadline=5s", "--deadline=5s"], thrown).ready();
  let release = (): void => undefined;
  const wait = new Promise<void>((resolve) => (release = resolve));
  given.api.fault = (request) => (request.path.endsWith("/late") ? { kind: "after", wait } : undefined);
  const object = {
    metadata: { name: "p" },
    spec: { serviceAccountName: "late", containers: [{ name: "app", image: "a" }] },
  };
  const pending = serve.ask("POST", "/mutate", review("u", { object }));
  await eventually("the look-up", () => given.api.count("GET", /\/late$/) > 0);
  serve.signal("SIGUSR2");
  t.match(await serve.told("An exception was not caught; the server ends"), {
    level: "error",
    cause: /nobody caught this/,
  });
  await serve.told("Draining");
  release();
  t.match(responseOf(await pending), { uid: "u", allowed: true });
  t.equal(await serve.exit, 4);
});

t.test("a promise that is rejected unheard is logged, and the server goes on", async (t) => {
  const rejected = before('process.on("SIGUSR2", () => { Promise.reject(new Error("unheard")); });');
  const serve = await new Serve(t, await desk(t), [], rejected).ready();
  serve.signal("SIGUSR2");
  t.match(await serve.told("A promise was rejected unheard"), { cause: /unheard/ });
  t.equal((await serve.ask("POST", "/mutate", review("u"))).status, 200);
});

t.test("what is wrong is said at the start, with status 2", async (t) => {
  const { folder } = await desk(t);
  const options = (certificates = "tls", configuration = "podgraft.yaml"): string[] => [
    "serve",
    "--listen=127.0.0.1:0",
    "--metrics-listen=127.0.0.1:0",
    `--config=${configuration}`,
    "--kubeconfig=kubeconfig",
    `--certificate-dir=${certificates}`,
  ];
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  t.teardown(() => taken.close());
  const address = taken.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  writeFileSync(join(folder, "bad.yaml"), "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviderss: {}\n");
  mkdirSync(join(folder, "empty"));
  const cases: readonly [string, readonly string[], RegExp][] = [
    [
      "a port that is taken",
      [...options(), `--listen=127.0.0.1:${port}`],
      new RegExp(`cannot listen on 127.0.0.1:${port}: .*EADDRINUSE`),
    ],
    [
      "a port for metrics that is taken",
      [...options(), `--metrics-listen=127.0.0.1:${port}`],
      /cannot listen on .*EADDRINUSE/,
    ],
    ["no certificate", options("empty"), /empty.*tls\.crt/s],
    ["a configuration that is none", options("tls", "bad.yaml"), /bad\.yaml:3:1.*providerss.*providers/s],
    ["no way to get a certificate", options().slice(0, -1), /--certificate-dir or --self-managed-certificate/],
    ["both ways", [...options(), "--self-managed-certificate"], /--certificate-dir or --self-managed-certificate/],
    ["no kubeconfig", [...options(), "--kubeconfig=missing"], /missing/],
    ["a module that is not there", [...options(), "--module=missing.wasm"], /--module.*missing\.wasm/s],
    ["another module than was meant", [...options(), `--module-digest=sha256:${"0".repeat(64)}`], /--module-digest/],
    ["a duration that is none", [...options(), "--deadline=2"], /--deadline: expected a duration/],
    ["a number that is none", [...options(), "--max-body=8Mi"], /--max-body: expected a whole number/],
    ["a level that is none", [...options(), "--log-level=loud"], /--log-level: expected debug, info, warn, error/],
    ["an address that is none", [...options(), "--listen=8443"], /--listen: expected ADDRESS:PORT/],
    ["no client CA", [...options(), "--client-ca=missing.pem"], /missing\.pem/],
    ["operands", [...options(), "file.yaml"], /takes no operands/],
  ];
  for (const [title, argv, said] of cases) {
    const { status, stderr } = await runPodgraft(argv, { cwd: folder });
    t.equal(status, 2, title);
    t.match(stderr, said, title);
  }
});

t.test(
  "self-managed certificates: what it waits for can be asked, a signal ends the wait, and then it serves",
  async (t) => {
    const given = await desk(t);
    await given.api.kill();
    const own = ["--self-managed-certificate", "--namespace=podgraft-system"];
    const port = await freePort();
    const waiting = new Serve(t, given, [...own, `--metrics-listen=127.0.0.1:${port}`]);
    await waiting.told("Certificate: the Secret cannot be read, trying again");
    t.match(await waiting.askPlainly(port, "/healthz"), { status: 200 });
    t.match(await waiting.askPlainly(port, "/readyz"), { status: 503, text: /no certificate yet/ });
    t.equal((await waiting.askPlainly(port, "/elsewhere")).status, 404);
    t.equal((await waiting.askPlainly(port, "/metrics", "POST")).status, 405);
    waiting.signal("SIGINT");
    t.equal(await waiting.exit, 0);

    await given.api.listen();
    const serve = new Serve(t, given, own);
    await serve.told("Listening");
    const served = await new Promise<string | undefined>((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port: serve.port, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subjectaltname);
        socket.destroy();
      });
      socket.on("error", reject);
    });
    t.match(served, /DNS:podgraft\.podgraft-system\.svc/);
  },
);

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? String(address?.port) : "";
}
