import t from "tap";
import { parseJson } from "../../../engine/json.ts";
import { runPodgraft } from "../run-podgraft.ts";
import { account, compare, config, deployment, tree, type Files } from "./trees.ts";

t.test("before and after injection, with comments and all", async (t) => {
  const run = await runPodgraft(["diff", "."], { cwd: tree(t.testdir(), "head", {}) });
  t.equal(run.status, 0, run.stderr);
  t.match(
    run.stdout,
    /^Identity changes: 1 gained\n {2}Deployment shop\/web \(ServiceAccount app\)\n {4}\+ AWS: arn:aws:iam::111122223333:role\/one/,
  );
  t.match(run.stdout, /\n {9}- name: c # the one\n\+ {10}env:\n/);
  t.notMatch(run.stdout, /^-[^-]/m, "nothing is taken away");
});

t.test("standard input, and what is injected already", async (t) => {
  const cwd = tree(t.testdir(), "head", {});
  const injected = await runPodgraft(["inject", "account.yaml", "web.yaml"], { cwd });
  const args = ["diff", "--exit-code"];
  t.match(await runPodgraft(args, { cwd, input: injected.stdout }), { status: 0, stdout: "no differences\n" });
  t.match(await runPodgraft(args, { cwd, input: `${account("one")}---\n${deployment()}` }), { status: 1 });
  t.match(await runPodgraft([...args, "podgraft.yaml"], { cwd }), { status: 0, stdout: "no differences\n" });
});

t.test("before and after: what a Pod has already is not gained", async (t) => {
  const cwd = tree(t.testdir(), "head", {
    "both.yaml": config.replace("{ aws: {} }", "{ aws: {}, azure: { azureTenantId: t } }"),
    "account.yaml": account("one", ', azure.workload.identity/client-id: "c"'),
    "web.yaml": deployment().replace(
      "    spec:\n",
      '    metadata: { labels: { azure.workload.identity/use: "true" } }\n    spec:\n',
    ),
  });
  const injected = await runPodgraft(["inject", "account.yaml", "web.yaml"], { cwd });
  const run = await runPodgraft(["diff", "--config", "both.yaml"], { cwd, input: injected.stdout });
  t.match(run.stdout, /^Identity changes: 1 gained\n.*\n {4}\+ Azure: c /, run.stderr);
  const without = await runPodgraft(["diff", "--config", "both.yaml", "."], { cwd });
  t.match(without.stdout, /^Identity changes: 2 gained\n/);
});

t.test("before and after: a document that cannot be read and cannot hold a Pod is not looked at", async (t) => {
  const cwd = tree(t.testdir(), "head", { "odd.yaml": "kind: ConfigMap\ndata: {{ .Values.data }}\n" });
  t.match(await runPodgraft(["diff", "."], { cwd }), { status: 0, stderr: "" });
});

t.test("JSON in one line is shown as YAML", async (t) => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "shop" },
    spec: { serviceAccountName: "app", containers: [{ name: "c" }] },
  };
  const run = await runPodgraft(["diff", "account.yaml", "-"], {
    cwd: tree(t.testdir(), "head", {}),
    input: JSON.stringify(pod),
  });
  t.match(run.stdout, /\n {3}- name: c\n\+ {4}env:\n\+ {4}- name: AWS_ROLE_ARN\n/);
});

const hidden = (value: string): Files => ({
  "secret.yaml": `apiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: shop, annotations: { kubectl.kubernetes.io/last-applied-configuration: "hidden-${value}" } }\ndata: { same: hidden-same, other: hidden-${value} } # hidden-${value}\nstringData: { text: hidden-${value} }\n`,
  "list.json": JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "t" }, data: { inner: `hidden-${value}` } }],
  }),
  "template.yaml": `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: { name: t }\nobjects:\n  - apiVersion: v1\n    kind: Secret\n    metadata: { name: u }\n    data: { deep: hidden-${value} }\n`,
});

