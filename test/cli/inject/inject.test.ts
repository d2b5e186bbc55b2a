import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { role } from "../manifests.ts";
import { printedLines, runPodgraft } from "../run-podgraft.ts";
import { accountYaml, aws, injectedYaml, podYaml, stream } from "./manifests.ts";

const input = stream(accountYaml(), podYaml());
const output = stream(accountYaml(), injectedYaml());

t.test("standard input to standard output: the same bytes and the injected lines", async (t) => {
  const cwd = t.testdir();
  for (const operands of [[], ["-"]]) {
    t.strictSame(await runPodgraft(["inject", ...aws, ...operands], { cwd, input }), {
      status: 0,
      stdout: output,
      stderr: "podgraft: 1 Pod: 1 injected (aws); 1 of 1 input changed\n",
    });
  }
  const again = await runPodgraft(["inject", ...aws], { cwd, input: output });
  t.equal(again.stdout, output, "a second run changes nothing");
  t.equal(again.stderr, "podgraft: 1 Pod: 1 complete already; 0 of 1 input changed\n");
});

t.test("empty input, and input without any Pod, come out as they are", async (t) => {
  for (const text of ["", "# nothing\n", "kind: ConfigMap\ndata: {a: 012345678901234567890}\n...\n", "- {{ x }}\n"]) {
    const run = await runPodgraft(["inject", ...aws], { cwd: t.testdir(), input: text });
    t.strictSame(run, { status: 0, stdout: text, stderr: "podgraft: no Pods found; 0 of 1 input changed\n" }, text);
  }
});

t.test("byte order mark, CRLF, a missing line break at the end, and odd numbers survive", async (t) => {
  const text = `\uFEFF${input.replaceAll("\n", "\r\n")}    unknown: {a: 18446744073709551616, b: 0x1F, c: 1.0e3}`;
  const { status, stdout } = await runPodgraft(["inject", ...aws], { cwd: t.testdir(), input: text });
  t.equal(status, 0);
  t.ok(stdout.startsWith("\uFEFFapiVersion: v1\r\n"));
  t.match(stdout, "    unknown: {a: 18446744073709551616, b: 0x1F, c: 1.0e3}");
  t.match(stdout, /AWS_ROLE_ARN\r\n/);
  t.notMatch(stdout, /[^\r]\n/);
});

t.test("duplicate keys: the last one counts, all are kept as text", async (t) => {
  const text = stream(accountYaml(), `${podYaml("p", "nobody")}    serviceAccountName: orders\n`);
  const { status, stdout } = await runPodgraft(["inject", ...aws], { cwd: t.testdir(), input: text });
  t.equal(status, 0);
  t.match(stdout, `value: ${role}`);
  t.match(stdout, /serviceAccountName: nobody\n[^]*serviceAccountName: orders\n/);
});

t.test("files one after another, with a marker between them where there is none", async (t) => {
  const cwd = t.testdir({
    "sa.yaml": accountYaml().trimEnd(),
    "a.yaml": podYaml("a"),
    "b.yaml": `---\n${podYaml("b")}`,
    "empty.yaml": "",
  });
  const run = await runPodgraft(["inject", ...aws, "sa.yaml", "empty.yaml", "a.yaml", "b.yaml", "./a.yaml"], { cwd });
  t.equal(run.stdout, stream(accountYaml(), injectedYaml("a"), injectedYaml("b")));
  t.equal(
    run.stderr,
    "podgraft: 2 Pods: 2 injected (aws); 2 of 4 inputs changed\n",
    "a file that is named twice counts once",
  );
});

