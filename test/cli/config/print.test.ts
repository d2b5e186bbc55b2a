import t from "tap";
import { parse } from "yaml";
import { configDigest } from "../../../engine/config/digest.ts";
import { resolveConfig } from "../../../engine/config/resolve.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { runPodgraft } from "../run-podgraft.ts";

const head = "apiVersion: podgraft.dev/v1alpha1\nkind: Config\n";
const files = {
  base: { "podgraft.yaml": `${head}preset: eks\nproviders:\n  aws:\n    awsDefaultRegion: eu-west-1\n` },
  "podgraft.yaml": `${head}extends: base/podgraft.yaml
providers:
  gcp: {}
identities:
  - match: { namespace: "shop-*" }
    annotations: { "a b": "#\\u2028: " }
environments:
  prod:
    providers:
      aws: { tokenExpiration: 3600 }
`,
};
const args = ["--environment", "prod", "--set", "admission.mode=enforce"];

t.test("each setting with its source", async (t) => {
  const cwd = t.testdir(files);
  const { status, stdout, stderr } = await runPodgraft(["config", "print", ...args], { cwd });
  t.match({ status, stderr }, { status: 0, stderr: /^$/ });
  for (const [key, value, source] of [
    ["preset", '"eks"', "base/podgraft.yaml:3"],
    ["providers.aws.awsDefaultRegion", '"eu-west-1"', "base/podgraft.yaml:6"],
    ["providers.aws.stsRegionalEndpoint", "true", "preset eks"],
    ["providers.aws.tokenExpiration", "3600", "podgraft.yaml:12 (environment prod)"],
    ["providers.gcp.tokenExpiration", '"24h"', "default"],
    ["admission.mode", '"enforce"', "--set admission.mode=enforce"],
  ] as const) {
    const line = stdout.split("\n").find((candidate) => candidate.startsWith(`${key} = `));
    t.ok(
      line?.startsWith(`${key} = ${value} `) === true && line.endsWith(`  ${source}`),
      `${key}: ${line ?? "no line"}`,
    );
  }
  t.match(stdout, /^configuration {2}[0-9a-f]{64} {2}podgraft\.yaml$/m);
  t.match(stdout, `module         ${loadRuleModule().digest}\n`);
});

t.test("as YAML: a configuration of the same digest, whatever is switched on", async (t) => {
  const cwd = t.testdir(files);
  for (const more of [[], args, ["--set", "providers.gcp.profile=next", "--set", "providers.aws=null"]]) {
    const { status, stdout } = await runPodgraft(["config", "print", "--format", "yaml", ...more], { cwd });
    t.equal(status, 0);
    const { stdout: json } = await runPodgraft(["config", "print", "--format", "json", ...more], { cwd });
    const digest = configDigest(resolveConfig({ value: readYaml(stdout).value }));
    t.match(JSON.parse(json), { digests: { configuration: digest } }, more.join(" "));
    t.same(parse(stdout), readYaml(stdout).value, "another reader of YAML agrees");
  }
});

t.test("as JSON, some keys only", async (t) => {
  const cwd = t.testdir(files);
  const run = await runPodgraft(
    ["config", "print", "--format=json", ...args, "providers.aws.tokenExpiration", "admission"],
    { cwd },
  );
  t.match(run, { status: 0, stderr: /^$/ });
  t.match(JSON.parse(run.stdout), {
    file: "podgraft.yaml",
    environment: "prod",
    digests: { configuration: /^[0-9a-f]{64}$/, module: /^[0-9a-f]{64}$/ },
  });
  const values = (JSON.parse(run.stdout) as { values: { key: string; source: unknown }[] }).values;
  t.same(
    values.map(({ key }) => key),
    ["providers.aws.tokenExpiration", "admission.mode", "admission.lookupFailure", "admission.failure"],
  );
  t.same(values[0]?.source, {
    kind: "environment",
    text: "podgraft.yaml:12 (environment prod)",
    file: "podgraft.yaml",
    line: 12,
    column: 14,
  });
});

t.test("without a file everything is a default", async (t) => {
  const { stdout } = await runPodgraft(["config", "print"], { cwd: t.testdir({}), env: { PODGRAFT_CONFIG: "" } });
  const sources = stdout.trimEnd().split("\n").slice(3);
  t.ok(sources.length > 5);
  t.same(
    sources.filter((line) => !line.endsWith("  default")),
    [],
  );
});

t.test("bad calls", async (t) => {
  const cwd = t.testdir({ ...files, "bad.yaml": `${head}provider: {}\n` });
  const cases: readonly (readonly [string[], RegExp])[] = [
    [["--format", "xml"], /--format "xml": expected text, json or yaml/],
    [["providers.gpc"], /no setting "providers.gpc" in this configuration; did you mean providers.gcp\?/],
    [["constructor"], /no setting "constructor"/],
    [["provider"], /no setting "provider" in this configuration; did you mean providers\?/],
    [["--config", "bad.yaml"], /bad.yaml:3:1: provider: unknown key "provider"; did you mean "providers"\?/],
    [["--config", "none.yaml"], /none.yaml: cannot be read/],
  ];
  for (const [more, stderr] of cases) {
    t.match(
      await runPodgraft(["config", "print", ...more], { cwd }),
      { status: 2, stdout: /^$/, stderr },
      more.join(" "),
    );
  }
});
