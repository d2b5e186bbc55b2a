import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { execa } from "execa";
import { isJsonList, member, parseJson, type Json, type JsonObject } from "../../../engine/json.ts";
import { plainManifests } from "../../../scripts/chart/plain-manifests.ts";
import { program } from "../../cli/helm/real-helm.ts";
import { chartFile, helm, render, root, template } from "../../packaging/chart/render.ts";
import { valueSets } from "../../packaging/chart/value-sets.ts";
import { startProcess } from "../cluster/processes.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";

/** That an API server takes what the chart renders, and that its webhooks are called for what they are meant for. */
export const chart: Suite = { name: "chart", run };

const own = "chart-own";
const checked = "chart-checked";
const off = "chart-off";
const mutated = "chart-mutated";

async function run(context: Context): Promise<void> {
  if (helm.path === undefined) {
    context.count.skip("chart", helm.reason);
    return;
  }
  const restricted = "pod-security.kubernetes.io";
  await context.client.createNamespace(own, {
    [`${restricted}/enforce`]: "restricted",
    [`${restricted}/warn`]: "restricted",
  });
  for (const [title, values] of Object.entries(valueSets)) await checkRendering(context, title, values);
  for (const { file } of plainManifests) await checkPlainManifest(context, file);
  await checkCalls(context);
  await checkHelmTest(context);
}

/** Kinds of operators that are not in this cluster. */
const foreignKinds = /^apiVersion: (?:cert-manager\.io|monitoring\.coreos\.com)\//m;

async function checkRendering({ kubectl, count }: Context, title: string, values: JsonObject): Promise<void> {
  const { text } = await template(values, helm.path, own);
  const documents = text.split(/^---$/m).filter((document) => !foreignKinds.test(document));
  const args = ["apply", "--server-side", "--dry-run=server", "--validate=strict", "--filename=-"];
  const { status, stdout, stderr } = await kubectl(args, documents.join("---\n"));
  // The host's network is what that set of values asks for, and what the restricted standard forbids.
  const expected = values["hostNetwork"] === true ? /would violate PodSecurity .*host namespaces/ : /^$/;
  count.equal(`the API server takes every object: ${title}`, status, 0);
  count.match(`without a warning, that Pods are not restricted among them: ${title}`, stderr, expected);
  count.ok(`and it was given some: ${title}`, stdout.split("\n").length > 4, () => stdout);
}

async function checkPlainManifest({ kubectl, count }: Context, file: string): Promise<void> {
  const text = readFileSync(join(root, "packaging/manifests", file), "utf8")
    .split(/^---$/m)
    .filter((document) => !foreignKinds.test(document) && !/^kind: Namespace$/m.test(document))
    .join("---\n")
    // A dry run makes no namespace that the other objects could be in.
    .replaceAll(/^( *namespace:) podgraft-system$/gm, `$1 ${own}`);
  const args = ["apply", "--dry-run=server", "--validate=strict", "--filename=-"];
  const { status, stderr } = await kubectl(args, text);
  count.equal(`the API server takes packaging/manifests/${file}`, [status, stderr], [0, ""]);
}

/** One call of a webhook, as a line: `verify CREATE Pod chart-checked/plain`. */
type Calls = { readonly url: string; readonly seen: string[]; readonly close: () => Promise<void> };

