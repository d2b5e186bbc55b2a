import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { role } from "../manifests.ts";
import { printedLines, runPodgraft } from "../run-podgraft.ts";
import { accountYaml, aws, injectedYaml, podYaml, stream } from "./manifests.ts";

const plain = stream(accountYaml(), podYaml());
const injected = stream(accountYaml(), injectedYaml());
const renamed = "arn:aws:iam::111122223333:role/renamed";

t.test("--strip gives back the text before", async (t) => {
  const cwd = t.testdir();
  t.strictSame(await runPodgraft(["inject", ...aws, "--strip"], { cwd, input: injected }), {
    status: 0,
    stdout: plain,
    stderr: "podgraft: injections taken out of 1 Pod; 1 of 1 input changed\n",
  });
  t.match(await runPodgraft(["inject", "--strip"], { cwd, input: injected }), { stdout: plain }, "without providers");
  t.match(await runPodgraft(["inject", ...aws, "--strip"], { cwd, input: plain }), {
    status: 0,
    stdout: plain,
    stderr: "podgraft: injections taken out of 0 Pods; 0 of 1 input changed\n",
  });
  t.match(
    await runPodgraft(["inject", "--set", "providers.gcp={}", "--strip"], { cwd, input: injected }),
    { stdout: injected },
    "another provider's injection stays",
  );
});

t.test("--refresh replaces a role that changed; plain injection only says so", async (t) => {
  const input = stream(accountYaml(renamed), injectedYaml());
  const cwd = t.testdir();
  const before = await runPodgraft(["inject", ...aws], { cwd, input });
  t.match(before, { status: 0, stdout: input });
  t.match(
    before.stderr,
    `warning: standard input:17:13: Pod p: spec.containers[0].env[0]: "AWS_ROLE_ARN" is "${role}", but the ServiceAccount's identity gives "${renamed}" (identity.mismatch)`,
  );
  t.strictSame(await runPodgraft(["inject", ...aws, "--refresh"], { cwd, input }), {
    status: 0,
    stdout: stream(accountYaml(renamed), injectedYaml("p", renamed)),
    stderr: "podgraft: 1 Pod: 1 injected (aws); 1 of 1 input changed\n",
  });
  t.match(
    await runPodgraft(["inject", ...aws, "--refresh"], { cwd, input: injected }),
    { status: 0, stdout: injected, stderr: /; 0 of 1 input changed\n$/ },
    "what is as it should be stays, byte for byte",
  );
});

t.test("patches of what is taken out, and of what takes its place", async (t) => {
  const cwd = t.testdir();
  const strip = await runPodgraft(["inject", ...aws, "--strip", "-o", "patch"], { cwd, input: injected });
  t.match(printedLines(strip), [
    {
      document: 2,
      name: "p",
      patch: [{ op: "remove", path: "/spec/containers/0/env" }, { op: "remove" }, { op: "remove" }],
    },
  ]);
  const input = stream(accountYaml(renamed), injectedYaml());
  const refresh = await runPodgraft(["inject", ...aws, "--refresh", "-o", "patch"], { cwd, input });
  t.match(printedLines(refresh), [
    { document: 2, patch: [{ op: "remove" }, {}, {}, { op: "add", path: "/spec/containers/0/env" }, {}, {}] },
  ]);
  const json = await runPodgraft(["inject", ...aws, "--strip", "-o", "json"], { cwd, input: injected });
  t.match(printedLines(json), [{ kind: "ServiceAccount" }, { kind: "Pod", spec: { containers: [{ name: "app" }] } }]);
  t.notMatch(json.stdout, "AWS_ROLE_ARN");
});

t.test("in place", async (t) => {
  const cwd = t.testdir({ "sa.yaml": accountYaml(), "p.yaml": injectedYaml() });
  t.match(await runPodgraft(["inject", ...aws, "--strip", "-i", "."], { cwd }), { status: 0, stdout: /^$/ });
  t.equal(readFileSync(join(cwd, "p.yaml"), "utf8"), podYaml());
});

t.test("Google: a lifetime that the user chose survives, one that injection wrote does not", async (t) => {
  const cwd = t.testdir({
    "sa.yaml": `apiVersion: v1
kind: ServiceAccount
metadata:
  name: orders
  annotations:
    cloud.google.com/workload-identity-provider: projects/1/locations/global/workloadIdentityPools/p/providers/p
    cloud.google.com/service-account-email: a@p.iam.gserviceaccount.com
`,
  });
  const gcp = ["--set", "providers.gcp={}", "--context", "sa.yaml", "-q"];
  const own = podYaml().replace("{name: p}", '{name: p, annotations: {cloud.google.com/token-expiration: "7200"}}');
  for (const pod of [own, podYaml()]) {
    const { stdout } = await runPodgraft(["inject", ...gcp], { cwd, input: pod });
    t.match(stdout, "gcp-iam-token");
    t.match(await runPodgraft(["inject", ...gcp, "--strip"], { cwd, input: stdout }), { status: 0, stdout: pod });
    t.match(await runPodgraft(["inject", ...gcp, "--refresh"], { cwd, input: stdout }), { status: 0, stdout });
  }
});
