import { execFile } from "node:child_process";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import t, { type Test } from "tap";
import { issueAuthority, issueServing, type Pair } from "../../../plugin/certificates/issue.ts";
import { at, chartFile, listAt, only, render, skip } from "./render.ts";

const script = chartFile("files/review.mjs");

/** A certificate for localhost, and that of the authority behind it. */
async function certificates(): Promise<{ readonly ca: string; readonly serving: Pair }> {
  const hour = 3_600_000;
  const validity = { notBefore: Date.now() - hour, notAfter: Date.now() + hour };
  const authority = await issueAuthority("test", validity);
  return { ca: authority.certificate, serving: await issueServing(authority, ["localhost"], validity) };
}

/** What a stand-in for the server answers to /verify, given the request's uid. */
type Answer = (uid: string) => { readonly status: number; readonly body: unknown };

const good: Answer = (uid) => ({
  status: 200,
  body: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } },
});

/** Starts a stand-in, and resolves to what the script is told of it. */
async function serve(t: Test, { certificate, key }: Pair, ready: number, answer: Answer): Promise<Environment> {
  const plain = createPlainServer((request, response) => {
    response.writeHead(request.url === "/readyz" ? ready : 404).end("caches");
  });
  const secure = createServer({ cert: certificate, key }, (request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const review = JSON.parse(text) as { request: { uid: string; dryRun: boolean } };
      const { status, body } = answer(review.request.dryRun ? review.request.uid : "no dry run");
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  return {
    PODGRAFT_READY: `http://localhost:${await portOf(t, plain)}/readyz`,
    PODGRAFT_URL: `https://localhost:${await portOf(t, secure)}`,
  };
}

type Environment = { readonly [name: string]: string };

async function portOf(t: Test, server: Server): Promise<number> {
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

type Outcome = { readonly status: number | null; readonly text: string };

/** Runs the script as the Pod of `helm test` does. */
function run(env: Environment): Promise<Outcome> {
  return new Promise((resolve) => {
    const args = ["--input-type=module", "--eval", script];
    const child = execFile(process.execPath, args, { env }, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, text: stdout + stderr });
    });
  });
}

const cases: readonly [
  string,
  number,
  Answer,
  { readonly [name: string]: string },
  Outcome | { status: number; text: RegExp },
][] = [
  ["a server as it should be", 200, good, {}, { status: 0, text: "ready\nreviewed: allowed true\n" }],
  ["a server that is not ready", 503, good, {}, { status: 1, text: "failed: /readyz answers 503: caches\n" }],
  [
    "a server that fails",
    200,
    () => ({ status: 500, body: "boom" }),
    {},
    { status: 1, text: 'ready\nfailed: /verify answers 500: "boom"\n' },
  ],
  ["an answer to something else", 200, () => good("another"), {}, { status: 1, text: /answers no AdmissionReview/ }],
  [
    "an answer without a verdict",
    200,
    (uid) => ({ status: 200, body: { response: { uid } } }),
    {},
    { status: 1, text: /no AdmissionReview/ },
  ],
  [
    "a server that wants certificates",
    200,
    () => ({ status: 401, body: "" }),
    { PODGRAFT_ASKS_FOR_CERTIFICATES: "true" },
    { status: 0, text: "ready\nno review asked: the server wants a client certificate\n" },
  ],
];

for (const [title, ready, answer, env, expected] of cases) {
  t.test(`helm test: ${title}`, async (t) => {
    const { ca, serving } = await certificates();
    const file = join(t.testdir({ "ca.crt": ca }), "ca.crt");
    const address = await serve(t, serving, ready, answer);
    t.match(await run({ ...address, PODGRAFT_CA: file, ...env }), expected);
  });
}

t.test("helm test: a certificate of somebody else", async (t) => {
  const [trusted, served] = await Promise.all([certificates(), certificates()]);
  const file = join(t.testdir({ "ca.crt": trusted.ca }), "ca.crt");
  const address = await serve(t, served.serving, 200, good);
  t.match(await run({ ...address, PODGRAFT_CA: file }), { status: 1, text: /^ready\nfailed: .*certificate/ });
  t.match(await run({ ...address, PODGRAFT_CA: "/absent" }), { status: 0, text: /^no CA to check/ });
});

t.test("helm test: nobody there", async (t) => {
  t.match(await run({ PODGRAFT_READY: "http://127.0.0.1:1/readyz" }), { status: 1, text: /ECONNREFUSED/ });
});

t.test("the Pod runs that script against the Service, with the CA and without the key", { skip }, async (t) => {
  const objects = await render();
  const pod = only(objects, "Pod");
  t.same(
    listAt(pod, "spec.containers.0.args").map((line) => String(line).trim()),
    ["--input-type=module", "--eval", script.trim()],
  );
  t.match(at(pod, "spec.containers.0.env"), [
    { name: "PODGRAFT_READY", value: "http://podgraft.podgraft-system.svc:8080/readyz" },
    { name: "PODGRAFT_URL", value: "https://podgraft.podgraft-system.svc:443" },
    { name: "PODGRAFT_CA", value: "/etc/podgraft/ca/ca.crt" },
    { name: "PODGRAFT_ASKS_FOR_CERTIFICATES", value: "false" },
  ]);
  t.same(at(pod, "spec.volumes.0.secret.items"), [{ key: "ca-bundle.crt", path: "ca.crt" }]);
  const other = only(await render({ certificates: { mode: "certManager" } }), "Pod");
  t.same(at(other, "spec.volumes.0.secret.items"), [{ key: "ca.crt", path: "ca.crt" }]);
  t.equal(at(pod, "spec.automountServiceAccountToken"), false);
  t.equal(at(pod, ["metadata", "annotations", "helm.sh/hook"]), "test");
});