t.test("folders: manifests in the order of their names, nothing hidden, no chart templates", async (t) => {
  const cwd = t.testdir({
    all: {
      "b.yml": podYaml("b"),
      "a.yaml": podYaml("a"),
      "c.json": JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "c" } }),
      "notes.txt": "{{ no YAML }}",
      "values.yaml.bak": "{{ no YAML }}",
      ".hidden.yaml": "kind: Pod\nspec: {{ x }}\n",
      ".git": { "x.yaml": "kind: Pod\nspec: {{ x }}\n" },
      deep: { er: { "sa.yaml": accountYaml() } },
      chart: {
        "Chart.yaml": "name: chart\n",
        templates: { "pod.yaml": "kind: Pod\nspec:\n  {{ containers }}\n" },
        crds: { templates: { "d.yaml": podYaml("d") } },
      },
      templates: { "e.yaml": podYaml("e") },
    },
  });
  const run = await runPodgraft(["inject", ...aws, "all"], { cwd });
  t.equal(run.status, 0);
  const names = [...run.stdout.matchAll(/^metadata: \{name: (\w)\}/gm)].map(([, name]) => name);
  t.strictSame(names, ["a", "b", "d", "e"], "by name, folders among the files");
  t.match(
    run.stderr,
    /^info: all\/chart\/templates: chart templates are not YAML before Helm has rendered them; skipped\n/,
  );
  t.match(run.stderr, /5 Pods: 4 injected \(aws\), 1 skipped[^\n]*; 4 of 7 inputs changed\n$/);
  const quiet = await runPodgraft(["inject", ...aws, "--quiet", "all"], { cwd });
  t.match(quiet, { status: 0, stdout: run.stdout });
  t.notMatch(quiet.stderr, /templates|podgraft:/);
});

t.test("--output patch: one patch a document, with what it is of", async (t) => {
  const cwd = t.testdir({ "in.yaml": stream(input, podYaml("q", "nobody"), podYaml("r")) });
  const run = await runPodgraft(["inject", ...aws, "-o", "patch", "in.yaml"], { cwd });
  t.equal(run.status, 0);
  t.match(printedLines(run), [
    { file: "in.yaml", document: 2, apiVersion: "v1", kind: "Pod", name: "p", namespace: null, patch: [{ op: "add" }] },
    { file: "in.yaml", document: 4, name: "r" },
  ]);
  t.equal(printedLines(run).length, 2, "nothing of documents without a change");
});

t.test("--output json: every document on a line, with all digits of its integers", async (t) => {
  const big =
    "kind: ConfigMap\nmetadata: {name: c}\ndata: {n: 9223372036854775807, m: 123456789012345678901234567890}\n";
  const text = stream(input, "# a comment only\n", big);
  const run = await runPodgraft(["inject", ...aws, "-o", "json"], { cwd: t.testdir(), input: text });
  t.equal(run.status, 0);
  t.match(printedLines(run), [
    { kind: "ServiceAccount" },
    { kind: "Pod", spec: { containers: [{ env: [{ name: "AWS_ROLE_ARN", value: role }, {}] }] } },
    { kind: "ConfigMap" },
  ]);
  t.match(run.stdout, '"data":{"false":9223372036854775807,"m":123456789012345678901234567890}}\n');
  const faulty = await runPodgraft(["inject", ...aws, "-o", "json"], {
    cwd: t.testdir(),
    input: stream(input, "kind: ConfigMap\ndata: {{ x }}\n"),
  });
  t.match(faulty, {
    status: 3,
    stdout: /^$/,
    stderr: /standard input:\d+:\d+ \(document 3\): a mapping cannot be a key/,
  });
});

