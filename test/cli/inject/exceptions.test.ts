import { readFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: p
  namespace: shop
  labels: { azure.workload.identity/use: "true" }
  annotations: { azure.workload.identity/service-account-token-expiration: "x" }
spec: { serviceAccountName: orders, containers: [{ name: app, image: app }] }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: orders, namespace: shop }
`;

const unknown = `apiVersion: v1
kind: Pod
metadata: { name: p, namespace: shop }
spec: { serviceAccountName: orders, containers: [{ name: app, image: app }] }
`;

function configuration(code: string, until: string): string {
  return `apiVersion: podgraft.dev/v1alpha1
kind: Config
providers: { aws: {}, azure: { azureTenantId: t } }
exceptions:
  - { match: { namespace: shop }, code: ${code}, until: ${until}, reason: moves next month }
`;
}

function inject(t: Test, config: string, manifest: string, ...args: readonly string[]): Promise<Run> {
  const cwd = t.testdir({ "podgraft.yaml": config, "m.yaml": manifest });
  return runPodgraft(["inject", ...args, "m.yaml"], { cwd });
}

t.test("an excepted finding does not count", async (t) => {
  const args = ["--fail-on", "warning", "--report", "report.json"];
  const run = await inject(t, configuration("context.*", "2999-12-31"), unknown, ...args);
  t.match(run, {
    status: 0,
    stdout: unknown,
    stderr: /^excepted: m\.yaml:4:9: .*\(excepted until 2999-12-31 by exceptions\[0\]: moves next month\)\n/,
  });
  const report: unknown = JSON.parse(readFileSync(join(t.testdirName, "report.json"), "utf8"));
  t.match(report, { findings: [{ standing: { kind: "excepted" } }] });
  const quiet = await inject(t, configuration("context.*", "2999-12-31"), unknown, "--quiet");
  t.match(quiet, { status: 0, stderr: "" });
});

t.test("an expired exception is told, and excuses nothing", async (t) => {
  const run = await inject(t, configuration("context.*", "2020-01-31"), unknown, "--fail-on", "warning");
  t.match(run, {
    status: 1,
    stdout: "",
    stderr: /^warning: .*\(exceptions\[0\] expired on 2020-01-31: moves next month\)\n/,
  });
});

t.test("a refusal can be excepted: the manifest goes through as it is", async (t) => {
  const excepted = await inject(t, configuration("azure.expiration_invalid", "2999-12-31"), pod);
  t.match(excepted, {
    status: 0,
    stdout: pod,
    stderr: /excepted: Pod shop\/p \(azure\): .*\(excepted until 2999-12-31/,
  });
  const expired = await inject(t, configuration("azure.expiration_invalid", "2020-01-31"), pod);
  t.match(expired, { status: 1, stdout: "", stderr: /denied: Pod shop\/p \(azure\): .*\(exceptions\[0\] expired on/ });
});
