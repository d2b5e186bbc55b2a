import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import t from "tap";
import fastJsonPatch from "fast-json-patch";
import type { Json, JsonObject } from "../../engine/json.ts";
import { deployment, list, pod, review, role, serviceAccount } from "./manifests.ts";
import { printedLines, runPodgraft } from "./run-podgraft.ts";

const aws = ["--set", "providers.aws={}"];
const variables = [
  { name: "AWS_ROLE_ARN", value: role },
  { name: "AWS_WEB_IDENTITY_TOKEN_FILE", value: "/var/run/secrets/eks.amazonaws.com/serviceaccount/token" },
];

function text(value: Json): string {
  return JSON.stringify(value);
}

/** The patch of one object, applied. */
function applied(object: JsonObject | undefined, patch: unknown): JsonObject {
  const copy = structuredClone(object ?? {});
  return fastJsonPatch.applyPatch(copy, patch as fastJsonPatch.Operation[], true).newDocument;
}

t.test("a patch a line for each object, which applies", async (t) => {
  const cwd = t.testdir({
    "sa.yaml":
      "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: orders\n  annotations:\n    eks.amazonaws.com/role-arn: " +
      role,
  });
  const objects = [pod(), { apiVersion: "v1", kind: "Service" }, deployment()];
  const run = await runPodgraft(["patch", ...aws, "--context", "sa.yaml"], { cwd, input: objects.map(text).join("") });
  t.match(run, { status: 0, stderr: /^$/ });
  const [ofPod, ofService, ofDeployment] = printedLines(run);
  t.match(applied(objects[0], ofPod), {
    spec: { containers: [{ env: variables }], volumes: [{ name: "aws-iam-token" }] },
  });
  t.strictSame(ofService, []);
  t.match(applied(objects[2], ofDeployment), { spec: { template: { spec: { containers: [{ env: variables }] } } } });
  const again = await runPodgraft(["patch", ...aws, "--context", "sa.yaml"], {
    cwd,
    input: text(applied(objects[0], ofPod)),
  });
  t.match(again, { status: 0, stdout: /^\[\]\n$/ }, "a second run changes nothing");
});

t.test("a List is one object with one patch; its own ServiceAccounts count", async (t) => {
  const document = list(serviceAccount(), pod(), deployment(), list(pod({ metadata: { name: "inner" } })));
  const run = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input: text(document) });
  t.match(run, { status: 0, stderr: /^$/ });
  const [patch, ...others] = printedLines(run);
  t.strictSame(others, []);
  const { items } = applied(document, patch) as { items: unknown[] };
  t.match(items[1], { spec: { containers: [{ env: variables }] } });
  t.match(items[2], { spec: { template: { spec: { containers: [{ env: variables }] } } } });
  t.match(items[3], { items: [{ spec: { containers: [{ env: variables }] } }] });
});

