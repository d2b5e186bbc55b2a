import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const configuration = `apiVersion: podgraft.dev/v1alpha1
kind: Config
providers:
  aws: { awsDefaultRegion: eu-west-1 }
  azure: { azureTenantId: 00000000-0000-0000-0000-000000000001 }
`;

const account = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: orders
  namespace: shop
  annotations:
    eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/orders
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: orders, namespace: shop }
spec:
  template:
    spec:
      serviceAccountName: orders
      containers:
        - name: app
          image: app
`;

const rendered = `---\n# Source: orders/templates/account.yaml\n${account}---\n# Source: orders/templates/deployment.yaml\n${deployment}`;

const secret = `---\napiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { password: hunter2 }\n`;

function folder(t: Test, files: { readonly [name: string]: string } = {}): string {
  const all = { "podgraft.yaml": configuration, ...files };
  const path = t.testdir({});
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

function verify(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runPodgraft(["verify", ...args], { cwd });
}

t.test("what is missing, and nothing once it is injected", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered + secret });
  const before = await verify(cwd, "m.yaml");
  t.equal(before.status, 1);
  t.match(before.stdout, /^fail Deployment shop\/orders at m\.yaml:12 \(from orders\/templates\/deployment\.yaml\)\n/);
  t.match(
    before.stdout,
    'm.yaml:20:11: spec.template.spec.containers[0]: The container "app" is not as the rules make it',
  );
  t.match(before.stdout, "https://podgraft.dev/docs/findings.md#verify.container_incomplete\n");
  t.match(before.stdout, "\npodgraft: 1 Pod: 1 fails; 2 errors\n");
  t.notMatch(before.stdout, "hunter2");
  t.equal(before.stderr, "");
  t.equal((await runPodgraft(["inject", "--in-place", "m.yaml"], { cwd })).status, 0);
  const after = await verify(cwd, "m.yaml");
  t.strictSame([after.status, after.stderr], [0, ""]);
  t.match(after.stdout, /^pass .*\npodgraft: 1 Pod: 1 passes\n$/);
  t.equal(readFileSync(join(cwd, "m.yaml"), "utf8").includes("AWS_ROLE_ARN"), true);
});

t.test("from standard input", async (t) => {
  const cwd = folder(t);
  const run = await runPodgraft(["verify"], { cwd, input: rendered });
  t.match(run, { status: 1, stdout: /^fail Deployment shop\/orders at standard input:12 / });
  t.match(await runPodgraft(["verify"], { cwd }), { status: 0, stdout: "podgraft: no Pods found\n" });
});

t.test("every format", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered + secret });
  const starts: readonly (readonly [format: string, start: RegExp])[] = [
    ["text", /^fail /],
    ["json", /^\{\n {2}"apiVersion": "podgraft\.dev\/v1alpha1",\n {2}"kind": "Report"/],
    ["sarif", /^\{\n {2}"version": "2\.1\.0"/],
    ["junit", /^<\?xml /],
    ["github", /^::error file=\S*m\.yaml,line=16,col=3,title=/],
    ["markdown", /^### Podgraft: ❌ fails\n/],
  ];
  for (const [format, start] of starts) {
    const run = await verify(cwd, "--format", format, "m.yaml");
    t.match(run, { status: 1, stderr: "", stdout: start }, format);
    t.notMatch(run.stdout, "hunter2", format);
  }
});

t.test("the report to a file, its text to standard output", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered });
  const run = await verify(cwd, "--format", "sarif", "--output", "out.sarif", "m.yaml");
  t.match(run, { status: 1, stdout: /^fail Deployment/ });
  t.equal((JSON.parse(readFileSync(join(cwd, "out.sarif"), "utf8")) as { version: string }).version, "2.1.0");
});

t.test("places in the repository: template, input, configuration", async (t) => {
  const cwd = folder(t, {
    ".git/HEAD": "",
    "deploy/podgraft.yaml": configuration,
    "deploy/chart/templates/deployment.yaml": "{{ }}",
    "deploy/m.yaml": deployment + "---\n" + account,
  });
  const uris = async (args: readonly string[], input?: string): Promise<unknown[]> => {
    const run = await runPodgraft(["verify", "--format", "sarif", ...args], {
      cwd: join(cwd, "deploy"),
      ...(input === undefined ? {} : { input }),
    });
    const { runs } = JSON.parse(run.stdout) as {
      runs: [
        {
          results: {
            locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }];
          }[];
        },
      ];
    };
    return runs[0].results.map(({ locations: [{ physicalLocation }] }) => {
      return `${physicalLocation.artifactLocation.uri}:${physicalLocation.region.startLine}`;
    });
  };
  const template = "deploy/chart/templates/deployment.yaml:1";
  t.strictSame(await uris(["--chart", "chart"], rendered), [template, template]);
  t.strictSame(await uris(["m.yaml"]), ["deploy/m.yaml:5", "deploy/m.yaml:9"]);
  t.strictSame(await uris([], rendered), ["deploy/podgraft.yaml:1", "deploy/podgraft.yaml:1"]);
});