/** Answers every review with yes, and remembers it. */
async function listen({ cluster }: Context): Promise<Calls> {
  const seen: string[] = [];
  const { certificate, key } = await cluster.issueCertificate(["127.0.0.1"]);
  const server = createServer({ cert: certificate, key }, (request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const review = parseJson(text);
      const asked = member(review, "request");
      seen.push(describe(new URL(request.url ?? "", "https://host").pathname.slice(1), asked));
      const answer = { uid: member(asked, "uid"), allowed: true };
      response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `https://127.0.0.1:${port}`,
    seen,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function describe(path: string, request: Json | undefined): string {
  const text = (key: string): string => String(member(request, key) ?? "");
  const kind = String(member(member(request, "kind"), "kind"));
  const subresource = text("subResource") === "" ? "" : `/${text("subResource")}`;
  return `${path} ${text("operation")} ${kind}${subresource} ${text("namespace")}/${text("name")}`;
}

/** Registers the chart's webhooks with failurePolicy Fail, so that a condition that fails at run time would refuse the request. */
async function checkCalls(context: Context): Promise<void> {
  const { client, cluster } = context;
  const calls = await listen(context);
  const values = { webhooks: { verify: { failurePolicy: "Fail" }, mutate: { enabled: true, failurePolicy: "Fail" } } };
  const configurations = (await render(values, helm.path, own)).filter((object) =>
    String(object["kind"]).endsWith("WebhookConfiguration"),
  );
  const caBundle = Buffer.from(cluster.ca).toString("base64");
  try {
    await client.createNamespace(checked);
    await client.createNamespace(off, { "podgraft.dev/mode": "off" });
    await client.createNamespace(mutated, { "podgraft.dev/mode": "mutate" });
    await client.apply(configurations.map((configuration) => pointedAt(configuration, calls.url, caBundle)));
    await untilCalled(context, calls);
    await checkPods(context, calls);
    await checkMirrorPods(context, calls);
    // Last, as its Pods come and go by themselves.
    await checkWorkloads(context, calls);
  } finally {
    for (const { kind } of configurations) {
      const reference = {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: String(kind),
        metadata: { name: "podgraft" },
      };
      if ((await client.find(reference)) !== undefined) await client.delete(reference);
    }
    await calls.close();
  }
}

/** The same configuration, with a server of this machine in the place of the Service. */
function pointedAt(configuration: JsonObject, url: string, caBundle: string): JsonObject {
  const webhooks = member(configuration, "webhooks");
  if (!isJsonList(webhooks)) throw new Error("a configuration without webhooks");
  return {
    ...configuration,
    webhooks: webhooks.map((webhook) => {
      const path = String(member(member(member(webhook, "clientConfig"), "service"), "path"));
      return { ...(webhook as JsonObject), clientConfig: { url: `${url}${path}`, caBundle } };
    }),
  };
}

/** New configurations take effect within some milliseconds, not at once. */
async function untilCalled({ client }: Context, calls: Calls): Promise<void> {
  await waitFor("the webhooks to be called", async () => {
    calls.seen.length = 0;
    await client.create(pod(mutated, "first"), { dryRun: true });
    return calls.seen.length === 2 ? true : undefined;
  });
}

/** What was called for since the last time. An API server repeats an update that met another one: then it asks again. */
function taken(calls: Calls): string[] {
  return calls.seen.splice(0).filter((call, index, all) => !call.includes(" UPDATE ") || call !== all[index - 1]);
}

async function checkPods(context: Context, calls: Calls): Promise<void> {
  const { client, count } = context;
  taken(calls);
  const created = pod(checked, "plain");
  await client.create(created);
  count.equal("a Pod without annotations is verified", taken(calls), [`verify CREATE Pod ${checked}/plain`]);
  await client.patch(created, "merge", { metadata: { labels: { a: "b" } } });
  count.equal("a change of labels is no matter", taken(calls), []);
  await client.patch(created, "merge", { metadata: { annotations: { a: "b" } } });
  count.equal("a first annotation is verified", taken(calls), [`verify UPDATE Pod ${checked}/plain`]);
  await client.patch(created, "merge", { metadata: { annotations: { a: "c" } } });
  count.equal("a change of an annotation is verified", taken(calls), [`verify UPDATE Pod ${checked}/plain`]);
  await client.patch(created, "merge", { metadata: { annotations: null } });
  count.equal("an annotation less is verified", taken(calls), [`verify UPDATE Pod ${checked}/plain`]);
  await addEphemeralContainer(context, checked, "plain");
  count.equal("an ephemeral container is verified", taken(calls), [
    `verify UPDATE Pod/ephemeralcontainers ${checked}/plain`,
  ]);
  await client.create(pod(mutated, "both"));
  count.equal("where the mode is mutate, Pods are mutated and then verified", taken(calls), [
    `mutate CREATE Pod ${mutated}/both`,
    `verify CREATE Pod ${mutated}/both`,
  ]);
  await addEphemeralContainer(context, mutated, "both");
  count.equal("and their ephemeral containers", taken(calls), [
    `mutate UPDATE Pod/ephemeralcontainers ${mutated}/both`,
    `verify UPDATE Pod/ephemeralcontainers ${mutated}/both`,
  ]);
  for (const namespace of [off, "kube-system"]) {
    await client.create(pod(namespace, "chart-exempt"));
    count.equal(`Pods in ${namespace} are exempt`, taken(calls), []);
    await client.delete({ apiVersion: "v1", kind: "Pod", metadata: { namespace, name: "chart-exempt" } });
  }
  const server = (await render({}, helm.path, own)).find((object) => object["kind"] === "Pod");
  await client.create(server ?? {}, { dryRun: true });
  count.equal("Pods beside the server are exempt", taken(calls), []);
}

async function checkWorkloads({ client, count }: Context, calls: Calls): Promise<void> {
  const created = { ...deployment(), metadata: { name: "web", namespace: checked } };
  await client.create(created);
  const pods = await waitFor("the Pod of a Deployment", async () => {
    const found = calls.seen.filter((call) => call.includes(" Pod "));
    return found.length > 0 ? found : undefined;
  });
  count.equal("a Deployment is verified", calls.seen[0], `verify CREATE Deployment ${checked}/web`);
  count.equal(
    "the ReplicaSet that its controller makes is not",
    calls.seen.filter((call) => call.includes("ReplicaSet")),
    [],
  );
  count.ok("the Pod that its controller makes is", pods.length === 1, () => pods.join(", "));
  taken(calls);
  await client.patch(created, "merge", { metadata: { annotations: { a: "b" } } });
  count.equal("a change beside the spec is no matter", taken(calls), []);
  await client.patch(created, "merge", { spec: { template: { metadata: { labels: { c: "d" } } } } });
  count.equal("a change of the template is verified", taken(calls).slice(0, 1), [
    `verify UPDATE Deployment ${checked}/web`,
  ]);
  await client.delete(created);
}

/** Mirror Pods are exempt by an annotation that anybody may set: that it is no way to an identity is the API server's doing. */
async function checkMirrorPods({ client, count }: Context, calls: Calls): Promise<void> {
  taken(calls);
  const mirror = (name: string, spec: JsonObject): JsonObject => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: checked, annotations: { "kubernetes.io/config.mirror": "x" } },
    spec: { ...container, nodeName: "none", ...spec },
  });
  const plain = await client.attempt(mirror("mirror", {}), { dryRun: true });
  count.equal("a mirror Pod is exempt", [plain.status, taken(calls)], [201, []]);
  const token = {
    name: "t",
    projected: { sources: [{ serviceAccountToken: { audience: "sts.amazonaws.com", path: "t" } }] },
  };
  for (const [what, spec] of Object.entries({
    "a ServiceAccount": { serviceAccountName: "default" },
    "a token": { volumes: [token] },
  })) {
    const { status, body } = await client.attempt(mirror("taker", spec), { dryRun: true });
    count.equal(`a mirror Pod with ${what} is refused by the API server`, status, 403);
    count.match(`and that is why, with ${what}`, String(body["message"]), /mirror pod may not/);
  }
}

