import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { isJsonList, member } from "../../../engine/json.ts";
import { findKustomize } from "../../../scripts/tools/find-kustomize.ts";
import { podLines } from "../../parity/pods.ts";
import { helms, prepareHelm, program } from "../helm/real-helm.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** What Argo CD sets for every application. */
const application = {
  ARGOCD_APP_NAME: "argocd_orders",
  ARGOCD_APP_NAMESPACE: "shop",
  ARGOCD_APP_PROJECT_NAME: "default",
  ARGOCD_APP_REVISION: "7ce10c5110d6a52d3517dfb6d7a7b7b2edf2e5a5",
  ARGOCD_APP_SOURCE_PATH: "apps/orders",
  ARGOCD_APP_SOURCE_REPO_URL: "https://example.test/repo.git",
  ARGOCD_APP_SOURCE_TARGET_REVISION: "HEAD",
  KUBE_VERSION: "1.32.3",
  KUBE_API_VERSIONS: "apps/v1,batch/v1,example.test/v1/Widget",
};

const account =
  "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: app, annotations: {eks.amazonaws.com/role-arn: 'arn:aws:iam::111122223333:role/app'}}\n";
const pod =
  "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {serviceAccountName: app, containers: [{name: c}]}\n";
const config = "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: {aws: {}}\n";

type Files = { readonly [path: string]: string };

/** A repository as Argo CD hands it over: a copy with no executable bit. Gives the application's folder. */
function repository(folder: string, files: Files): string {
  for (const [path, text] of Object.entries({ "podgraft.yaml": config, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o644 });
  }
  mkdirSync(join(folder, "apps/orders"), { recursive: true });
  return join(folder, "apps/orders");
}

function parameters(list: readonly object[]): { readonly ARGOCD_APP_PARAMETERS: string } {
  return { ARGOCD_APP_PARAMETERS: JSON.stringify(list) };
}

function generate(cwd: string, env: Files = {}, args: readonly string[] = []): Promise<Run> {
  return runPodgraft(["argocd-cmp", ...args, "generate"], { cwd, env: { ...application, ...env } });
}

const plain: Files = { "apps/orders/account.yaml": account, "apps/orders/pod.yml": pod };

t.test("plain manifests, in the namespace of the application", async (t) => {
  const cwd = repository(t.testdir(), {
    ...plain,
    "apps/orders/podgraft.yaml": config,
    "apps/orders/.hidden.yaml": pod,
  });
  const run = await generate(cwd);
  t.match(run, {
    status: 0,
    stderr: /1 Pod: 1 injected \(aws\)/,
    stdout: /^apiVersion: v1\nkind: ServiceAccount[^]*AWS_ROLE_ARN/,
  });
  t.notMatch(run.stdout, /kind: Config/, "our own configuration is nothing for a cluster");
  t.equal(podLines(run.stdout).length, 1);
});

t.test("folders in the folder only if asked for", async (t) => {
  const cwd = repository(t.testdir(), { ...plain, "apps/orders/more/pod.json": JSON.stringify(readYaml(pod).value) });
  t.equal(podLines((await generate(cwd)).stdout).length, 1);
  t.equal(podLines((await generate(cwd, parameters([{ name: "recurse", string: "true" }]))).stdout).length, 2);
});

for (const [name, files] of [
  ["no files at all", {}],
  ["comments alone", { "apps/orders/a.yaml": "# nothing\n---\n" }],
] as const) {
  t.test(`empty output is refused: ${name}`, async (t) => {
    const cwd = repository(t.testdir(), files);
    t.match(await generate(cwd), { status: 4, stdout: /^$/, stderr: /delete all that it has.*--allow-empty/ });
    t.match(await generate(cwd, {}, ["--allow-empty"]), { status: 0 });
  });
}

t.test("a failing decision: stderr, nothing on stdout", async (t) => {
  const cwd = repository(t.testdir(), { "apps/orders/pod.yaml": pod });
  const run = await generate(cwd, {}, ["--set", "render.unknownServiceAccount=error"]);
  t.match(run, { status: 1, stdout: /^$/, stderr: /pod.yaml:4:\d+.*shop.*service_account_unknown/ });
});

t.test("unreadable manifests", async (t) => {
  const cwd = repository(t.testdir(), { "apps/orders/pod.yaml": "kind: Pod\nspec: {containers: 1}\n" });
  t.match(await generate(cwd), { status: 3, stdout: /^$/, stderr: /pod.yaml/ });
});

t.test("other operands", async (t) => {
  const cwd = repository(t.testdir(), plain);
  t.match(await runPodgraft(["argocd-cmp"], { cwd }), { status: 2, stderr: /expected generate, found nothing/ });
  t.match(await runPodgraft(["argocd-cmp", "init"], { cwd }), { status: 2, stderr: /found "init"/ });
  t.match(await runPodgraft(["argocd-cmp", "generate", "x"], { cwd }), { status: 2, stderr: /x: .*no operands/ });
});