t.test("--namespace names what has no namespace; --context and --config tell what is elsewhere", async (t) => {
  const cwd = t.testdir({
    "sa.yaml": accountYaml().replace("  name: orders\n", "  name: orders\n  namespace: shop\n"),
    "c.yaml": "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: {aws: {}}\ncontext: {files: [sa.yaml]}\n",
    "e.yaml":
      "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nenvironments: {prod: {providers: {aws: {awsDefaultRegion: eu-west-9}}}}\n",
  });
  const text = podYaml();
  const without = await runPodgraft(["inject", ...aws, "--context", "sa.yaml"], { cwd, input: text });
  t.equal(without.stdout, text);
  t.match(
    without.stderr,
    /^warning: standard input:5:5: Pod p: spec\.serviceAccountName: The ServiceAccount "orders" is neither in the input nor in the context; one of this name is there in namespace "shop"/,
  );
  for (const args of [
    [...aws, "--context", "sa.yaml", "--namespace", "shop"],
    ["--config", "c.yaml", "-n", "shop"],
  ]) {
    const run = await runPodgraft(["inject", ...args], { cwd, input: text });
    t.match(run, { status: 0, stdout: injectedYaml(), stderr: /^podgraft: 1 Pod: 1 injected \(aws\)/ }, args.join(" "));
  }
  const prod = await runPodgraft(["inject", "--config", "e.yaml", "--environment", "prod"], { cwd, input });
  t.match(prod.stdout, "value: eu-west-9");
  const off = await runPodgraft(["inject", "--config", "e.yaml"], { cwd, input });
  t.match(off, { stdout: input, stderr: "1 Pod: 1 skipped (no provider is on)" });
});

t.test("--report, and the report as a --baseline", async (t) => {
  const cwd = t.testdir();
  const text = stream(podYaml("p", "nobody"), podYaml("q", "nobody"));
  const strict = [...aws, "--set", "render.unknownServiceAccount=error"];
  const first = await runPodgraft(["inject", ...strict, "--report", "r.json"], { cwd, input: text });
  t.match(first, { status: 1, stdout: /^$/, stderr: /^error: [^]*error: [^]*podgraft: 2 Pods: 2 skipped/ });
  const report: unknown = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8"));
  t.match(report, {
    kind: "Report",
    pods: [{ object: { name: "p" } }, { object: { name: "q" } }],
    findings: [
      {
        code: "context.service_account_unknown",
        severity: "error",
        message: /^The ServiceAccount "nobody"/,
        place: { file: "standard input", document: 1, line: 5, column: 5 },
      },
      { place: { document: 2 } },
    ],
  });
  const known = await runPodgraft(["inject", ...strict, "--baseline", "r.json"], { cwd, input: text });
  t.match(known, { status: 0, stdout: text, stderr: /^podgraft: / });
  const more = await runPodgraft(["inject", ...strict, "--baseline", "r.json"], {
    cwd,
    input: stream(text, podYaml("r", "nobody")),
  });
  t.match(more, { status: 1, stdout: /^$/ });
  t.match(more.stderr, /^error: standard input:2\d:5: Pod r: [^\n]*\npodgraft: /, "the new one alone is told");
});

t.test("--fail-on", async (t) => {
  const cases: readonly (readonly [args: readonly string[], status: number])[] = [
    [[], 0],
    [["--fail-on", "error"], 0],
    [["--fail-on", "warning"], 1],
    [["--fail-on", "never", "--set", "render.unknownServiceAccount=error"], 0],
    [["--set", "render.unknownServiceAccount=error"], 1],
    [["--fail-on", "warning", "--set", "render.unknownServiceAccount=skip"], 0],
  ];
  for (const [args, status] of cases) {
    const text = podYaml("p", "nobody");
    const run = await runPodgraft(["inject", ...aws, ...args], { cwd: t.testdir(), input: text });
    t.match(run, { status, stdout: status === 0 ? text : /^$/ }, args.join(" "));
  }
});

t.test("a denial: exit 1, whatever --fail-on says, and nothing is written", async (t) => {
  const text = podYaml().replace(
    "{name: p}",
    '{name: p, labels: {azure.workload.identity/use: "true"}, annotations: {azure.workload.identity/service-account-token-expiration: "1"}}',
  );
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "p.yaml": text });
  const azure = ["--set", 'providers.azure={"azureTenantId":"t"}', "--context", "sa.yaml", "--fail-on", "never"];
  const run = await runPodgraft(["inject", ...azure, "--in-place", "p.yaml"], { cwd });
  t.match(run, { status: 1, stdout: /^$/, stderr: /^denied: Pod p \(azure\): [^\n]+\npodgraft: 1 Pod: 1 denied/m });
  t.equal(readFileSync(join(cwd, "p.yaml"), "utf8"), text);
});

