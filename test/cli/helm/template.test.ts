import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { podLines } from "../../parity/pods.ts";
import { runPodgraft } from "../run-podgraft.ts";
import { charts, helms, prepareHelm, type Helm } from "./real-helm.ts";

/** What `podgraft inject` makes of Helm's own output. */
async function injected(helm: Helm, args: readonly string[]): Promise<string> {
  const { stdout: input } = await helm.run(["template", ...args]);
  const { stdout, status } = await runPodgraft(["inject", "-n", "shop"], { cwd: charts, env: helm.env, input });
  return status === 0 ? stdout : `exit ${status}`;
}

for (const { name, found } of helms) {
  t.test(`podgraft helm template with ${name}`, { skip: found.reason ?? false }, async (t) => {
    const helm = prepareHelm(found.path ?? "", t.testdir());

    t.test("the same bytes as through a pipe: hooks and CRDs, Lists, comments, objects that stand twice", async (t) => {
      const run = await helm.wrapped(["template", "r", "orders", "-n", "shop", "--include-crds"]);
      t.match(run, { status: 0, stderr: /5 Pods: 5 injected \(aws\)/ });
      t.equal(run.stdout, await injected(helm, ["r", "orders", "-n", "shop", "--include-crds"]));
      t.match(run.stdout, /kind: Job[^]*migrate[^]*AWS_ROLE_ARN/);
      t.match(run.stdout, "# Both accounts stand in one file.");
      t.equal(run.stdout.match(/copy: /g)?.length, 2);
    });

    t.test("the namespace before or behind the command's name, or in the environment", async (t) => {
      const expected = (await helm.wrapped(["template", "r", "orders", "-n", "shop"])).stdout;
      t.equal((await helm.wrapped(["-n", "shop", "template", "r", "orders"])).stdout, expected);
      t.equal((await helm.wrapped(["template", "r", "orders"], { HELM_NAMESPACE: "shop" })).stdout, expected);
    });

    t.test("--show-only: the account is not shown and still known", async (t) => {
      const run = await helm.wrapped(["template", "r", "orders", "-s", "templates/deployment.yaml"]);
      t.match(run, {
        status: 0,
        stderr: /1 Pod: 1 injected/,
        stdout: /^---\n# Source: orders\/templates\/deployment.yaml\n/,
      });
      t.equal(podLines(run.stdout).length, 1);
    });

    t.test("--output-dir: files of the same Pods, names as the user knows them", async (t) => {
      const folder = join(t.testdir(), "out");
      const run = await helm.wrapped(["-v", "template", "r", "orders", "--output-dir", folder]);
      t.match(run, { status: 0, stdout: `wrote ${folder}/orders/templates/deployment.yaml` });
      t.notMatch(run.stdout + run.stderr, join(tmpdir(), "podgraft-helm-"));
      t.match(readFileSync(join(folder, "orders/templates/deployment.yaml"), "utf8"), "AWS_ROLE_ARN");
      t.match(await helm.wrapped(["template", "r", "empty", "--output-dir", join(folder, "empty")]), { status: 0 });
      const denied = await helm.wrapped(["template", "r", "denied", "--output-dir", join(folder, "denied")]);
      t.match(denied, { status: 1, stdout: "" });
      t.throws(
        () => readFileSync(join(folder, "denied/denied/templates/denied.yaml")),
        "nothing is left of what was denied",
      );
    });

    t.test("a denied Pod: exit 1, nothing on standard output, a report", async (t) => {
      const report = join(t.testdir(), "report.json");
      const run = await helm.wrapped(["template", "r", "denied"], { PODGRAFT_REPORT: report });
      t.match(run, { status: 1, stdout: "", stderr: /denied: Pod orders \(gcp\)/ });
      t.match(JSON.parse(readFileSync(report, "utf8")), { kind: "Report", pods: [{ outcome: "denied" }] });
    });

    t.test("charts without documents", async (t) => {
      t.match(await helm.wrapped(["template", "r", "empty"]), { status: 0, stderr: /no Pods found/ });
      t.match(await helm.wrapped(["template", "r", "comment"]), { status: 0, stderr: /no Pods found/ });
    });

    t.test("a chart that Helm refuses: exit 5 with Helm's message", async (t) => {
      const run = await helm.wrapped(["template", "r", "no-such-chart"]);
      t.match(run, { status: 5, stdout: "", stderr: /exited with 1:\nError: .*no-such-chart/ });
      const old = await helm.wrapped(["template", "r", "orders", "--kube-version", "1.20.0"]);
      t.match(old, { status: 5, stdout: "", stderr: /kubeVersion/ });
    });

    t.test("Helm's own help", async (t) => {
      t.match(await helm.wrapped(["template", "--help"]), { status: 0, stdout: /--show-only/ });
    });
  });
}

t.test("without a Helm: exit 5", async (t) => {
  const run = await runPodgraft(["helm", "--helm-command", "no-such-helm", "template", "r", "orders"], { cwd: charts });
  t.match(run, { status: 5, stdout: "", stderr: /no program no-such-helm/ });
});

for (const [args, message] of [
  [["helm"], /no Helm command given: expected template, install or upgrade/],
  [["helm", "lint", "orders"], /helm lint: expected template, install or upgrade/],
  [["helm", "--confg=x", "template"], /unknown option --confg; did you mean --config\?/],
] as const) {
  t.test(`${args.join(" ")}: exit 2`, async (t) => {
    t.match(await runPodgraft(args, { cwd: charts }), { status: 2, stdout: "", stderr: message });
  });
}
