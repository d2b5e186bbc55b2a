import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonList, isJsonObject, member, type JsonObject } from "../../../engine/json.ts";
import { runPodgraft } from "../../cli/run-podgraft.ts";
import { clouds, pod, serviceAccount, workloads } from "../admission/objects.ts";
import { startAdmissionServer, type AdmissionServer } from "../admission/server.ts";
import { missingHelm, registerWebhooks } from "../admission/webhooks.ts";
import { referenceTo } from "../client/resources.ts";
import { waitFor } from "../cluster/wait.ts";
import type { Context, Suite } from "../suite.ts";

/** That the webhooks do in a real cluster what their modes say: for every kind of workload, cloud and operation, beside other webhooks too. */
export const admission: Suite = { name: "admission", run };

const config = {
  providers: Object.fromEntries(clouds.map(({ provider, settings }) => [provider, settings])),
  admission: { mode: "off" },
};
const values = {
  webhooks: { verify: { failurePolicy: "Fail" }, mutate: { enabled: true, failurePolicy: "Fail" } },
};
const [aws] = clouds;
const role = aws?.annotations ?? {};

async function run(context: Context): Promise<void> {
  const { client, count } = context;
  if (missingHelm !== undefined) {
    count.skip("admission", missingHelm);
    return;
  }
  const server = await startAdmissionServer(context, "admission", config);
  await client.createNamespace("admission-probe", { "podgraft.dev/mode": "mutate" });
  const webhooks = await registerWebhooks(context, server.url, values, {
    namespace: "admission-probe",
    async isCalled() {
      await client.attempt(pod("admission-probe", "probe"), { dryRun: true });
      return ((await server.metric("podgraft_reviews_total")) ?? 0) > 0;
    },
  });
  try {
    for (const cloud of clouds) await checkMutated(context, cloud);
    for (const cloud of clouds) await checkRendered(context, cloud);
    await checkModes(context);
    await checkBreakGlass(context);
    await checkDryRun(context);
    await checkEphemeral(context);
    await checkOfficialLayouts(context);
    await checkSidecars(context, server);
  } finally {
    await webhooks.remove();
    await server.end("SIGTERM");
  }
}

type Cloud = (typeof clouds)[number];

async function namespaceFor(
  { client }: Context,
  name: string,
  mode: string,
  { namespaceLabels }: Cloud,
): Promise<string> {
  await client.createNamespace(name, { ...namespaceLabels, "podgraft.dev/mode": mode });
  return name;
}

/** Workloads as their authors wrote them: their Pods get the identity as they are created. */
async function checkMutated(context: Context, cloud: Cloud): Promise<void> {
  const { client, count } = context;
  const namespace = await namespaceFor(context, `admission-mutate-${cloud.provider}`, "mutate", cloud);
  await client.create(serviceAccount(namespace, "orders", cloud.annotations));
  const all = workloads(namespace, { labels: cloud.podLabels }, { serviceAccountName: "orders" });
  for (const workload of all) {
    const { status, warnings, body } = await client.attempt(workload);
    count.equal(`${cloud.provider}: ${kindOf(workload)} is taken`, [status, warnings], [201, []]);
    if (status !== 201) count.ok("its message", false, () => String(body.message));
  }
  await client.create(pod(namespace, "bare", { serviceAccountName: "orders" }, { labels: cloud.podLabels }));
  const pods = await podsOf(context, namespace, ["deployment-", "statefulset-", "job-", "bare"]);
  for (const each of pods) {
    count.ok(`${cloud.provider}: ${nameOf(each)} has its identity`, hasIdentity(each, cloud), () =>
      JSON.stringify(each.spec),
    );
  }
}