t.test("ServiceAccounts of one operand count for the Pods of another", async (t) => {
  const cwd = t.testdir({ "pod.json": text(pod()), "sa.json": text(serviceAccount()) });
  const run = await runPodgraft(["patch", ...aws, "pod.json", "sa.json"], { cwd });
  t.match(run, { status: 0, stderr: /^$/, stdout: /^\[\{"op":"add".*\n\[\]\n$/ });
});

t.test("namespaces: --namespace names the unnamed one, and joins nothing else", async (t) => {
  const inShop = pod({ metadata: { name: "p", namespace: "shop" } });
  const cases: readonly (readonly [name: string, objects: JsonObject[], args: string[], injected: boolean])[] = [
    ["both without", [serviceAccount(), pod()], [], true],
    ["both the same", [serviceAccount("shop"), inShop], [], true],
    ["the account without", [serviceAccount(), inShop], [], false],
    ["the Pod without", [serviceAccount("shop"), pod()], [], false],
    ["the account without, named", [serviceAccount(), inShop], ["--namespace", "shop"], true],
    ["the Pod without, named", [serviceAccount("shop"), pod()], ["-n", "shop"], true],
    ["named otherwise", [serviceAccount("shop"), pod()], ["-n", "other"], false],
  ];
  for (const [name, objects, args, injected] of cases) {
    const run = await runPodgraft(["patch", ...aws, ...args], { cwd: t.testdir(), input: text(list(...objects)) });
    t.equal(run.status, 0, name);
    t.match(run.stdout, injected ? /AWS_ROLE_ARN/ : /^\[\]\n$/, name);
    t.match(
      run.stderr,
      injected
        ? /^$/
        : /^warning: standard input: items\[1\]\.spec\.serviceAccountName: .*\(context\.service_account_unknown\)/,
      name,
    );
  }
});

t.test("a finding of an unknown account says where one of that name is, once a Pod", async (t) => {
  const cwd = t.testdir();
  const everything = ["aws={}", "gcp={}", 'alibaba={"accountUid":"1","clusterId":"c","region":"cn-shanghai"}'];
  const args = everything.flatMap((setting) => ["--set", `providers.${setting}`]);
  const { stderr } = await runPodgraft(["patch", ...args], { cwd, input: text(list(serviceAccount("shop"), pod())) });
  t.match(stderr, /^warning: [^\n]*in namespace "shop"[^\n]*--context FILE[^\n]*\n$/);
});

t.test("an AdmissionReview: the request's namespace, a patch of its object", async (t) => {
  const cwd = t.testdir({ "sa.json": text(serviceAccount("shop")) });
  const withoutName = pod({ metadata: { generateName: "p-" } });
  for (const version of ["v1", "v1beta1"]) {
    for (const object of [pod(), withoutName, deployment()]) {
      const args = ["patch", ...aws, "--context", "sa.json", "--namespace", "elsewhere"];
      const run = await runPodgraft(args, { cwd, input: text(review(object, version)) });
      t.match(run, { status: 0, stderr: /^$/ }, version);
      t.match(text(applied(object, printedLines(run)[0])), /AWS_ROLE_ARN/, version);
    }
  }
  const clusterWide = await runPodgraft(["patch", ...aws, "--context", "sa.json", "-n", "shop"], {
    cwd,
    input: text(review(pod(), "v1", "")),
  });
  t.match(clusterWide.stdout, /AWS_ROLE_ARN/, "a review without a namespace falls back to --namespace");
});

t.test("--output json keeps the user's text", async (t) => {
  const cwd = t.testdir({ "sa.json": text(serviceAccount()) });
  const args = ["patch", ...aws, "--context", "sa.json", "--output", "json"];
  const before =
    '{ "big": 12345678901234567890,  "ratio":1.50e1,"metadata" : {"name":"p"}, "apiVersion":"v1","kind":"Pod",';
  const object = `${before}\n  "spec": {"serviceAccountName":"orders","containers":[{"name":"app"}]} }`;
  const plain = await runPodgraft(args, { cwd, input: `\uFEFF\n${object}\n\n` });
  t.equal(plain.status, 0);
  t.ok(plain.stdout.startsWith(before), "all that the patch leaves alone keeps its bytes");
  t.match(JSON.parse(plain.stdout), { spec: { containers: [{ name: "app", env: variables }] } });

  const reviewed = await runPodgraft(args, {
    cwd,
    input: `{"kind":"AdmissionReview","request":{"object":{},"object": ${object}}}`,
  });
  t.equal(reviewed.stdout, plain.stdout, "of a review its object, of equal keys the last");

  const unchanged = await runPodgraft(args, { cwd, input: '{"a": 1}   {"b":[ ]}' });
  t.equal(unchanged.stdout, '{"a": 1}\n{"b":[ ]}\n');
});

t.test("--explain tells decisions, identities and origins, and prints on a denial too", async (t) => {
  const run = await runPodgraft(["patch", ...aws, "--explain"], {
    cwd: t.testdir(),
    input: text(list(serviceAccount(), pod())),
  });
  t.match(run, { status: 0, stderr: /^$/ });
  t.match(JSON.parse(run.stdout), {
    file: "standard input",
    document: 1,
    pods: [
      {
        object: { apiVersion: "v1", kind: "Pod", name: "p", namespace: null, path: ["items", 1] },
        template: ["items", 1],
        serviceAccount: { name: "orders", found: true },
        identityMap: null,
        outcome: "changed",
        denial: null,
        decisions: [
          {
            provider: "aws",
            outcome: "inject",
            reason: { code: "aws.role_arn" },
            identity: { principal: role, from: { principal: "serviceAccount:eks.amazonaws.com/role-arn" } },
          },
        ],
        findings: [],
      },
    ],
    findings: [],
    patch: [{ op: "add", path: "/items/1/spec/containers/0/env" }],
  });
});

t.test("a denial: exit 1 whatever --fail-on says, nothing on stdout unless --explain", async (t) => {
  const cwd = t.testdir();
  const azure = ["--set", 'providers.azure={"azureTenantId":"t"}'];
  const denied = pod({
    metadata: {
      name: "p\u0007",
      labels: { "azure.workload.identity/use": "true" },
      annotations: { "azure.workload.identity/service-account-token-expiration": "soon" },
    },
  });
  const input = `${text(pod({ metadata: { name: "good" } }))}\n${text(list(serviceAccount(), denied))}`;
  for (const failOn of ["error", "warning", "never"]) {
    const run = await runPodgraft(["patch", ...azure, "--fail-on", failOn], { cwd, input });
    t.match(run, { status: 1, stdout: /^$/ }, failOn);
    t.match(run.stderr, /^denied: standard input: Pod "p\\u0007" \(azure\): [^\n]+$/m, failOn);
  }
  const explained = await runPodgraft(["patch", ...azure, "--explain"], { cwd, input });
  t.equal(explained.status, 1);
  t.match(explained.stdout, /"outcome": "denied"/);
});

t.test("--fail-on decides from which severity on findings fail", async (t) => {
  const cwd = t.testdir();
  const input = text(pod());
  const cases: readonly (readonly [args: string[], status: number])[] = [
    [[], 0],
    [["--fail-on", "error"], 0],
    [["--fail-on=warning"], 1],
    [["--set", "render.unknownServiceAccount=error"], 1],
    [["--set", "render.unknownServiceAccount=error", "--fail-on", "never"], 0],
    [["--set", "render.unknownServiceAccount=skip", "--fail-on", "warning"], 0],
  ];
  for (const [args, status] of cases) {
    const run = await runPodgraft(["patch", ...aws, ...args], { cwd, input });
    t.match(run, { status, stdout: status === 0 ? /^\[\]\n$/ : /^$/ }, args.join(" "));
    t.match(
      run.stderr,
      args.includes("render.unknownServiceAccount=skip") ? /^$/ : /^(?:warning|error): standard input: spec/,
      args.join(" "),
    );
  }
});

t.test("findings about documents: kinds that are not reached, and templates of unknown kinds", async (t) => {
  const objects = [
    { apiVersion: "argoproj.io/v1alpha1", kind: "Workflow", metadata: { name: "w" }, spec: {} },
    { apiVersion: "example.com/v1", kind: "Robot", metadata: { name: "r" }, spec: { template: { spec: pod().spec } } },
  ];
  const run = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input: objects.map(text).join("\n") });
  t.match(run, { status: 0, stdout: /^\[\]\n\[\]\n$/ });
  t.match(run.stderr, /^info: standard input: \(root\): .*\(workload\.not_reachable\)/m);
  t.match(run.stderr, /^info: standard input: spec\.template\.spec: .*\(workload\.unknown_kind\)/m);
});

