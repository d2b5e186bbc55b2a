import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { partHooks, podLines } from "../../parity/pods.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";
import { addPlugin, charts, helms, postRenderer, prepareHelm } from "./real-helm.ts";

for (const { name, found } of helms) {
  t.test(`the post-renderer of ${name}`, { skip: found.reason ?? false }, async (t) => {
    const helm = prepareHelm(found.path ?? "", t.testdir());
    if (name === "Helm 4") addPlugin(helm);
    const render = (chart: string, own: readonly string[] = [], args: readonly string[] = []): Promise<Run> =>
      helm.run(["template", "r", chart, ...args, ...postRenderer(name, own)]);

    t.test("the Pods are those of podgraft inject; hooks under Helm 4 only", async (t) => {
      const plain = (await helm.run(["template", "r", "orders"])).stdout;
      const run = await render("orders", ["--namespace", "shop"]);
      t.match(run, { status: 0, stderr: "" });
      const expected = await runPodgraft(["inject", "-n", "shop"], { cwd: charts, env: helm.env, input: plain });
      const { manifests, hooks } = partHooks(expected.stdout);
      const hooksSeen = name === "Helm 4" ? hooks : partHooks(plain).hooks;
      t.same(podLines(run.stdout), podLines(`${manifests}---\n${hooksSeen}`));
      t.equal(podLines(run.stdout).length, 5);
      t.equal(run.stdout.match(/AWS_ROLE_ARN/g)?.length, name === "Helm 4" ? 5 : 3);
      t.notMatch(run.stdout, "postrenderer.helm.sh");
      t.match(run.stdout, /# Source: orders\/templates\/deployment.yaml\n/);
      t.match(run.stdout, /# Listens on 8080\.\n/);
      t.equal(run.stdout.match(/copy: /g)?.length, 2, "objects that stand twice");
    });

    t.test("CRDs go through, --show-only finds its template, kubeVersion is met", async (t) => {
      const all = await render("orders", [], ["--include-crds"]);
      t.equal(all.stdout.match(/kind: CustomResourceDefinition/g)?.length, 2);
      const one = await render("orders", [], ["--show-only", "templates/deployment.yaml"]);
      t.match(one, { status: 0, stdout: /AWS_ROLE_ARN/ });
      t.equal(podLines(one.stdout).length, 1);
      t.match(await render("orders", [], ["--kube-version", "1.20.0"]), { status: 1, stderr: /kubeVersion/ });
    });

    t.test("charts without documents", async (t) => {
      for (const chart of ["empty", "comment"]) t.match(await render(chart), { status: 0, stderr: "" }, chart);
    });

    t.test("a denied Pod: Helm fails, and the report tells why", async (t) => {
      const report = join(t.testdir(), "report.json");
      const run = await render("denied", [`--report=${report}`]);
      t.match(run, {
        status: 1,
        stdout: /^\s*$/,
        stderr: name === "Helm 3" ? /denied: Pod orders \(gcp\)/ : /exited with error/,
      });
      t.match(JSON.parse(readFileSync(report, "utf8")), { kind: "Report", pods: [{ outcome: "denied" }] });
    });

    t.test("a broken configuration: the report by variable has the message", async (t) => {
      const folder = t.testdir({ "podgraft.yaml": "apiVersion: podgraft.dev/v1alpha1\nkind: Konfig\n" });
      const report = join(folder, "report.json");
      const run = await helm.run(
        ["template", "r", "orders", ...postRenderer(name, ["-c", join(folder, "podgraft.yaml")])],
        {
          PODGRAFT_REPORT: report,
        },
      );
      t.equal(run.status, 1);
      const written: unknown = JSON.parse(readFileSync(report, "utf8"));
      t.match(written, { kind: "Report", status: 2, errors: [/podgraft\.yaml:2.*Konfig/] });
    });

    t.test("another post-renderer runs first", async (t) => {
      const folder = t.testdir();
      const other = join(folder, "other.mjs");
      writeFileSync(
        other,
        'let text = ""; for await (const part of process.stdin) text += part;\nprocess.stdout.write(text.replaceAll("role/orders", process.argv[2]));\n',
      );
      const run = await render("orders", ["--", process.execPath, other, "role/chained"]);
      t.match(run, { status: 0, stdout: /value: "?arn:aws:iam::111122223333:role\/chained/ });
    });
  });
}

const chained: readonly [script: string, status: number, message: RegExp][] = [
  ["process.stdin.resume(); console.error('cannot patch'); process.exitCode = 9", 5, /exited with 9:\ncannot patch/],
  ["process.stdin.resume()", 4, /made nothing of manifests that were not empty/],
  ["process.stdin.resume(); console.log('# nothing')", 4, /made nothing of manifests that were not empty/],
  ["process.stdin.pipe(process.stdout); console.error('a word'); ", 0, /^a word\n/],
];

for (const [script, status, message] of chained) {
  t.test(`behind node -e ${JSON.stringify(script)}: exit ${status}`, async (t) => {
    const input = "kind: ConfigMap\n";
    const run = await runPodgraft(["helm-post-render", "--", process.execPath, "-e", script], { cwd: charts, input });
    t.match(run, { status, stdout: status === 0 ? input : "", stderr: message });
  });
}

t.test("an empty stream: one comment line for the plugin, nothing for the executable", async (t) => {
  const plugin = await runPodgraft(["helm-post-render"], { cwd: charts, env: { HELM_PLUGIN_NAME: "podgraft" } });
  t.match(plugin, { status: 0, stdout: /^# [^\n]+\n$/ });
  t.match(await runPodgraft(["helm-post-render"], { cwd: charts }), { status: 0, stdout: /^$/ });
});

t.test("documents that only say that a Secret is hidden stay as they are", async (t) => {
  const input = "---\n# Source: orders/templates/secret.yaml\n# HIDDEN: The Secret output has been suppressed\n";
  const run = await runPodgraft(["helm-post-render"], { cwd: charts, input, env: { HELM_PLUGIN_NAME: "podgraft" } });
  t.match(run, { status: 0 });
  t.equal(run.stdout, input);
});