t.test("the environment that the application names", async (t) => {
  const environments = `${config}environments: {prod: {providers: {aws: {awsDefaultRegion: eu-west-9}}}}\n`;
  const cwd = repository(t.testdir(), { ...plain, "podgraft.yaml": environments });
  const asked = parameters([{ name: "environment", string: "prod" }]);
  t.match(await generate(cwd, asked), { status: 0, stdout: /eu-west-9/ });
  t.match(await generate(cwd, asked, ["-e", "none"]), { status: 2, stderr: /none/ }, "the plugin's own arguments win");
});

t.test("a configuration of the repository", async (t) => {
  const other = config.replace("{}", "{awsDefaultRegion: eu-west-8}");
  const folder = t.testdir();
  const cwd = repository(folder, { ...plain, "configurations/own.yaml": other });
  const asked = parameters([{ name: "config", string: "../../configurations/own.yaml" }]);
  t.match(await generate(cwd, asked), { status: 0, stdout: /eu-west-8/ });
  const fixed = { ...asked, PODGRAFT_CONFIG: join(folder, "podgraft.yaml") };
  t.match(await generate(cwd, fixed), { status: 2, stdout: /^$/, stderr: /PODGRAFT_CONFIG/ });
});

t.test("no file outside the repository", async (t) => {
  const folder = t.testdir({ secret: "a: b\n", repository: {} });
  const cwd = repository(join(folder, "repository"), plain);
  t.ok(existsSync(join(folder, "secret")));
  for (const file of ["../../../secret", join(folder, "secret"), "https://example.test/x"]) {
    const run = await generate(cwd, parameters([{ name: "config", string: file }]));
    t.match(run, { status: 2, stdout: /^$/, stderr: /expected a file of the repository/ }, file);
  }
  symlinkSync("../../../secret", join(cwd, "linked"));
  t.match(await generate(cwd, parameters([{ name: "config", string: "linked" }])), {
    status: 2,
    stderr: /of the repository/,
  });
  t.match(await generate(cwd, parameters([{ name: "config", string: "none" }])), {
    status: 2,
    stderr: /there is no file none/,
  });
});

const wrong: readonly [text: string, stderr: RegExp][] = [
  ["{", /expected a JSON list/],
  ["{}", /expected a JSON list/],
  ["[{}]", /a parameter without a name/],
  ['[{"name":"colour"}]', /"colour": not known; there are type, /],
  ['[{"name":"type","string":"x"}]', /expected helm, kustomize or directory/],
  ['[{"name":"type","array":["helm"]}]', /type: expected `string`/],
  ['[{"name":"type","string":1}]', /type: expected `string`/],
  ['[{"name":"recurse","string":"yes"}]', /expected "true" or "false"/],
  ['[{"name":"values-files","string":"x"}]', /expected `array`/],
  ['[{"name":"values-files","array":[1]}]', /expected `array`/],
  ['[{"name":"helm-parameters","map":[]}]', /expected `map`/],
  ['[{"name":"helm-parameters","map":{"a":1}}]', /"a": expected a text/],
];
for (const [text, stderr] of wrong) {
  t.test(`parameters ${text}`, async (t) => {
    const cwd = repository(t.testdir(), plain);
    t.match(await generate(cwd, { ARGOCD_APP_PARAMETERS: text }), { status: 2, stdout: /^$/, stderr });
  });
}

t.test("a chart and a kustomization in one folder", async (t) => {
  const cwd = repository(t.testdir(), { ...plain, "apps/orders/Chart.yaml": "", "apps/orders/kustomization.yml": "" });
  t.match(await generate(cwd), { status: 2, stderr: /parameter type/ });
  t.match(await generate(cwd, parameters([{ name: "type", string: "directory" }])), { status: 0 });
});

const chart: Files = {
  "apps/orders/Chart.yaml": "apiVersion: v2\nname: orders\nversion: 1.0.0\n",
  "apps/orders/values.yaml": "colour: red\nsize: small\n",
  "apps/shared.yaml": "colour: blue\n",
  "apps/orders/templates/all.yaml": `${account}---\n${pod}---
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}", namespace: "{{ .Release.Namespace }}"}
data:
  colour: "{{ .Values.colour }}"
  size: '{{ .Values.size }}'
  kube: "{{ .Capabilities.KubeVersion.Version }}"
  widget: "{{ .Capabilities.APIVersions.Has "example.test/v1/Widget" }}"
`,
  "apps/orders/crds/crd.yaml":
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n",
};