for (const format of ["text", "json", "markdown"]) {
  t.test(`values of Secrets are never shown in ${format}, that they changed is`, async (t) => {
    const run = await compare(t.testdir(), hidden("one"), hidden("two"), ["--format", format]);
    t.equal(run.status, 0, run.stderr);
    t.notMatch(run.stdout, /hidden/);
    for (const key of ["other", "inner", "deep", "text"]) {
      t.match(run.stdout, new RegExp(`\\+ *${key}: \\\\?"\\(redacted, changed\\)`));
    }
    t.match(run.stdout, / same: \\?"\(redacted\)/);
  });
}

t.test("nor where a Secret comes or goes", async (t) => {
  const folder = t.testdir({ added: {}, removed: {} });
  const added = await compare(`${folder}/added`, {}, hidden("one"));
  const removed = await compare(`${folder}/removed`, hidden("one"), {});
  t.notMatch(added.stdout + removed.stdout, /hidden/);
  t.match(added.stdout, /\n\+ {2}other: "\(redacted\)"\n/);
  t.match(removed.stdout, /\n- {2}other: "\(redacted\)"\n/);
});

t.test("nor in the lines around a Pod that shares a List or Template with it", async (t) => {
  const secret = "- stringData: {a: hidden}\n  apiVersion: v1\n  kind: Secret\n  metadata: {name: s}\n";
  const item = (name: string): string => `- ${deployment(name).trimEnd().replaceAll("\n", "\n  ")}\n`;
  const cwd = tree(t.testdir(), "head", {
    "list.yaml": `apiVersion: v1\nkind: List\nitems:\n${secret}${item("in")}${secret}`,
    "template.yaml": `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\nobjects:\n${secret}${item("too")}${secret}`,
  });
  const run = await runPodgraft(["diff", "list.yaml", "template.yaml", "account.yaml"], { cwd });
  t.match(run.stdout, /^Identity changes: 2 gained\n[^]*--- a\/Template t[^]*--- a\/Deployment shop\/in\n/);
  t.notMatch(run.stdout, /hidden/);
  t.match(run.stdout, /\(redacted\)/);
});

t.test("CRLF line ends", async (t) => {
  const crlf = (remark: string): string => deployment("web", remark).replaceAll("\n", "\r\n");
  const run = await compare(t.testdir(), { "web.yaml": crlf("the one") }, { "web.yaml": crlf("an other") });
  t.match(run.stdout, /Objects: 1 changed\n[^]*\n- +- name: c # the one\n\+ +- name: c # an other\n/);
  t.notMatch(run.stdout, /\r|\\u\{d\}/);
});

t.test("JSON and Markdown", async (t) => {
  const folder = t.testdir();
  const json = await compare(folder, {}, { "account.yaml": account("two") }, ["--format", "json"]);
  t.match(parseJson(json.stdout), {
    kind: "Diff",
    summary: { identities: { gained: 0, lost: 0, changed: 1 }, objects: { changed: 2 } },
    identities: [
      {
        change: "changed",
        kind: "Deployment",
        namespace: "shop",
        name: "web",
        cloud: "aws",
        before: { principal: /one/ },
        after: { principal: /two/ },
      },
    ],
    objects: [
      { title: "Deployment shop/web", object: { apiVersion: "apps/v1" }, change: "changed", diff: /^--- a/ },
      { title: "ServiceAccount shop/app" },
    ],
  });
  const markdown = await compare(folder, {}, { "account.yaml": account("two") }, ["--format", "markdown"]);
  t.match(
    markdown.stdout,
    /^### Podgraft: identity changes: 1 changed\n[^]*\n\| <code>Deployment shop\/web<\/code> \| <code>app<\/code> \| AWS \| <code>arn.*one.* \| <code>arn.*two.* \|\n[^]*<details><summary><code>Deployment shop\/web<\/code> changed<\/summary>\n\n```diff\n/,
  );
});

t.test("colours where they are wanted", async (t) => {
  const cwd = tree(t.testdir(), "head", {});
  const escape = String.fromCharCode(27);
  const plain = await runPodgraft(["diff", "."], { cwd });
  t.notOk(plain.stdout.includes(escape));
  const coloured = await runPodgraft(["diff", "."], { cwd, env: { FORCE_COLOR: "1" } });
  t.ok(coloured.stdout.includes(`${escape}[32m+          env:${escape}[39m\n`));
  t.ok(coloured.stdout.includes(`${escape}[1m--- a/Deployment shop/web${escape}[22m\n`));
  t.equal(coloured.stdout.replaceAll(new RegExp(`${escape}\\[\\d+m`, "g"), ""), plain.stdout);
  const json = await runPodgraft(["diff", "--format", "json", "."], { cwd, env: { FORCE_COLOR: "1" } });
  t.notMatch(json.stdout, /\\u001b/i);
});

t.test("what a manifest says is shown, not obeyed", async (t) => {
  const run = await compare(t.testdir(), {}, { "web.yaml": deployment("web", "\u202etxt") });
  t.match(run.stdout, /\\u\{202e\}txt/);
});

t.test("options about the base need one", async (t) => {
  const cwd = tree(t.testdir(), "head", {});
  for (const option of ["--base-config", "--base-context"]) {
    const run = await runPodgraft(["diff", option, "account.yaml", "."], { cwd });
    t.match(run, { status: 2, stdout: /^$/, stderr: /are about the base/ });
  }
  const twice = await runPodgraft(["diff", "--base", "-"], { cwd, input: deployment() });
  t.match(twice, { status: 2, stdout: /^$/, stderr: /standard input/ });
});

t.test("the same answer every time", async (t) => {
  const folder = t.testdir();
  const [first, second] = [await compare(folder, hidden("one"), {}), await compare(folder, hidden("one"), {})];
  t.equal(first.stdout, second.stdout);
});
