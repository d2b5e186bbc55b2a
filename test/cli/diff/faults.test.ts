import t from "tap";
import { account, compare, config, deployment, type Files } from "./trees.ts";

const odd = "kind: ConfigMap\ndata: {{ .Values.data }}\n";

const faults: {
  readonly [title: string]: { base?: Files; head?: Files; args?: string[]; status: number; stderr: RegExp };
} = {
  "a base that is not there": { args: ["--base", "no-such"], status: 3, stderr: /no-such/ },
  "a base that is no YAML": {
    base: { "web.yaml": "kind: Deployment\nspec: {containers: [\n" },
    status: 3,
    stderr: /base\/web\.yaml/,
  },
  "a bad configuration of the base": {
    base: { "podgraft.yaml": "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders: { ams: {} }\n" },
    status: 2,
    stderr: /base\/podgraft\.yaml.*aws/,
  },
  "a configuration of the base that is not there": {
    args: ["--base-config", "no-such.yaml"],
    status: 2,
    stderr: /no-such\.yaml/,
  },
  "a context of the base that is not there": { args: ["--base-context", "no-such.yaml"], status: 3, stderr: /no-such/ },
  "an environment that only one side has": {
    head: { "podgraft.yaml": `${config}environments: { prod: {} }\n` },
    args: ["--environment", "prod"],
    status: 2,
    stderr: /base\/podgraft\.yaml.*prod/,
  },
  "what only one side has and nobody can read": { head: { "odd.yaml": odd }, status: 3, stderr: /odd\.yaml/ },
  "what is unreadable on both sides and not the same": {
    base: { "odd.yaml": odd },
    head: { "odd.yaml": odd.replace("data }}", "other }}") },
    status: 3,
    stderr: /odd\.yaml[^]*\n[^]*base\/odd\.yaml|base\/odd\.yaml[^]*\n[^]*odd\.yaml/,
  },
  "an unknown format": { args: ["--format", "html"], status: 2, stderr: /text, json or markdown/ },
  "both sides on standard input": { args: ["--base", "-", "-"], status: 2, stderr: /standard input/ },
};

for (const [title, { base = {}, head = {}, args = [], status, stderr }] of Object.entries(faults)) {
  t.test(title, async (t) => {
    const run = await compare(t.testdir(), base, head, args);
    t.match(run, { status, stdout: /^$/, stderr });
    t.notMatch(run.stderr, /internal error/);
  });
}

t.test("a denied Pod: exit 1, the differences are printed; an exception excuses it", async (t) => {
  const gcp = config.replace("aws: {}", "gcp: {}");
  const denied = account("one").replace(
    /eks[^}]*/,
    "cloud.google.com/workload-identity-provider: wrong, cloud.google.com/service-account-email: a@p ",
  );
  const folder = t.testdir();
  const run = await compare(folder, {}, { "podgraft.yaml": gcp, "account.yaml": denied });
  t.match(run, { status: 1, stdout: /- AWS/, stderr: /^denied: Deployment shop\/web \(gcp\): /m });
  const exception = `${gcp}exceptions: [{ match: { namespace: shop }, code: "*", reason: later }]\n`;
  const excused = await compare(folder, {}, { "podgraft.yaml": exception, "account.yaml": denied });
  t.match(excused, { status: 0, stdout: /- AWS/, stderr: /^$/ });
  const before = await compare(
    folder,
    { "podgraft.yaml": gcp, "account.yaml": denied },
    { "account.yaml": account("one") },
  );
  t.match(before, { status: 0, stdout: /\+ AWS/, stderr: /^$/ }, "that the base is refused is no fault of the change");
});

t.test("many documents that cannot be read are told once each", async (t) => {
  const run = await compare(
    t.testdir(),
    {},
    { "a.yaml": "kind: ServiceAccount\nmetadata: [\n", "web.yaml": deployment() },
  );
  t.equal(run.stderr.match(/a\.yaml/g)?.length, 1, run.stderr);
});