t.test("keys such as __proto__ are data like any other", async (t) => {
  const cwd = t.testdir({ "sa.json": text(serviceAccount()) });
  const keys = '{"__proto__":"a","constructor":"b","toString":"c"}';
  const object =
    `{"apiVersion":"v1","kind":"Pod","__proto__":{"kind":"X"},"constructor":{"prototype":{"polluted":1}},"metadata":{"labels":${keys},"annotations":${keys}},` +
    `"spec":{"__proto__":{"containers":[]},"serviceAccountName":"orders","nodeSelector":${keys},"containers":[{"name":"app","__proto__":{"env":[{"name":"X"}]}}]}}`;
  const run = await runPodgraft(["patch", ...aws, "--context", "sa.json", "-o", "json"], { cwd, input: object });
  t.match(run, { status: 0, stderr: /^$/ });
  const start = object.indexOf('"spec"');
  t.equal(run.stdout.slice(0, start), object.slice(0, start));
  t.match(run.stdout, '"containers":[{"name":"app","__proto__":{"env":[{"name":"X"}]},"env":[{"name":"AWS_ROLE_ARN"');
  const account = `{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"orders","annotations":{"__proto__":"x"},"__proto__":{"annotations":{"eks.amazonaws.com/role-arn":"r"}}}}`;
  const inherited = await runPodgraft(["patch", ...aws], { cwd, input: account + text(pod()) });
  t.match(inherited, { status: 0, stdout: /^\[\]\n\[\]\n$/ }, "nothing is inherited");
  for (const name of ["__proto__", "constructor", "toString"]) {
    const named = pod({ spec: { serviceAccountName: name, containers: [{ name }] } });
    t.match(
      await runPodgraft(["patch", ...aws, "--context", "sa.json"], { cwd, input: text(named) }),
      { status: 0, stdout: /^\[\]\n$/ },
      name,
    );
  }
});

