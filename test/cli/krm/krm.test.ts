import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { isJsonList, isJsonObject, member, type Json } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const list = `# of the orchestrator
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
  # the account
  - apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: out-app
      annotations:
        internal.config.kubernetes.io/previousNames: app
        internal.config.kubernetes.io/previousNamespaces: default
        internal.config.kubernetes.io/previousKinds: ServiceAccount
        config.kubernetes.io/index: '0'
        eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/app
  - apiVersion: v1
    kind: Pod
    metadata:
      name: web   # stays
      annotations:
        internal.config.kubernetes.io/path: 'web/pod.yaml'
        internal.config.kubernetes.io/index: '3'
        config.k8s.io/id: '2'
        kustomize.config.k8s.io/id: |
          kind: Pod
          name: web
    spec:
      serviceAccountName: app
      containers: [{name: c}]
`;

function krm(
  input: string,
  args: readonly string[] = ["--set", "providers.aws={}"],
  cwd = t.testdirName,
): Promise<Run> {
  return runPodgraft(["krm", ...args], { cwd, input, env: { PODGRAFT_CONFIG: "" } });
}

t.testdir({});

function results(run: Run): readonly Json[] {
  const found = member(readYaml(run.stdout).value, "results");
  return isJsonList(found) ? found : [];
}

/** The lines that a run added; all others have to be there still, in their order. */
function added(before: string, after: string): string[] {
  const rest = before.split("\n");
  return after.split("\n").filter((line) => {
    if (line !== rest[0]) return true;
    rest.shift();
    return false;
  });
}

