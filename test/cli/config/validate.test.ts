import t from "tap";
import { runPodgraft } from "../run-podgraft.ts";

const head = "apiVersion: podgraft.dev/v1alpha1\nkind: Config\n";

t.test("valid: alone and with each environment, those of an extended file too", async (t) => {
  const cwd = t.testdir({
    "podgraft.yaml": `${head}extends: base.yaml\nenvironments: { prod: {} }\n`,
    "base.yaml": `${head}environments: { test: {}, prod: {} }\n`,
  });
  t.strictSame(await runPodgraft(["config", "validate"], { cwd }), {
    status: 0,
    stdout: "podgraft.yaml: valid, with environments prod, test\n",
    stderr: "",
  });
  t.strictSame(await runPodgraft(["config", "validate", "-e", "test", "podgraft.yaml"], { cwd }), {
    status: 0,
    stdout: "podgraft.yaml: valid, with environment test\n",
    stderr: "",
  });
  const input = `${head}providers: { gcp: {} }\n`;
  t.match(await runPodgraft(["config", "validate", "-"], { cwd, input }), { stdout: "standard input: valid\n" });
});

t.test("every fault of every file, once each, with its place", async (t) => {
  const cwd = t.testdir({
    "a.yaml": `${head}preset: esk
providers:
  aws:
    awsDefaultRegoin: eu-west-1
    tokenExpiration: "3600"
environments:
  prod: { rendr: {} }
`,
    "b.yaml": `${head}environments:\n  prod: { providers: { azure: {} } }\n`,
    "c.yaml": "kind: [\n",
    "d.yaml": head,
  });
  const run = await runPodgraft(["config", "validate", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml"], { cwd });
  t.equal(run.status, 2);
  t.equal(run.stdout, "d.yaml: valid\n");
  const lines = run.stderr.trimEnd().split("\n");
  const expected = [
    /^podgraft: error: a\.yaml:3:1: preset: "esk" is not one of .*did you mean "eks"\?$/,
    /^podgraft: error: a\.yaml:6:5: providers\.aws\.awsDefaultRegoin: unknown key .*did you mean "awsDefaultRegion"\?$/,
    /^podgraft: error: a\.yaml:7:5: providers\.aws\.tokenExpiration: expected an integer, got "3600"$/,
    /^podgraft: error: a\.yaml:9:11: environments\.prod\.rendr: unknown key .*did you mean "render"\?$/,
    /^podgraft: error: b\.yaml:.*providers\.azure\.azureTenantId: is required.*\(with environment prod\)$/,
    /^podgraft: error: c\.yaml:.*\d/,
    /^podgraft: error: e\.yaml: cannot be read/,
  ];
  t.equal(lines.length, expected.length);
  expected.forEach((pattern, index) => t.match(lines[index], pattern));
});

t.test("--set counts, an unknown environment does not pass, nothing to check is an error", async (t) => {
  const cwd = t.testdir({ "podgraft.yaml": head });
  const cases: readonly (readonly [string[], RegExp])[] = [
    [["--set", "admission.mode=enforced"], /--set admission\.mode=enforced: .*did you mean "enforce"\?/],
    [["--environment", "prod"], /unknown environment "prod"/],
    [["--config", "podgraft.yaml"], /unknown option --config/],
  ];
  for (const [more, stderr] of cases) {
    t.match(await runPodgraft(["config", "validate", ...more], { cwd }), { status: 2, stdout: /^$/, stderr });
  }
  const empty = await runPodgraft(["config", "validate"], { cwd: "/" });
  t.match(empty, { status: 2, stdout: /^$/, stderr: /there is no podgraft\.yaml here or above/ });
});
