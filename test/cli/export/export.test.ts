import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import t from "tap";
import { isJsonList, isJsonObject, member, type Json } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { findKustomize } from "../../../scripts/tools/find-kustomize.ts";
import { findKubectl132, findKubectl135 } from "../../../scripts/tools/real-tools.ts";
import { podLines } from "../../parity/pods.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const manifests = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: app
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/app
    azure.workload.identity/client-id: 2f1d6c1e-5a0b-4c3c-9a52-6d1f7d0c9e11
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web.one }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web, azure.workload.identity/use: "true" } }
    spec:
      serviceAccountName: app
      initContainers: [{ name: init, image: i, env: [] }]
      containers:
        - name: web
          image: w
          env: [{ name: PORT, value: "8080" }, { name: AWS_REGION, value: eu-west-1 }]
          volumeMounts: [{ name: data, mountPath: /data }]
      volumes: [{ name: data, emptyDir: {} }]
---
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata: { name: alone }
    spec: { serviceAccountName: app, containers: [{ name: c, image: c }] }
  - apiVersion: batch/v1
    kind: CronJob
    metadata: { name: nightly, namespace: other }
    spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: c }] } } } } }
---
apiVersion: v1
kind: Pod
metadata: { name: hash, labels: { azure.workload.identity/use: "true" } }
spec: { serviceAccountName: app, containers: [{ name: c, image: c }] }
`;

const rules = [
  "--set",
  "providers.aws={}",
  "--set",
  "providers.azure.azureTenantId=00000000-0000-0000-0000-000000000001",
];
/** A PATH on which there is Node alone, under its full name. */
const nothing = "/nonexistent";

function exported(input: string, args: readonly string[] = [], path = nothing, cwd = t.testdirName): Promise<Run> {
  const env = { PATH: path, PODGRAFT_CONFIG: "" };
  return runPodgraft(["export", ...rules, ...args, "kustomize-patches"], { cwd, input, env });
}

t.testdir({});

function patchesOf(run: Run, ...way: readonly string[]): readonly Json[] {
  let found: Json | undefined = readYaml(run.stdout).value;
  for (const name of way) found = isJsonList(found) ? member(found[0], name) : member(found, name);
  return isJsonList(found) ? found : [];
}

t.test("a component: one patch for each workload that changes, targets by name", async (t) => {
  const run = await exported(manifests);
  t.match(run, {
    status: 0,
    stderr: /warning: the patches are not proven: there is neither kustomize nor kubectl here\n$/,
  });
  t.match(readYaml(run.stdout).value, { apiVersion: "kustomize.config.k8s.io/v1alpha1", kind: "Component" });
  const targets = patchesOf(run, "patches").map((one) => member(one, "target"));
  t.same(targets, [
    { group: "apps", version: "v1", kind: "Deployment", name: "web\\.one" },
    { version: "v1", kind: "Pod", name: "alone" },
    { version: "v1", kind: "Pod", name: "hash" },
  ]);
  t.notMatch(run.stdout, /azure-workload-identity-reserved/, "never a hash of a name");
  for (const one of patchesOf(run, "patches")) {
    const operations = readYaml(String(member(one, "patch"))).value;
    t.match(operations, [{ op: "test", path: /\/serviceAccountName$/, value: "app" }]);
  }
});

const forms: readonly [form: string, way: readonly string[]][] = [
  ["component", ["patches"]],
  ["flux-kustomization", ["spec", "patches"]],
  ["flux-helmrelease", ["spec", "postRenderers", "kustomize", "patches"]],
];
for (const [form, way] of forms) {
  t.test(`--output ${form}`, async (t) => {
    const run = await exported(manifests, ["--output", form, "--no-prove"]);
    t.match(run, { status: 0, stderr: /not proven: --no-prove was given\n$/ });
    t.same(patchesOf(run, ...way), patchesOf(await exported(manifests), "patches"));
    const none = await exported("kind: Pod\n", ["--output", form]);
    t.match(none, { status: 0, stdout: /patches: \[\]\n$/ });
  });
}

t.test("what kustomize cannot reach is told", async (t) => {
  const account = manifests.slice(0, manifests.indexOf("---"));
  const pod = (metadata: string): string =>
    `---\n{apiVersion: v1, kind: Pod, metadata: {${metadata}}, spec: {serviceAccountName: app, containers: [{name: c}]}}\n`;
  const template = `---\n{apiVersion: template.openshift.io/v1, kind: Template, metadata: {name: t}, objects: [${pod("name: in").slice(4, -1)}]}\n`;
  const run = await exported(account + pod("generateName: x-") + template + pod("name: twice") + pod("name: twice"));
  t.match(run, { status: 0, stdout: /patches: \[\]\n$/ });
  for (const line of [
    "warning: Pod without a name is not exported: it has no name, and kustomize knows objects by their names\n",
    "warning: Pod in is not exported: it stands in a Template, which kustomize does not look into\n",
    "warning: Pod twice is not exported: it is there more than once\n",
  ]) {
    t.ok(run.stderr.includes(line), line);
  }
  t.match(await exported(account + pod("generateName: x-"), ["--fail-on", "warning"]), { status: 1, stdout: /^$/ });
});

t.test("findings that fail the command, unreadable input, other operands and forms", async (t) => {
  t.match(await exported(manifests, ["--set", "render.unknownServiceAccount=error"]), { status: 1, stdout: /^$/ });
  t.match(await exported("kind: [\n"), { status: 3, stdout: /^$/ });
  t.match(await exported(manifests, ["--output", "x"]), { status: 2, stderr: /expected component, flux-/ });
  t.match(await runPodgraft(["export", "x"], { cwd: t.testdir() }), {
    status: 2,
    stderr: /expected kustomize-patches/,
  });
});

function fakeKustomize(folder: string, script: string): string {
  const path = join(folder, "kustomize");
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

t.test("a kustomize that makes something else of it: exit 4, nothing printed", async (t) => {
  const liar = fakeKustomize(t.testdir(), "console.log('apiVersion: v1\\nkind: Pod')");
  t.match(await exported(manifests, ["--kustomize-command", liar]), {
    status: 4,
    stdout: /^$/,
    stderr: /something else of Deployment web.one/,
  });
});

t.test("a kustomize that fails, and a named one that is missing", async (t) => {
  const failing = fakeKustomize(t.testdir(), "console.error('broken'); process.exitCode = 1");
  t.match(await exported(manifests, ["--kustomize-command", failing]), { status: 5, stdout: /^$/, stderr: /broken/ });
  t.match(await exported(manifests, ["--kustomize-command", "none"]), {
    status: 5,
    stdout: /^$/,
    stderr: /no program none/,
  });
});

for (const { path = "", reason } of [findKustomize(), findKubectl132(), findKubectl135()]) {
  t.test(`with ${path || reason}`, { skip: reason ?? false }, async (t) => {
    const command = ["--kustomize-command", path];
    const run = await exported(manifests, command);
    t.match(run, { status: 0, stderr: /podgraft: proven with kustomize: 3 patches do what injection does\n$/ });

    const folder = t.testdir();
    const build = async (input: string): Promise<Run> => {
      for (const [name, text] of [
        ["identity/kustomization.yaml", run.stdout],
        ["all.yaml", input],
        ["kustomization.yaml", "resources: [all.yaml]\ncomponents: [identity]\n"],
      ] as const) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const env = { PATH: process.env.PATH ?? "", PODGRAFT_CONFIG: "" };
      return runPodgraft(["kustomize", "-q", ...command, "build", "."], { cwd: folder, env });
    };

    const built = await build(manifests);
    t.equal(built.status, 0, built.stderr);
    const again = await runPodgraft(["inject", ...rules], {
      cwd: folder,
      input: built.stdout,
      env: { PODGRAFT_CONFIG: "" },
    });
    t.match(
      again,
      { status: 0, stderr: /3 complete already.*0 of 1 input changed/ },
      "admission would have nothing to add",
    );
    t.equal(podLines(built.stdout).filter((line) => line.includes("AWS_ROLE_ARN")).length, 3);

    for (const [what, from, to] of [
      ["another account", "serviceAccountName: app\n", "serviceAccountName: other\n"],
      ["a variable behind the last", "value: eu-west-1 }]", "value: eu-west-1 }, { name: NEW }]"],
      ["a variable less", '{ name: PORT, value: "8080" }, ', ""],
      ["another mount", "mountPath: /data", "mountPath: /other"],
      ["another volume behind the last", "emptyDir: {} }]", "emptyDir: {} }, { name: more, emptyDir: {} }]"],
      [
        "variables where there were none",
        "name: c, image: c }] }\n  - ",
        "name: c, image: c, env: [{ name: X }] }] }\n  - ",
      ],
      ["other containers", "- name: web", "- name: proxy"],
      ["an entry in an empty list", "env: [] }]", "env: [{ name: X }] }]"],
    ] as const) {
      t.ok(manifests.includes(from), what);
      const refused = await build(manifests.replace(from, to));
      t.match(refused, { status: 5, stdout: /^$/, stderr: /test/ }, `refused: ${what}`);
    }
    const other = await build(manifests.replace("image: w", "image: w:2"));
    t.equal(other.status, 0, "what the patch does not rely on may change");
    t.ok(isJsonObject(readYaml(built.stdout.split("---\n")[0] ?? "").value));
  });
}

t.test(
  "annotations of a bare Pod come one by one: kustomize keeps its own in the same map until the end",
  async (t) => {
    const input = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: app
  annotations:
    cloud.google.com/workload-identity-provider: projects/1/locations/global/workloadIdentityPools/p/providers/c
    cloud.google.com/service-account-email: a@p.iam.gserviceaccount.com
---
apiVersion: v1
kind: Pod
metadata: { name: alone }
spec: { serviceAccountName: app, containers: [{ name: c, image: c }] }
`;
    const run = await exported(input, ["--set", "providers.gcp={}", "--no-prove"]);
    t.equal(run.status, 0, run.stderr);
    const patch = patchesOf(run, "patches").map((one) => String(member(one, "patch")));
    t.match(patch[0], /"op":"add","path":"\/metadata\/annotations\/cloud\.google\.com~1audience"/);
    t.notMatch(patch[0], /"path":"\/metadata\/annotations"/);
  },
);