t.test("parameters of an OpenShift Template", async (t) => {
  const template = (replicas: Json): JsonObject => ({
    apiVersion: "template.openshift.io/v1",
    kind: "Template",
    parameters: [{ name: "PORT" }],
    objects: [
      serviceAccount(),
      deployment({
        spec: {
          template: {
            spec: {
              serviceAccountName: "orders",
              containers: [{ name: "${NAME}", ports: [{ containerPort: replicas }] }],
            },
          },
        },
      }),
    ],
  });
  const run = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input: text(template("${{PORT}}")) });
  t.match(run, { status: 0, stderr: /^$/, stdout: /"path":"\/objects\/1\/spec\/template\/spec\/containers\/0\/env"/ });
  for (const port of ["${PORT}", "http"]) {
    const refused = await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input: text(template(port)) });
    t.match(
      refused,
      {
        status: 3,
        stdout: /^$/,
        stderr: /objects\[1\]\.spec\.template\.spec\.containers\[0\]\.ports\[0\]\.containerPort: expected an integer/,
      },
      port,
    );
  }
  const elsewhere = deployment({
    spec: { template: { spec: { containers: [{ name: "app", ports: [{ containerPort: "${{PORT}}" }] }] } } },
  });
  t.match(
    await runPodgraft(["patch", ...aws], { cwd: t.testdir(), input: text(elsewhere) }),
    { status: 3 },
    "outside a Template it is a string",
  );
});

t.test("a reader that goes away early is no error", async (t) => {
  const cwd = t.testdir();
  const pods = Array.from({ length: 400 }, (_, index) => pod({ metadata: { name: `p${index}` } }));
  const main = fileURLToPath(new URL("../../cli/main.js", import.meta.url));
  const child = spawn(process.execPath, [main, "patch", ...aws], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (data) => (complaint += String(data)));
  child.stdin.end(text(list(serviceAccount(), ...pods)));
  await once(child.stdout, "data");
  child.stdout.destroy();
  const [status] = (await once(child, "close")) as [number];
  t.match({ status, complaint }, { status: 0, complaint: /^$/ });
  const shell = `"${process.execPath}" "${main}" patch --set providers.aws={} | head -c 1`;
  t.equal(
    execFileSync("sh", ["-c", shell], { cwd, input: text(list(serviceAccount(), ...pods)), encoding: "utf8" }),
    "[",
  );
});