for (const { name, found } of helms) {
  t.test(`a chart with ${name}`, { skip: found.reason ?? false }, async (t) => {
    const cwd = repository(t.testdir(), chart);
    const helm = prepareHelm(found.path ?? "", t.testdirName);
    const { PODGRAFT_CONFIG: _own, ...env } = helm.env;
    const command = ["--helm-command", helm.path];
    const asked = parameters([
      { name: "values-files", array: ["../shared.yaml"] },
      { name: "helm-parameters", map: { size: "a,b\\c" } },
    ]);
    const run = await generate(cwd, { ...env, ...asked }, command);
    t.match(run, { status: 0, stderr: /1 Pod: 1 injected \(aws\)/ });
    for (const line of [
      'metadata: {name: "orders", namespace: "shop"}',
      'colour: "blue"',
      "size: 'a,b\\c'",
      'kube: "v1.32.3"',
      'widget: "true"',
      "kind: CustomResourceDefinition",
    ]) {
      t.ok(run.stdout.includes(line), line);
    }
    const named = await generate(cwd, { ...env, ...parameters([{ name: "release-name", string: "r" }]) }, command);
    t.match(named, { stdout: /metadata: \{name: "r"/ });
    t.match(await generate(cwd, { ...env, ARGOCD_APP_NAME: "" }, command), { status: 2, stderr: /ARGOCD_APP_NAME/ });
    t.match(await generate(cwd, env, [...command, "--helm-flag=--no-such-flag"]), {
      status: 5,
      stdout: /^$/,
      stderr: /no-such-flag/,
    });
    const outside = parameters([{ name: "values-files", array: ["/etc/hostname"] }]);
    t.match(await generate(cwd, { ...env, ...outside }, command), { status: 2, stderr: /values-files/ });
  });
}

const kustomize = findKustomize();
t.test("a kustomization", { skip: kustomize.reason ?? false }, async (t) => {
  const cwd = repository(t.testdir(), {
    ...plain,
    "apps/orders/kustomization.yaml": "namePrefix: a-\nresources: [account.yaml, pod.yml]\n",
  });
  const command = ["--kustomize-command", kustomize.path ?? ""];
  t.match(await generate(cwd, {}, command), { status: 0, stdout: /AWS_ROLE_ARN[^]*serviceAccountName: a-app/ });
  t.match(await generate(cwd, {}, [...command, "--kustomize-flag=--no-such-flag"]), { status: 5, stdout: /^$/ });
});

/** A process that has ended may wait for its parent to notice. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

t.test("SIGTERM of the process group ends it and what it started, with nothing on stdout", async (t) => {
  const folder = t.testdir();
  const cwd = repository(folder, { ...plain, "apps/orders/kustomization.yaml": "" });
  const slow = join(folder, "kustomize");
  writeFileSync(slow, `#!/bin/sh\necho $$ > ${folder}/started\nexec sleep 60\n`);
  chmodSync(slow, 0o755);
  const child = spawn(process.execPath, [program, "argocd-cmp", "--kustomize-command", slow, "generate"], {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH, ...application },
  });
  let stdout = "";
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.on("close", (code, signal) => {
      resolve(signal ?? code);
    });
  });
  while (!existsSync(join(folder, "started")) || readFileSync(join(folder, "started"), "utf8") === "") {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.kill(-(child.pid ?? 0), "SIGTERM");
  t.not(await ended, 0);
  t.equal(stdout, "");
  const grandchild = Number(readFileSync(join(folder, "started"), "utf8"));
  while (isRunning(grandchild)) await new Promise((resolve) => setTimeout(resolve, 20));
  t.pass("what it started has ended as well");
});

t.test("plugin.yaml has the fields that Argo CD knows, no discovery, and the parameters that are read", (t) => {
  const { value } = readYaml(readFileSync(join(root, "packaging/argocd/plugin.yaml"), "utf8"));
  t.match(value, {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "ConfigManagementPlugin",
    metadata: { name: "podgraft" },
    spec: { generate: { command: ["podgraft", "argocd-cmp", "generate"] } },
  });
  const spec = member(value, "spec");
  t.same(Object.keys(spec ?? {}), ["generate", "parameters"]);
  const announced = member(member(spec, "parameters"), "static");
  const names = isJsonList(announced) ? announced.map((one) => member(one, "name")) : [];
  t.same(names, ["type", "release-name", "values-files", "helm-parameters", "environment", "config", "recurse"]);
  const fields = ["name", "title", "tooltip", "required", "itemType", "collectionType", "string", "array", "map"];
  for (const one of isJsonList(announced) ? announced : []) {
    for (const field of Object.keys(one ?? {})) t.ok(fields.includes(field), field);
    t.match(member(one, "collectionType"), /^(?:string|array|map)$/);
  }
  t.end();
});