t.test("--fail-on, exceptions and baselines decide the status", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered, "unknown.yaml": deployment });
  const exceptions = (until: string): string =>
    `${configuration}exceptions:\n  - match: { name: orders }\n    code: verify.*\n    until: ${until}\n    reason: moves next month\n`;
  writeFileSync(join(cwd, "future.yaml"), exceptions("2999-12-31"));
  writeFileSync(join(cwd, "past.yaml"), exceptions("2020-01-31"));
  await verify(cwd, "--format", "json", "--output", "base.json", "m.yaml");
  const runs: readonly (readonly [args: readonly string[], status: number, said: RegExp])[] = [
    [["m.yaml"], 1, /1 fails; 2 errors/],
    [["--fail-on", "never", "m.yaml"], 0, /1 fails; 2 errors/],
    [["unknown.yaml"], 0, /1 passes; 1 warning/],
    [["--fail-on", "warning", "unknown.yaml"], 1, /1 fails; 1 warning/],
    [["--config", "future.yaml", "m.yaml"], 0, /\(excepted until 2999-12-31 by exceptions\[0\]: moves next month\)/],
    [["--config", "past.yaml", "m.yaml"], 1, /\(exceptions\[0\] expired on 2020-01-31: moves next month\)/],
    [["--baseline", "base.json", "m.yaml"], 0, /1 passes; 2 known from the baseline/],
    [["--set", "render.unknownServiceAccount=error", "unknown.yaml"], 1, /1 fails; 1 error/],
  ];
  for (const [args, status, said] of runs)
    t.match(await verify(cwd, ...args), { status, stdout: said }, args.join(" "));
});

t.test("a container that came late: by verify.lateContainers", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered });
  const { stdout } = await runPodgraft(["inject", "m.yaml"], { cwd });
  writeFileSync(
    join(cwd, "late.yaml"),
    stdout.replace("      containers:\n", "$&        - name: mesh\n          image: mesh\n"),
  );
  for (const [late, status, said] of [
    ["warn", 0, /1 passes; 1 warning/],
    ["deny", 1, /1 fails; 1 error/],
    ["ignore", 0, /1 Pod: 1 passes\n/],
  ] as const) {
    t.match(await verify(cwd, "--set", `verify.lateContainers=${late}`, "late.yaml"), { status, stdout: said }, late);
  }
});

t.test("a refusal fails, whatever --fail-on says", async (t) => {
  const refused = deployment.replace(
    "    spec:",
    '    metadata: { labels: { azure.workload.identity/use: "true" }, annotations: { azure.workload.identity/service-account-token-expiration: "x" } }\n    spec:',
  );
  const cwd = folder(t, { "m.yaml": `${account}---\n${refused}` });
  const run = await verify(cwd, "--fail-on", "never", "m.yaml");
  t.match(run, { status: 1, stdout: /The Pod is refused: .*\(azure\.expiration_invalid\)/ });
});

t.test("what cannot be read is told, and the rest is reported", async (t) => {
  const cwd = folder(t, {
    "a.yaml": rendered,
    "b.yaml": "kind: Pod\na: [",
    "chart/Chart.yaml": "",
    "chart/templates/x.yaml": "{{",
  });
  const run = await verify(cwd, "a.yaml", "b.yaml", "none.yaml", "chart");
  t.equal(run.status, 3);
  t.match(run.stdout, /^fail Deployment/);
  t.match(run.stderr, /b\.yaml:2/);
  t.match(run.stderr, /none\.yaml: cannot be read/);
  t.match(run.stderr, /info: chart\/templates: chart templates are not YAML/);
});

t.test("wrong options", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered });
  const runs: readonly (readonly [args: readonly string[], said: RegExp])[] = [
    [["--format", "xml"], /--format "xml": expected text, json, sarif, junit, github or markdown/],
    [["--fail-on", "x"], /--fail-on "x"/],
    [["--namespace", "A b"], /--namespace/],
    [["--baseline", "m.yaml", "m.yaml"], /m\.yaml/],
  ];
  for (const [args, said] of runs) {
    const run = await verify(cwd, ...args);
    t.match(run, { stdout: "", stderr: said }, args.join(" "));
    t.ok(run.status === 2 || run.status === 3, String(run.status));
  }
});

t.test("colour where it is wanted", async (t) => {
  const cwd = folder(t, { "m.yaml": rendered });
  const run = await runPodgraft(["verify", "m.yaml"], { cwd, env: { FORCE_COLOR: "1" } });
  t.match(run.stdout, "\u001b[31mfail\u001b[39m Deployment");
  const written = await runPodgraft(["verify", "-o", "x.txt", "m.yaml"], { cwd, env: { FORCE_COLOR: "1" } });
  t.equal(written.status, 1);
  t.notMatch(readFileSync(join(cwd, "x.txt"), "utf8"), "\u001b");
});
