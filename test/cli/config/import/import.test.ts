import { existsSync, readFileSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parse } from "yaml";
import { importCommand } from "../../../../cli/config/import/import.ts";
import { describeError, exitStatus, PodgraftError } from "../../../../engine/errors.ts";
import type { JsonObject } from "../../../../engine/json.ts";
import { runPodgraft, type Run } from "../../run-podgraft.ts";
import { configMap, officialManifests } from "./official-manifests.ts";

const corpus = fileURLToPath(new URL("../../../../../../shared/corpus/", import.meta.url));

type Container = { image?: string; command?: string[]; args?: string[]; env?: unknown[]; [key: string]: unknown };

function deployment(container: Container, changes: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "webhook", namespace: "system" },
    spec: { template: { spec: { containers: [JSON.parse(JSON.stringify(container)) as JsonObject] } } },
    ...changes,
  };
}

const folder = t.testdir({});

async function imported(objects: readonly JsonObject[], namespace?: string): Promise<Run & { value: unknown }> {
  const file = join(folder, "dump.json");
  writeFileSync(file, objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  try {
    const options = namespace === undefined ? {} : { namespace };
    const { status, stdout, stderr = "" } = await importCommand.run({ options, operands: [file] });
    return { status, stdout: String(stdout), stderr, value: parse(String(stdout)) };
  } catch (fault) {
    if (!(fault instanceof PodgraftError)) throw fault;
    return { status: exitStatus(fault.code), stdout: "", stderr: describeError(fault), value: undefined };
  }
}

const aws = "amazon/amazon-eks-pod-identity-webhook:v0.6.17";
const azure = "mcr.microsoft.com/oss/azure/workload-identity/webhook:v1.6.0";

t.test("real installations", async (t) => {
  const cases: readonly (readonly [string, unknown, readonly RegExp[]])[] = [
    [
      "azure-workload-identity/workload-identity-webhook.yaml",
      {
        azure: {
          profile: "1.6.0",
          azureTenantId: "00000000-0000-0000-0000-000000000000",
          azureEnvironment: "AzurePublicCloud",
          logLevel: "info",
        },
      },
      [/^info: .*--metrics-addr=:8095 --metrics-backend=prometheus: about how the webhook is served/m],
    ],
    [
      "openshift-cloud-credential-operator/pod-identity-webhooks.yaml",
      {
        aws: {
          profile: "0.6.17",
          annotationPrefix: "eks.amazonaws.com",
          tokenAudience: "sts.amazonaws.com",
          awsDefaultRegion: "us-east-1",
        },
        azure: { profile: "1.5.1", logLevel: "info" },
        gcp: { profile: "0.7.0" },
      },
      [
        /^warning: .*AZURE_TENANT_ID: .*key azure_tenant_id of the Secret .*Secrets are not read$/m,
        /^warning: .*namespaceSelector of MutatingWebhookConfiguration pod-identity-webhook: no setting equals it/m,
        /^warning: to be completed: .*providers\.azure\.azureTenantId: is required/m,
      ],
    ],
  ];
  for (const [path, providers, told] of cases) {
    if (!existsSync(corpus + path)) {
      t.comment(`skipped: there is no ${path} beside this checkout`);
      continue;
    }
    const run = await runPodgraft(["config", "import", corpus + path], { cwd: t.testdir({}) });
    t.equal(run.status, 0, path);
    t.same((parse(run.stdout) as { providers: unknown }).providers, providers, path);
    for (const pattern of told) t.match(run.stderr, pattern, path);
  }
});

t.test("the profile by the image's tag", async (t) => {
  const gcp = "ghcr.io/pfnet-research/gcp-workload-identity-federation-webhook";
  const alibaba = "registry.example/acs/ack-pod-identity-webhook";
  const cases: readonly (readonly [image: string, profile: string, remark: RegExp | undefined])[] = [
    [aws, "0.6.17", undefined],
    ["amazon/amazon-eks-pod-identity-webhook:v0.5.7", "0.6.17", /release 0\.5\.7 has no profile of its own/],
    ["amazon/amazon-eks-pod-identity-webhook:latest", "0.6.17", /names no release; check the profile/],
    [azure, "1.6.0", undefined],
    [azure.replace("1.6.0", "1.5.1-alpha.1"), "1.5.1", undefined],
    [azure.replace("1.6.0", "1.3.0"), "1.5.1", /release 1\.3\.0/],
    [azure.replace("1.6.0", "1.10.0"), "1.6.0", /release 1\.10\.0/],
    [`${azure}@sha256:${"0".repeat(64)}`, "1.6.0", undefined],
    [`${gcp}:v0.7.0`, "0.7.0", undefined],
    [`${gcp}:v0.8.0`, "next", /release 0\.8\.0/],
    [`${gcp}:0.4.1`, "0.7.0", /release 0\.4\.1/],
    [`localhost:5000/${gcp}`, "0.7.0", /names no release/],
    [`${alibaba}:v0.4.2.3-gabc-aliyun`, "0.4.2", undefined],
    [`${alibaba}:v0.3.1`, "0.1.1", /release 0\.3\.1/],
  ];
  for (const [image, profile, remark] of cases) {
    const { stdout, stderr } = await imported([deployment({ image })]);
    t.match(stdout, `profile: "${profile}" # ${image}`.replace('"next"', "next"), image);
    if (remark === undefined) t.notMatch(stderr, /profile/, image);
    else t.match(stderr, remark, image);
  }
  const flag = await imported([deployment({ image: `${gcp}:v0.7.0`, args: ["--default-injection-mode=gcloud"] })]);
  t.match(flag.value, { providers: { gcp: { profile: "next", defaultInjectionMode: "gcloud" } } });
});

t.test("recognized by program or flags where the image is called otherwise", async (t) => {
  const cases: readonly (readonly [Container, string])[] = [
    [{ image: "mirror/webhook:1", command: ["/usr/bin/aws-pod-identity-webhook"] }, "aws"],
    [{ image: "mirror/webhook:1", command: ["/usr/bin/gcp-workload-identity-federation-webhook"] }, "gcp"],
    [{ image: "mirror/webhook:1", args: ["--gcp-default-region", "x"] }, "gcp"],
    [{ image: "mirror/webhook:1", args: ["--sts-regional-endpoint"] }, "aws"],
    [{ image: "mirror/webhook:1", args: ["--custom-token-endpoint-audience=a"] }, "azure"],
    [{ image: "mirror/pod-identity-webhook@sha256:0" }, "aws"],
    [{ image: "public.ecr.aws/eks-distro/aws/amazon-eks-pod-identity-webhook:v0.6.17-eks-1" }, "aws"],
    [{ image: "mcr.microsoft.com/oss/v2/azure/workload-identity/webhook:v1.5.1-3" }, "azure"],
  ];
  for (const [container, provider] of cases) {
    const { value } = await imported([deployment(container)]);
    t.same(Object.keys((value as { providers: JsonObject }).providers), [provider], JSON.stringify(container));
  }
});

t.test("values as Go reads them; of a flag given twice the last one", async (t) => {
  const gcp = "g/gcp-workload-identity-federation-webhook:v0.7.0";
  const cases: readonly (readonly [image: string, flag: string, setting: unknown])[] = [
    [gcp, "--token-default-mode=0440", { tokenDefaultMode: 288 }],
    [gcp, "--token-default-mode=0o400", { tokenDefaultMode: 256 }],
    [gcp, "--token-default-mode=0x100", { tokenDefaultMode: 256 }],
    [gcp, "--token-default-mode=256", { tokenDefaultMode: 256 }],
    [aws, "--token-expiration=-5", { tokenExpiration: -5 }],
    [aws, "--token-expiration=+600", { tokenExpiration: 600 }],
    [aws, "--sts-regional-endpoint", { stsRegionalEndpoint: true }],
    [aws, "--sts-regional-endpoint=F", { stsRegionalEndpoint: false }],
    [aws, "--token-audience=", { tokenAudience: "" }],
  ];
  for (const [image, flag, setting] of cases) {
    const { value } = await imported([deployment({ image, args: ["--token-audience=first", flag] })]);
    t.match(Object.values((value as { providers: JsonObject }).providers)[0], setting, flag);
  }
});

t.test("Alibaba's variables by their names, marked; what is not there is asked for", async (t) => {
  const env = [
    { name: "CLUSTER_ID", value: "c1" },
    { name: "ACCOUNT_UID", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
    { name: "AutoInjectSTSEnvVars", value: "false" },
    { name: "OTHER", value: "x" },
  ];
  const { value, stdout, stderr } = await imported([deployment({ image: "a/ack-pod-identity-webhook:v0.4.2", env })]);
  t.same((value as { providers: unknown }).providers, {
    alibaba: { profile: "0.4.2", clusterId: "c1", autoInjectSTSEnvVars: false },
  });
  t.match(stdout, /clusterId: c1 # CLUSTER_ID; check it: the name alone says so/);
  t.match(stderr, /warning: .*CLUSTER_ID: taken for clusterId by its name; check it/);
  t.match(stderr, /warning: .*providers\.alibaba\.accountUid: not found; give the number of the account by hand/);
  t.match(stderr, /warning: .*providers\.alibaba\.region: not found/);
  t.notMatch(stderr, /providers\.alibaba\.clusterId: not found|OTHER/);
});

t.test("variables as the kubelet sets them: envFrom, env over it, references", async (t) => {
  const container = {
    image: azure,
    args: ["--audience=$(AUDIENCE)-$$x", "--log-level=$(NONE)"],
    envFrom: [
      { configMapRef: { name: "one" } },
      { configMapRef: { name: "two" }, prefix: "AZURE_" },
      { configMapRef: { name: "gone" } },
      { secretRef: { name: "hidden" } },
    ],
    env: [
      { name: "AZURE_ENVIRONMENT", value: "AzureChinaCloud" },
      { name: "AUDIENCE", value: "api://$(AZURE_TENANT_ID)" },
      { name: "PROXY_IMAGE", valueFrom: { configMapKeyRef: { name: "one", key: "image" } } },
      { name: "PROXY_INIT_IMAGE", valueFrom: { configMapKeyRef: { name: "one", key: "none", optional: true } } },
      { name: "AZURE_KUBERNETES_SNI_NAME", valueFrom: { configMapKeyRef: { name: "gone", key: "x" } } },
      { name: "AZURE_KUBERNETES_TOKEN_PROXY", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
      { name: "AZURE_KUBERNETES_CA_DATA", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
    ],
  };
  const run = await imported([
    deployment(container),
    configMap("system", "one", { AZURE_TENANT_ID: "from-one", AZURE_ENVIRONMENT: "AzureGermanCloud", image: "p:1" }),
    configMap("system", "two", { TENANT_ID: "from-two" }),
    configMap("elsewhere", "gone", { x: "no" }),
  ]);
  t.same(run.value, {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Config",
    providers: {
      azure: {
        profile: "1.6.0",
        azureTenantId: "from-two",
        azureEnvironment: "AzureChinaCloud",
        proxyImage: "p:1",
        audience: "api://from-two-$x",
        azureKubernetesCaData: "system",
      },
    },
  });
  for (const told of [
    "--log-level=$(NONE): logLevel: it refers to a variable whose value is not known",
    "ConfigMap system/gone: not among what was read",
    "Secret system/hidden: Secrets are not read",
    "AZURE_KUBERNETES_SNI_NAME: azureKubernetesSniName: it stands in the ConfigMap system/gone",
    "AZURE_KUBERNETES_TOKEN_PROXY: azureKubernetesTokenProxy: only the running Pod knows it",
  ]) {
    t.ok(run.stderr.includes(`warning: Deployment system/webhook: ${told}`), told);
    t.ok(run.stdout.includes(`# warning: ${told}`), told);
  }
});

t.test("what cannot be taken over is told, never dropped", async (t) => {
  const watch = ["--watch-config-map", "--namespace=roles"];
  const list = "--watch-container-credentials-config=/etc/list/config.json";
  const mounted = {
    image: aws,
    args: [list],
    volumeMounts: [{ name: "list", mountPath: "/etc/list" }],
  };
  const withVolume = (volume: JsonObject): JsonObject => {
    const containers = [JSON.parse(JSON.stringify(mounted)) as JsonObject];
    return deployment({}, { spec: { template: { spec: { containers, volumes: [{ name: "list", ...volume }] } } } });
  };
  const listed = withVolume({ configMap: { name: "list" } });
  const cases: readonly (readonly [name: string, objects: readonly JsonObject[], told: RegExp])[] = [
    [
      "unknown flag",
      [deployment({ image: aws, args: ["--frob=1"] })],
      /warning: .*--frob=1: no setting equals this flag/,
    ],
    [
      "no number",
      [deployment({ image: aws, args: ["--token-expiration=1h"] })],
      /--token-expiration=1h: the value is none/,
    ],
    [
      "no boolean",
      [deployment({ image: aws, args: ["--watch-config-map=yes"] })],
      /--watch-config-map=yes: the value is/,
    ],
    ["too large", [deployment({ image: aws, args: ["--token-expiration=9007199254740993"] })], /the value is none/],
    [
      "refused",
      [deployment({ image: azure, args: ["--log-level=loud"] })],
      /to be completed: .*logLevel: "loud" is not one/,
    ],
    [
      "roles not read",
      [deployment({ image: aws, args: watch })],
      /ConfigMap roles\/pod-identity-webhook: it is not among/,
    ],
    [
      "roles no JSON",
      [deployment({ image: aws, args: watch }), configMap("roles", "pod-identity-webhook", { config: "[]" })],
      /data\.config is no JSON object/,
    ],
    ["list not mounted", [deployment({ image: aws, args: [list] })], /config\.json is in no ConfigMap that is mounted/],
    ["list in a Secret", [withVolume({ secret: { secretName: "list" } })], /is in no ConfigMap that is mounted/],
    ["list not read", [listed], /it is in the ConfigMap system\/list, which is not among/],
    ["list without the key", [listed, configMap("system", "list", {})], /has nothing for config\.json/],
    ["list no JSON", [listed, configMap("system", "list", { "config.json": "{" })], /the file is no JSON of the form/],
    ["account", [deployment({ image: aws, args: ["--compose-role-arn"] })], /give providers\.aws\.instanceIdentity/],
    [
      "placeholder",
      [deployment({ image: azure, env: [{ name: "AZURE_TENANT_ID", value: "${ID}" }] })],
      /still a placeholder/,
    ],
    [
      "add-on's flag",
      [deployment({ image: "a/ack-pod-identity-webhook:v0.4.2", args: ["--x"] })],
      /--x: the add-on's flags are/,
    ],
    [
      "skip label",
      [deployment({ image: aws }), registration({})],
      /no objectSelector .*the rules leave Pods with the label .*skip-pod-identity-webhook alone/,
    ],
    [
      "other selectors",
      [deployment({ image: aws }), registration({ objectSelector: { matchLabels: { a: "b" } } })],
      /objectSelector of MutatingWebhookConfiguration pod-identity-webhook: no setting equals it/,
    ],
  ];
  for (const [name, objects, told] of cases) {
    const run = await imported(objects);
    t.match(run, { status: 0, stderr: told }, name);
  }
});

function registration(selectors: JsonObject): JsonObject {
  return {
    kind: "MutatingWebhookConfiguration",
    metadata: { name: "pod-identity-webhook" },
    webhooks: [
      {
        name: "pod-identity-webhook.amazonaws.com",
        clientConfig: { service: { namespace: "system", name: "pod-identity-webhook" } },
        ...selectors,
      },
    ],
  };
}

t.test("an installation with nothing special has nothing to tell", async (t) => {
  const skip = { key: "eks.amazonaws.com/skip-pod-identity-webhook", operator: "DoesNotExist" };
  const objects = [
    deployment({ image: aws, args: ["--watch-container-credentials-config=", "--token-audience=x"] }),
    registration({ objectSelector: { matchExpressions: [skip] } }),
  ];
  t.match(await imported(objects), { status: 0, stderr: /^$/, value: { providers: { aws: { tokenAudience: "x" } } } });
});

t.test("several clouds, in the order in which the API server calls them", async (t) => {
  const objects = [
    ...officialManifests("aws", { profile: "0.6.17" }, "equals"),
    ...officialManifests("gcp", { profile: "0.7.0" }, "equals"),
  ];
  const isAws = ({ kind, metadata }: JsonObject): boolean =>
    kind === "MutatingWebhookConfiguration" && JSON.stringify(metadata).includes("aws");
  const renamed = objects.map((object) => (isAws(object) ? { ...object, metadata: { name: "z-aws" } } : object));
  t.notMatch((await imported(objects)).value, { order: [] });
  t.match((await imported(renamed)).value, { order: ["gcp", "aws"] });
});

t.test("what is no webhook of its own does not count; two of one cloud do not pass", async (t) => {
  const owned = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", ownerReferences: [{ kind: "ReplicaSet" }] } };
  const pod = { ...owned, spec: { containers: [{ image: aws }] } };
  t.match(await imported([pod]), { status: 3, stdout: /^$/, stderr: /no official webhook .*init --preset eks/ });
  const mirror = { ...pod, metadata: { name: "p", namespace: "x", ownerReferences: [{ kind: "Node" }] } };
  t.match(await imported([mirror]), { status: 0, stdout: /# Pod x\/p\n/ });
  const two = [deployment({ image: aws }), mirror];
  t.match(await imported(two), {
    status: 2,
    stdout: /^$/,
    stderr: /two webhooks .*Deployment system\/webhook and Pod x\/p/,
  });
  t.match(await imported(two, "x"), { status: 0, stdout: /# Pod x\/p\n/ });
});

t.test("into a file, never over one", async (t) => {
  const cwd = t.testdir({ "dump.json": JSON.stringify(deployment({ image: aws })) });
  const args = ["config", "import", "--output", "podgraft.yaml", "dump.json"];
  t.match(await runPodgraft(args, { cwd }), { status: 0, stdout: /^$/, stderr: /podgraft\.yaml: written\n$/ });
  t.match(await runPodgraft(args, { cwd }), { status: 2, stdout: /^$/, stderr: /is there already/ });
  t.match(await runPodgraft([...args, "--force"], { cwd }), { status: 0 });
  t.match(await runPodgraft(["config", "validate"], { cwd }), { status: 0 });
});

/** A kubectl that answers from a file and writes down what it was asked. */
function fakeKubectl(folder: string): string {
  const path = join(folder, "kubectl");
  const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = process.getBuiltinModule("node:fs");
const call = process.argv.slice(2).join(" ");
appendFileSync(${JSON.stringify(join(folder, "calls"))}, call + "\\n");
const answers = JSON.parse(readFileSync(${JSON.stringify(join(folder, "answers.json"))}, "utf8"));
const answer = answers[call.replace(/ --output json$/, "")];
if (answer === undefined) {
  console.error("error: forbidden: " + call);
  process.exit(1);
}
process.stdout.write(typeof answer === "string" ? answer : JSON.stringify(answer));
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

t.test("live: workloads, registrations, the ConfigMaps of what was found, the version for Azure", async (t) => {
  const objects = [
    ...officialManifests("aws", { profile: "0.6.17", watchConfigMap: true, configMap: { "a/b": {} } }, "equals"),
    ...officialManifests("azure", { profile: "1.6.0", azureTenantId: "t" }, "equals"),
  ];
  const of = (kind: string): JsonObject[] => objects.filter((object) => object.kind === kind);
  const configMaps = of("ConfigMap").map((object) => {
    const { namespace, name } = object.metadata as { namespace: string; name: string };
    return [`get configmap ${name} --namespace ${namespace} --ignore-not-found`, name === "list" ? "" : object];
  });
  const answers = {
    "get deployments,daemonsets,statefulsets --all-namespaces": { kind: "List", items: of("Deployment") },
    "get mutatingwebhookconfigurations": { kind: "List", items: of("MutatingWebhookConfiguration") },
    ...(Object.fromEntries(configMaps) as object),
    "get --raw /version": { gitVersion: "v1.34.1" },
  };
  const cwd = t.testdir({ "answers.json": JSON.stringify(answers) });
  const args = ["config", "import", "--live", "--kubectl-command", fakeKubectl(cwd)];
  const run = await runPodgraft(args, { cwd });
  t.equal(run.status, 0, run.stderr);
  t.match(parse(run.stdout), {
    providers: {
      aws: { watchConfigMap: true, configMap: { "a/b": {} } },
      azure: { azureTenantId: "t", kubernetesVersion: "v1.34.1" },
    },
  });
  const calls = readFileSync(join(cwd, "calls"), "utf8").split("\n");
  t.notOk(calls.some((call) => call.includes("secret")));
  t.equal(calls.filter((call) => call.includes("configmap pod-identity-webhook")).length, 1, "only what AWS watches");

  const asked = await runPodgraft([...args, "--kubectl-flag=--context=x", "-n", "shop"], { cwd });
  t.match(asked, {
    status: 5,
    stdout: /^$/,
    stderr: /exited with 1:\nerror: forbidden: --context=x get deployments,daemonsets,statefulsets --namespace shop/,
  });
});

t.test("live: what goes wrong", async (t) => {
  const key = "get deployments,daemonsets,statefulsets --all-namespaces";
  const cwd = t.testdir({ "answers.json": JSON.stringify({ [key]: "no JSON" }) });
  const args = ["config", "import", "--live", "--kubectl-command"];
  const kubectl = fakeKubectl(cwd);
  t.match(await runPodgraft([...args, kubectl], { cwd }), {
    status: 5,
    stdout: /^$/,
    stderr: /what it printed is no JSON/,
  });
  writeFileSync(join(cwd, "answers.json"), JSON.stringify({ [key]: { kind: "List", items: [] } }));
  t.match(await runPodgraft([...args, kubectl], { cwd }), { status: 3, stdout: /^$/, stderr: /no official webhook/ });
  t.match(await runPodgraft([...args, "podgraft-no-kubectl"], { cwd }), {
    status: 5,
    stderr: /no program podgraft-no-k/,
  });
  t.match(await runPodgraft([...args, kubectl, "x.yaml"], { cwd }), { status: 2, stderr: /--live asks the cluster/ });
  t.match(await runPodgraft(["config", "import", "x.yaml"], { cwd }), { status: 3, stderr: /x\.yaml/ });
});