/** What `helm test` runs, against the server itself. */
async function checkHelmTest({ cluster, count }: Context): Promise<void> {
  const folder = mkdtempSync(join(cluster.folder, "helm-test-"));
  const { certificate, key } = await cluster.issueCertificate(["localhost"]);
  writeFileSync(join(folder, "tls.crt"), certificate);
  writeFileSync(join(folder, "tls.key"), key);
  writeFileSync(join(folder, "ca.crt"), cluster.ca);
  writeFileSync(
    join(folder, "podgraft.yaml"),
    "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { aws: {} }\n",
  );
  const flags = ["--listen=127.0.0.1:0", "--metrics-listen=127.0.0.1:0", `--certificate-dir=${folder}`];
  const args = ["serve", `--config=${folder}/podgraft.yaml`, `--kubeconfig=${cluster.kubeconfig}`, ...flags];
  const server = startProcess("podgraft", process.execPath, [program, ...args], join(folder, "log"));
  try {
    const { port, metricsPort } = await waitFor("podgraft serve to listen", () => listening(join(folder, "log")), {
      limit: 60_000,
      describe: () => server.tail(5),
    });
    const env = {
      PODGRAFT_READY: `http://127.0.0.1:${metricsPort}/readyz`,
      PODGRAFT_URL: `https://localhost:${port}`,
      PODGRAFT_CA: join(folder, "ca.crt"),
    };
    const outcome = await waitFor("helm test to pass", async () => {
      const run = await execa(process.execPath, ["--input-type=module", "--eval", chartFile("files/review.mjs")], {
        env,
        reject: false,
      });
      return run.stderr.includes("/readyz answers 503") ? undefined : run;
    });
    count.equal(
      "helm test passes with the server itself",
      [outcome.stdout, outcome.stderr],
      ["ready\nreviewed: allowed true", ""],
    );
  } finally {
    await server.end("SIGTERM");
  }
}

/** The ports that the server's log tells, once it listens. */
function listening(log: string): { readonly port: number; readonly metricsPort: number } | undefined {
  const line = readFileSync(log, "utf8")
    .split("\n")
    .find((text) => text.includes('"Listening"'));
  const told = line === undefined ? undefined : parseJson(line);
  return told === undefined
    ? undefined
    : { port: Number(member(told, "port")), metricsPort: Number(member(told, "metricsPort")) };
}

const container: JsonObject = { containers: [{ name: "app", image: "registry.example/app:1" }] };

function pod(
  namespace: string,
  name: string,
): JsonObject & { apiVersion: string; kind: string; metadata: { name: string; namespace: string } } {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace }, spec: container };
}

function deployment(): JsonObject & { apiVersion: string; kind: string } {
  const template = { metadata: { labels: { app: "web" } }, spec: container };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    spec: { replicas: 1, selector: { matchLabels: { app: "web" } }, template },
  };
}

async function addEphemeralContainer({ client }: Context, namespace: string, name: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/ephemeralcontainers`;
  const ephemeralContainers = [{ name: "debug", image: "registry.example/debug:1", targetContainerName: "app" }];
  await client.send({
    method: "PATCH",
    path,
    contentType: "application/strategic-merge-patch+json",
    body: JSON.stringify({ spec: { ephemeralContainers } }),
  });
}