t.test("Pods of an unknown ServiceAccount `default` that show no sign are told in one line", async (t) => {
  const plain = podYaml("a", "default");
  const sign = plain.replace("{name: a}", '{name: s, labels: {azure.workload.identity/use: "x"}}');
  const one = await runPodgraft(["inject", ...aws], { cwd: t.testdir(), input: stream(plain, sign) });
  t.match(
    one.stderr,
    /^warning: standard input:\d+:5: Pod s: [^\n]*"default" is neither[^\n]*\nwarning: 1 Pod runs as a ServiceAccount "default" that is not known[^\n]*\(context\.service_account_unknown\)\. Give [^\n]*\npodgraft: [^\n]*\n$/,
  );
  const many = await runPodgraft(["inject", ...aws], {
    cwd: t.testdir(),
    input: stream(...Array.from({ length: 30 }, (_, index) => podYaml(`p${index}`, "default"))),
  });
  t.match(many, { status: 0, stderr: /^warning: 30 Pods run as [^\n]*\npodgraft: 30 Pods: 30 skipped[^\n]*\n$/ });
  const strict = await runPodgraft(["inject", ...aws, "--fail-on", "warning"], { cwd: t.testdir(), input: plain });
  t.equal(strict.status, 1, "it counts all the same");
});

t.test("--quiet and --verbose", async (t) => {
  const info = podYaml().replace("{name: p}", '{name: p, annotations: {eks.amazonaws.com/skip-containers: "gone"}}');
  const text = stream(accountYaml(), info, podYaml("q", "nobody"));
  const cwd = t.testdir();
  const normal = await runPodgraft(["inject", ...aws], { cwd, input: text });
  t.match(
    normal.stderr,
    /^info: [^\n]*\nwarning: [^\n]*\npodgraft: 2 Pods: 1 injected \(aws\), 1 skipped \(context\.service_account_unknown\); 1 of 1 input changed\n$/,
  );
  const quiet = await runPodgraft(["inject", ...aws, "-q"], { cwd, input: text });
  t.match(quiet.stderr, /^warning: [^\n]*\n$/);
  const verbose = await runPodgraft(["inject", ...aws, "-v"], { cwd, input: text });
  t.match(
    verbose.stderr,
    /\nPod p: changed: aws inject \(aws\.role_arn\)\nPod q: unchanged: aws skip \(context\.service_account_unknown\)\npodgraft: /,
  );
  t.strictSame([quiet.stdout, verbose.stdout], [normal.stdout, normal.stdout]);
  const off = await runPodgraft(["inject", "-v", "-n", "shop"], { cwd, input: podYaml() });
  t.match(off.stderr, /^Pod shop\/p: unchanged\npodgraft: /);
});

t.test("colour: not in pipes, unless it is forced", async (t) => {
  const text = podYaml("p", "nobody");
  const run = (env: { readonly [name: string]: string }) =>
    runPodgraft(["inject", ...aws], { cwd: t.testdir(), input: text, env });
  t.notMatch((await run({})).stderr, "\u001b");
  t.match((await run({ FORCE_COLOR: "1" })).stderr, /^\u001b\[33mwarning\u001b\[39m: standard input/);
  t.equal((await run({ FORCE_COLOR: "1" })).stdout, text, "documents have none");
});

t.test("what manifests say cannot steer the terminal", async (t) => {
  const text = podYaml("p", '"no\\e[2J\\u202ebody"').replace("{name: p}", '{name: "a\\e]0;x\\a"}');
  const run = await runPodgraft(["inject", ...aws, "-v"], { cwd: t.testdir(), input: text });
  t.equal(run.status, 0);
  t.match(run.stderr, /^[ -~\n]+$/);
});