/** Workloads as `podgraft inject` renders them: verification accepts them, mutation leaves them alone. */
async function checkRendered(context: Context, cloud: Cloud): Promise<void> {
  const { client, cluster, count } = context;
  const original = "admission-rendered";
  const account = serviceAccount(original, "orders", cloud.annotations);
  const written = [
    account,
    { apiVersion: "v1", kind: "Namespace", metadata: { name: original, labels: cloud.namespaceLabels } },
    ...workloads(original, { labels: cloud.podLabels }, { serviceAccountName: "orders" }),
    pod(original, "bare", { serviceAccountName: "orders" }, { labels: cloud.podLabels }),
  ];
  const file = join(cluster.folder, `rendered-${cloud.provider}.yaml`);
  const configFile = join(cluster.folder, "rendered.yaml");
  writeFileSync(configFile, JSON.stringify({ apiVersion: "podgraft.dev/v1alpha1", kind: "Config", ...config }));
  writeFileSync(file, written.map((object) => `${JSON.stringify(object)}\n`).join("---\n"));
  const rendered = await runPodgraft(["inject", "--config", configFile, file], { cwd: cluster.folder });
  count.equal(`${cloud.provider}: podgraft inject`, rendered.status, 0);
  const objects = rendered.stdout.split("---\n").map((text): JsonObject => JSON.parse(text) as JsonObject);
  for (const mode of ["enforce", "mutate"]) {
    const namespace = await namespaceFor(context, `admission-${mode}-rendered-${cloud.provider}`, mode, cloud);
    const placed = objects
      .filter(({ kind }) => kind !== "Namespace")
      .map((object) => ({ ...object, metadata: { ...(object.metadata as JsonObject), namespace } }));
    for (const object of placed) {
      const { status, warnings, body } = await client.attempt(object);
      const message = String(body.message ?? "");
      count.equal(
        `${cloud.provider}, ${mode}: rendered ${kindOf(object)} is taken`,
        [status, warnings, message],
        [201, [], ""],
      );
    }
    const pods = await podsOf(context, namespace, ["deployment-", "statefulset-", "job-", "bare"]);
    const templates = new Map(placed.map((object) => [kindOf(object).toLowerCase(), volumesOf(templateOf(object))]));
    for (const each of pods) {
      count.ok(`${cloud.provider}, ${mode}: ${nameOf(each)} has its identity`, hasIdentity(each, cloud));
      const owner = nameOf(each).split("-", 1).join("");
      const before = templates.get(owner === "bare" ? "pod" : owner);
      count.equal(`${cloud.provider}, ${mode}: ${nameOf(each)} is unchanged`, volumesOf(each), before);
    }
  }
}