t.test("items are edited in the list's own text; a second run changes nothing", async (t) => {
  const run = await krm(list);
  t.match(run, { status: 0, stderr: "podgraft: 1 Pod: 1 injected (aws); 1 of 1 input changed\n" });
  const lines = added(list.replace("[{name: c}]", ""), run.stdout.replace(/\[\{name: c,.*\}\]/, ""));
  t.match(lines.join("\n"), /volumes:\n.*aws-iam-token/);
  t.match(run.stdout, /containers: \[\{name: c, env: .*role\/app/);
  for (const comment of ["# of the orchestrator", "# the account", "web   # stays"]) t.match(run.stdout, comment);
  t.equal((await krm(run.stdout)).stdout, run.stdout);
});

for (const version of ["v1", "v1beta1", "v1alpha1"]) {
  t.test(`config.kubernetes.io/${version}`, async (t) => {
    const run = await krm(list.replace("kubernetes.io/v1\n", `kubernetes.io/${version}\n`));
    t.match(run, {
      status: 0,
      stdout: new RegExp(`^# of.*\napiVersion: config.kubernetes.io/${version}\n[^]*AWS_ROLE_ARN`),
    });
  });
}

t.test("a list in JSON stays JSON", async (t) => {
  const run = await krm(JSON.stringify(readYaml(list).value));
  t.match(run, { status: 0, stdout: /AWS_ROLE_ARN/ });
  t.doesNotThrow(() => void JSON.parse(run.stdout));
});

const empty: readonly [name: string, items: string, expected: string][] = [
  ["no items", "", "items: []\n"],
  ["items: null", "items:\n", "items: []\n"],
  ["an empty list", "items: []\n", "items: []\n"],
  ["items that are null", "items:\n- null\n", "items:\n- null\n"],
];
for (const [name, items, expected] of empty) {
  t.test(name, async (t) => {
    const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n";
    t.match(await krm(head + items), { status: 0, stdout: head + expected });
  });
}

const wrong: readonly [name: string, input: string, stderr: RegExp][] = [
  ["nothing", "", /found nothing/],
  ["comments alone", "# x\n---\n", /found nothing/],
  ["another kind", "kind: List\nitems: []\n", /found the kind "List"; for plain manifests use podgraft inject/],
  ["no kind", "a: 1\n", /found the kind null/],
  [
    "another version",
    "apiVersion: config.kubernetes.io/v2\nkind: ResourceList\n",
    /found the apiVersion "config.kubernetes.io\/v2"/,
  ],
  ["no version", "kind: ResourceList\n", /found the apiVersion null/],
  ["two documents", `${list}---\n${list}`, /found 2 documents/],
  ["items that are no list", list.replace(/items:[^]*/, "items: {}\n"), /items are no list/],
  ["a functionConfig that is no object", `${list}functionConfig: 1\n`, /functionConfig is no object/],
  ["no YAML", "kind: [\n", /standard input:/],
  ["a Pod that is none", list.replace("[{name: c}]", "1"), /standard input:29:.*containers/],
];
for (const [name, input, stderr] of wrong) {
  t.test(`refused: ${name}`, async (t) => t.match(await krm(input), { status: 3, stdout: /^$/, stderr }));
}

t.test("operands are none", async (t) =>
  t.match(await krm(list, ["x.yaml"]), { status: 2, stdout: /^$/, stderr: /x.yaml/ }),
);

const unknown = list.replace("serviceAccountName: app", "serviceAccountName: nobody");

t.test("findings are results: severity, object, field, file", async (t) => {
  const run = await krm(unknown);
  t.match(run, { status: 0, stderr: /^warning: standard input:28:7:/ });
  t.same(
    results(run).map((result) => (isJsonObject(result) ? { ...result, message: "" } : result)),
    [
      {
        message: "",
        severity: "warning",
        resourceRef: { apiVersion: "v1", kind: "Pod", name: "web" },
        file: { path: "web/pod.yaml", index: 3 },
        field: { path: "spec.serviceAccountName" },
        tags: { code: "context.service_account_unknown" },
      },
    ],
  );
  t.ok(run.stdout.startsWith(unknown), "nothing but the results is new");
  t.equal((await krm(run.stdout)).stdout, run.stdout, "and a second run has nothing to add");
});

t.test("results of others stay in front", async (t) => {
  const run = await krm(`${unknown}results:\n- message: before # of another function\n`);
  t.match(run.stdout, "- message: before # of another function\n");
  t.equal(results(run).length, 2);
  t.equal(member(results(run)[0], "message"), "before");
});

t.test("the file by its earlier annotation, or none", async (t) => {
  const old = unknown.replaceAll("internal.config.kubernetes.io/path", "config.kubernetes.io/path");
  t.same(member(results(await krm(old))[0], "file"), { path: "web/pod.yaml", index: 3 });
  t.equal(member(results(await krm(unknown.replace(/.*\/path: .*\n/, "")))[0], "file"), undefined);
  t.same(member(results(await krm(unknown.replace("index: '3'", "index: x")))[0], "file"), { path: "web/pod.yaml" });
});

t.test("a finding that fails the command: exit 1, the items as they came, and the result", async (t) => {
  const second =
    "  - {apiVersion: v1, kind: Pod, metadata: {name: lost}, spec: {serviceAccountName: nobody, containers: [{name: c}]}}\n";
  const run = await krm(list + second, ["--set", "providers.aws={}", "--set", "render.unknownServiceAccount=error"]);
  t.match(run, { status: 1, stderr: /^error: / });
  t.ok(run.stdout.startsWith(list + second));
  t.match(results(run), [{ severity: "error", resourceRef: { name: "lost" } }]);
});

t.test("a finding that does not fail it", async (t) => {
  const strict = ["--set", "providers.aws={}", "--set", "render.unknownServiceAccount=error", "--fail-on", "never"];
  t.match(await krm(unknown, strict), { status: 0, stdout: /severity: "?error/ });
});

const config =
  "functionConfig:\n  apiVersion: podgraft.dev/v1alpha1\n  kind: Config\n  metadata: {name: inject, annotations: {config.kubernetes.io/local-config: 'true'}}\n  providers: {aws: {}}\n";

t.test("a functionConfig of our own kind is the configuration", async (t) => {
  t.match(await krm(list + config, []), { status: 0, stdout: /AWS_ROLE_ARN[^]*kind: Config/ });
  t.match(await krm(list + config.replace("aws:", "aw:"), []), {
    status: 2,
    stdout: /^$/,
    stderr: /functionConfig.*aw/,
  });
  t.match(await krm(list + config, ["--config", "x.yaml"]), { status: 2, stderr: /exclude each other/ });
});

t.test("a ConfigMap has options", async (t) => {
  const cwd = t.testdir({
    "own.yaml":
      "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: {aws: {}}\nenvironments: {prod: {providers: {aws: {awsDefaultRegion: eu-west-9}}}}\n",
  });
  const map = (data: string): string => `${list}functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  data:\n${data}`;
  t.match(await krm(map("    config: own.yaml\n    environment: prod\n"), [], cwd), { status: 0, stdout: /eu-west-9/ });
  t.match(
    await krm(map("    set: |\n      providers.aws={}\n      providers.aws.awsDefaultRegion=eu-west-8\n"), [], cwd),
    {
      status: 0,
      stdout: /eu-west-8/,
    },
  );
  t.match(await krm(map("    config: own.yaml\n    environment: prod\n"), ["-e", "none"], cwd), {
    status: 2,
    stderr: /none/,
  });
  t.match(await krm(map("    colour: red\n"), [], cwd), {
    status: 2,
    stderr: /data."colour": not known; there are config/,
  });
  t.match(await krm(map("    environment: 1\n"), [], cwd), { status: 2, stderr: /data.environment: expected a text/ });
  t.match(await krm(map("    - x\n"), [], cwd), { status: 2, stderr: /data: expected an object/ });
  t.match(await krm(`${list}functionConfig: {apiVersion: v1, kind: ConfigMap}\n`), {
    status: 0,
    stdout: /AWS_ROLE_ARN/,
  });
});

t.test("any other functionConfig", async (t) => {
  t.match(await krm(`${list}functionConfig: {apiVersion: x/v1, kind: Other}\n`), {
    status: 2,
    stdout: /^$/,
    stderr: /"Other" of "x\/v1"/,
  });
});

t.test("no name is final: Azure takes no hash of it, whatever the Pod is called", async (t) => {
  const azure = list
    .replace("eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/app", "azure.workload.identity/client-id: abc")
    .replace("name: web   # stays", "name: web\n      labels: {azure.workload.identity/use: 'true'}");
  const args = ["--set", "providers.azure.azureTenantId=t"];
  const run = await krm(azure, args);
  t.match(run, { status: 0, stdout: /name: azure-identity-token\n/ });
  t.notMatch(run.stdout, /azure-workload-identity-reserved/);
  const plain = azure
    .replace(/^[^]*items:\n/, "apiVersion: v1\nkind: List\nitems:\n")
    .replace("name: out-app", "name: app");
  const piped = await runPodgraft(["inject", ...args], { cwd: t.testdir(), input: plain });
  t.match(piped, { status: 0, stdout: /reserved/ }, "which it would, were the name final");
});

t.test("--report has the run as JSON", async (t) => {
  const cwd = t.testdir();
  await krm(unknown, ["--set", "providers.aws={}", "--report", "r.json"], cwd);
  t.match(JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")), {
    kind: "Report",
    findings: [{ code: "context.service_account_unknown" }],
  });
});
