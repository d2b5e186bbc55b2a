import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { startCluster } from "./cluster.ts";
import { helms, prepareHelm } from "./real-helm.ts";

const dryRun = ["--dry-run=server", "--disable-openapi-validation"];

for (const { name, found } of helms) {
  t.test(`podgraft helm install and upgrade with ${name}`, { skip: found.reason ?? false }, async (t) => {
    const cluster = await startCluster();
    t.teardown(cluster.close);
    const helm = prepareHelm(found.path ?? "", t.testdir(), cluster.kubeconfig);

    for (const command of [["install"], ["upgrade", "--install"]]) {
      t.test(command.join(" "), async (t) => {
        const run = await helm.wrapped([...command, "r", "orders", ...dryRun, "--hide-secret"]);
        t.match(run, { status: 0, stdout: /NAMESPACE: shop/ });
        t.equal(run.stdout.match(/AWS_ROLE_ARN/g)?.length, name === "Helm 4" ? 5 : 3);
        t.notMatch(run.stdout + run.stderr, "do-not-print-me");
        const hooks = /warning: hook (?:Job r-migrate|Pod r-test) runs without its identity/g;
        t.equal(run.stderr.match(hooks)?.length ?? 0, name === "Helm 4" ? 0 : 2);
        t.match(run.stderr, name === "Helm 4" ? /5 Pods: 5 injected/ : /3 Pods: 3 injected/);
      });
    }

    t.test("a denied Pod: exit 1, and Helm sends nothing", async (t) => {
      const run = await helm.wrapped(["install", "r", "denied", ...dryRun]);
      t.match(run, { status: 1, stdout: "", stderr: /^denied: Pod shop\/orders \(gcp\)/ });
    });

    t.test("options of Podgraft reach the post-renderer", async (t) => {
      const set = ["--set", "providers.aws.awsDefaultRegion=eu-north-1", "-q"];
      const run = await helm.wrapped([...set, "install", "r", "orders", "--no-hooks", ...dryRun]);
      t.match(run, { status: 0, stdout: /eu-north-1/ });
      t.notMatch(run.stderr, /injected|warning: hook/);
    });

    t.test("hooks that cannot be injected fail an installation that asks for it", async (t) => {
      const run = await helm.wrapped(["--fail-on", "warning", "install", "r", "orders", ...dryRun]);
      t.equal(run.status, name === "Helm 4" ? 0 : 1);
    });

    t.test("the user's own post-renderer", async (t) => {
      const other = join(t.testdir(), "other.mjs");
      writeFileSync(
        other,
        'let text = ""; for await (const part of process.stdin) text += part;\nprocess.stdout.write(text.replaceAll("role/orders", process.argv[2]));\n',
      );
      const args = [
        "--post-renderer",
        process.execPath,
        "--post-renderer-args",
        other,
        "--post-renderer-args",
        "role/mine",
      ];
      const run = await helm.wrapped(["install", "r", "orders", ...dryRun, ...args]);
      if (name === "Helm 3") t.match(run, { status: 0, stdout: /value: "?arn:aws:iam::111122223333:role\/mine/ });
      else t.match(run, { status: 2, stdout: "", stderr: /Helm 4 runs one post-renderer/ });
    });

    t.test("what Helm refuses: exit 5 with its message", async (t) => {
      const run = await helm.wrapped(["install", "r", "no-such-chart", ...dryRun]);
      t.match(run, { status: 5, stdout: "", stderr: /exited with 1:\nError: / });
      const unknown = await helm.wrapped(["install", "r", "orders", "--no-such-flag"]);
      t.match(unknown, { status: 5, stdout: "", stderr: /unknown flag: --no-such-flag/ });
    });

    t.test("Helm's own help", async (t) => {
      t.match(await helm.wrapped(["upgrade", "-h"]), { status: 0, stdout: /helm upgrade/ });
    });
  });
}