async function checkModes(context: Context): Promise<void> {
  const { client, count, cluster } = context;
  const outcomes = {
    off: { status: 201, warned: false },
    audit: { status: 201, warned: false },
    warn: { status: 201, warned: true },
    enforce: { status: 403, warned: false },
  };
  for (const [mode, { status, warned }] of Object.entries(outcomes)) {
    const namespace = `admission-mode-${mode}`;
    await client.createNamespace(namespace, { "podgraft.dev/mode": mode });
    await client.create(serviceAccount(namespace, "orders", role));
    const answer = await client.attempt(pod(namespace, "plain", { serviceAccountName: "orders" }));
    count.equal(`${mode}: a Pod without its identity`, [answer.status, answer.warnings.length > 0], [status, warned]);
    if (mode === "warn") count.match("the warning says what is missing", answer.warnings.join(" "), /AWS_ROLE_ARN/);
    if (mode === "enforce") {
      const message = String(answer.body.message);
      count.match("the refusal says what is missing", message, /AWS_ROLE_ARN.*verify\.container_incomplete/s);
      count.match("and what to do", message, /podgraft inject/);
    }
    const taken = await client.attempt(pod(namespace, "other"));
    count.equal(`${mode}: a Pod that wants no identity`, [taken.status, taken.warnings], [201, []]);
    const [deployment = {}] = workloads(namespace, {}, { serviceAccountName: "orders" });
    const workload = await client.attempt(deployment);
    const isTold = mode === "warn" || mode === "enforce";
    count.equal(
      `${mode}: a Deployment is never refused`,
      [workload.status, workload.warnings.length > 0],
      [201, isTold],
    );
  }
  const failed = await waitFor("the refusal of the Deployment's Pod", async () => {
    const events = await client.list("v1", "Event", "admission-mode-enforce");
    return events.map(({ message }) => String(message)).find((message) => message.includes("podgraft"));
  });
  count.match("the refusal names the Deployment", failed, /of Deployment deployment/);
  const audit = await waitFor("the audit log", () => auditLine(cluster.auditLog, "admission-mode-audit", "plain"));
  count.match("audit: the audit log says what was found", audit, /"verify\.podgraft\.dev\/findings":"verify\./);
  const unknown = "admission-mode-unknown";
  await client.createNamespace(unknown, { "podgraft.dev/mode": "strict" });
  const { warnings } = await client.attempt(pod(unknown, "plain"));
  count.match("a label that names no mode is told", warnings.join(" "), /strict names no mode/);
}

async function auditLine(file: string, namespace: string, name: string): Promise<string | undefined> {
  const { readFile } = await import("node:fs/promises");
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.find(
    (line) => line.includes(`"namespace":"${namespace}","name":"${name}"`) && line.includes("podgraft.dev/mode"),
  );
}

async function checkBreakGlass({ client, count }: Context): Promise<void> {
  const namespace = "admission-break-glass";
  await client.createNamespace(namespace, {
    "podgraft.dev/mode": "enforce",
    "podgraft.dev/break-glass": "incident-42",
  });
  await client.create(serviceAccount(namespace, "orders", role));
  const { status, warnings } = await client.attempt(pod(namespace, "plain", { serviceAccountName: "orders" }));
  count.equal("break-glass lets a Pod through", status, 201);
  count.match("with a warning and the reason", warnings.join(" "), /let through.*incident-42/);
}

async function checkDryRun({ client, count }: Context): Promise<void> {
  const namespace = "admission-dry-run";
  await client.createNamespace(namespace, { "podgraft.dev/mode": "mutate" });
  await client.create(serviceAccount(namespace, "orders", role));
  const dry = await client.create(pod(namespace, "plain", { serviceAccountName: "orders" }), { dryRun: true });
  count.ok("a dry run shows the Pod as it would be", hasIdentity(dry, aws));
  count.equal("and stores none", await client.find(referenceTo(pod(namespace, "plain"))), undefined);
}

/** `kubectl debug` adds a container to a Pod that runs. */
async function checkEphemeral(context: Context): Promise<void> {
  const { client, kubectl, count } = context;
  const debug = async (
    namespace: string,
    name: string,
    container: string,
  ): Promise<{ status: number; text: string }> => {
    const args = [
      "debug",
      name,
      "--namespace",
      namespace,
      "--image=busybox",
      `--container=${container}`,
      "--attach=false",
    ];
    const { status, stderr, stdout } = await kubectl(args);
    return { status, text: stdout + stderr };
  };
  const mutated = "admission-mutate-aws";
  count.equal("kubectl debug on a Pod with an identity", (await debug(mutated, "bare", "helper")).status, 0);
  const complete = await client.get(referenceTo(pod(mutated, "bare")));
  const [added] = listOf(member(complete.spec, "ephemeralContainers"));
  count.match("mutate: its container gets the identity", JSON.stringify(added), /AWS_ROLE_ARN.*aws-iam-token/);
  count.equal("once more, with another", (await debug(mutated, "bare", "second")).status, 0);
  const old = "admission-old";
  await client.createNamespace(old, { "podgraft.dev/mode": "off" });
  await client.create(serviceAccount(old, "orders", role));
  await client.create(pod(old, "before", { serviceAccountName: "orders" }));
  for (const mode of ["warn", "enforce", "mutate"]) {
    await client.patch({ apiVersion: "v1", kind: "Namespace", metadata: { name: old } }, "merge", {
      metadata: { labels: { "podgraft.dev/mode": mode } },
    });
    await waitFor(`mode ${mode}`, async () => {
      const { status, warnings } = await client.attempt(pod(old, "probe", { serviceAccountName: "orders" }), {
        dryRun: true,
      });
      const seen = status === 403 ? "enforce" : warnings.length > 0 ? "warn" : "mutate";
      return seen === mode ? true : undefined;
    });
    const { status, text } = await debug(old, "before", `helper-${mode}`);
    count.equal(`${mode}: kubectl debug on a Pod from before`, [status, /denied/.test(text)], [0, false]);
    const labelled = await client.patch(referenceTo(pod(old, "before")), "merge", {
      metadata: { labels: { a: mode } },
    });
    count.ok(`${mode}: a label of it can be changed`, member(labelled.metadata, "labels") !== undefined);
  }
}

/** Layouts that the official webhooks leave in running clusters. */
async function checkOfficialLayouts(context: Context): Promise<void> {
  const { client, count } = context;
  const azure = clouds.find(({ provider }) => provider === "azure");
  if (azure === undefined) throw new Error("no azure");
  const namespace = await namespaceFor(context, "admission-official", "enforce", azure);
  await client.create(serviceAccount(namespace, "orders", azure.annotations));
  await client.create(serviceAccount(namespace, "plain"));
  const hashed = "azure-workload-identity-reserved-0123456789abcdef0123456789abcd";
  const token = { audience: "api://AzureADTokenExchange", expirationSeconds: 3600, path: "token/azure-identity-token" };
  const official = pod(
    namespace,
    "hashed",
    {
      serviceAccountName: "orders",
      containers: [
        {
          name: "app",
          image: "registry.example/app:1",
          env: [
            { name: "AZURE_CLIENT_ID", value: "0d9e1c7a-1111-4222-8333-aaaabbbbcccc" },
            { name: "AZURE_TENANT_ID", value: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
            { name: "AZURE_FEDERATED_TOKEN_FILE", value: "/var/run/secrets/azure/wi/token/azure-identity-token" },
            { name: "AZURE_AUTHORITY_HOST", value: "https://login.microsoftonline.com/" },
          ],
          volumeMounts: [{ name: hashed, mountPath: "/var/run/secrets/azure/wi", readOnly: true }],
        },
      ],
      volumes: [{ name: hashed, projected: { sources: [{ serviceAccountToken: token }] } }],
    },
    { labels: azure.podLabels },
  );
  const { status, body } = await client.attempt(official);
  count.equal(
    "Azure 1.6.0's layout, with another name's hash, is accepted",
    [status, String(body.message ?? "")],
    [201, ""],
  );
  const credentials = pod(namespace, "credentials", {
    serviceAccountName: "plain",
    containers: [
      {
        name: "app",
        image: "registry.example/app:1",
        env: [
          { name: "AWS_CONTAINER_CREDENTIALS_FULL_URI", value: "http://169.254.170.23/v1/credentials" },
          {
            name: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
            value: "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token",
          },
        ],
        volumeMounts: [
          {
            name: "eks-pod-identity-token",
            mountPath: "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount",
            readOnly: true,
          },
        ],
      },
    ],
    volumes: [
      {
        name: "eks-pod-identity-token",
        projected: {
          sources: [
            {
              serviceAccountToken: {
                audience: "pods.eks.amazonaws.com",
                expirationSeconds: 82_345,
                path: "eks-pod-identity-token",
              },
            },
          ],
        },
      },
    ],
  });
  const eks = await client.attempt(credentials);
  count.equal("EKS Pod Identity's layout is accepted", [eks.status, String(eks.body.message ?? "")], [201, ""]);
}

/** Another webhook that adds a sidecar, called before ours and after it. */
async function checkSidecars(context: Context, server: AdmissionServer): Promise<void> {
  const { client, count } = context;
  for (const [when, name] of Object.entries({ before: "a-mesh", after: "z-mesh" })) {
    const namespace = `admission-sidecar-${when}`;
    await client.createNamespace(namespace, { "podgraft.dev/mode": "mutate", mesh: name });
    await client.create(serviceAccount(namespace, "orders", role));
    const mesh = await startMesh(context, name);
    try {
      const created = await waitFor("the sidecar", async () => {
        const answer = await client.create(pod(namespace, "plain", { serviceAccountName: "orders" }), { dryRun: true });
        return listOf(member(answer.spec, "containers")).length === 2 ? answer : undefined;
      });
      const containers = listOf(member(created.spec, "containers"));
      const complete = containers.filter((container) => JSON.stringify(container).includes("AWS_ROLE_ARN"));
      count.equal(`a sidecar that another webhook adds ${when} ours gets the identity too`, complete.length, 2);
    } finally {
      await mesh.close();
    }
  }
  count.ok("no review failed", ((await server.metric("podgraft_failures_total")) ?? 0) === 0);
}

async function startMesh({ client, cluster }: Context, name: string): Promise<{ close: () => Promise<void> }> {
  const { createServer } = await import("node:https");
  const { certificate, key } = await cluster.issueCertificate(["127.0.0.1"]);
  const server = createServer({ cert: certificate, key }, (request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const { uid } = (JSON.parse(text) as { request: { uid: string } }).request;
      const hasMesh = text.includes('"name":"mesh"');
      const patch = [
        { op: "add", path: "/spec/containers/-", value: { name: "mesh", image: "registry.example/mesh:1" } },
      ];
      const change = hasMesh
        ? {}
        : { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
      const answer = { uid, allowed: true, ...change };
      response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const configuration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.test`,
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(cluster.ca).toString("base64") },
        namespaceSelector: { matchLabels: { mesh: name } },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      },
    ],
  };
  await client.apply([configuration]);
  return {
    async close() {
      await client.delete(referenceTo(configuration));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The Pods of a namespace, as soon as there is one for each beginning of a name. */
async function podsOf({ client }: Context, namespace: string, beginnings: readonly string[]): Promise<JsonObject[]> {
  return waitFor(
    `Pods in ${namespace}`,
    async () => {
      const pods = await client.list("v1", "Pod", namespace);
      return beginnings.every((start) => pods.some((each) => nameOf(each).startsWith(start))) ? pods : undefined;
    },
    { limit: 60_000 },
  );
}

function hasIdentity(each: JsonObject, cloud: Cloud | undefined): boolean {
  const signs = {
    aws: ["AWS_WEB_IDENTITY_TOKEN_FILE", '"audience":"sts.amazonaws.com"'],
    azure: ["AZURE_FEDERATED_TOKEN_FILE", '"audience":"api://AzureADTokenExchange"'],
    gcp: ["GOOGLE_APPLICATION_CREDENTIALS", '"audience":"sts.googleapis.com"'],
    alibaba: ["ALIBABA_CLOUD_OIDC_TOKEN_FILE", '"audience":"sts.aliyuncs.com"'],
  };
  const spec = JSON.stringify(each.spec);
  return cloud !== undefined && signs[cloud.provider].every((sign) => spec.includes(sign));
}

/** Names of the volumes that are not the API server's own. */
function volumesOf({ spec }: JsonObject): string[] {
  const names = listOf(member(spec, "volumes")).map((volume) => String(member(volume, "name")));
  return names.filter((name) => !name.startsWith("kube-api-access-"));
}

/** A workload's Pod template, a Pod itself. */
function templateOf(object: JsonObject): JsonObject {
  const spec = object.spec ?? null;
  const template = member(spec, "template") ?? member(member(member(spec, "jobTemplate"), "spec"), "template");
  return isJsonObject(template) ? template : object;
}

function kindOf({ kind }: JsonObject): string {
  return String(kind);
}

function nameOf({ metadata }: JsonObject): string {
  return String(member(metadata, "name"));
}

function listOf(value: JsonObject[string]): readonly JsonObject[] {
  return isJsonList(value) ? value.filter(isJsonObject) : [];
}
