import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { configSchema } from "../../../engine/config/generated/schema.ts";
import { resolveConfig } from "../../../engine/config/resolve.ts";
import { providers } from "../../../engine/decision.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { runPodgraft } from "../run-podgraft.ts";

const presets = configSchema.properties?.preset?.enum ?? [];

t.test("whatever is asked for, the file is valid and says what to replace", async (t) => {
  const cwd = t.testdir({});
  t.ok(presets.length > 5);
  const calls = [
    [],
    ...presets.map((preset) => ["--preset", preset]),
    ...providers.map((provider) => ["--provider", provider]),
    providers.flatMap((provider) => ["--provider", provider]),
  ];
  for (const args of calls) {
    const run = await runPodgraft(["config", "init", "--output", "-", ...args], { cwd });
    t.equal(run.status, 0, args.join(" "));
    const config = resolveConfig({ value: readYaml(run.stdout).value });
    const on = Object.keys(config.providers);
    t.equal(on.length, args.length === 0 ? 0 : args.length / 2, `${args.join(" ")}: ${on.join(" ")}`);
    t.equal(run.stderr.includes("providers.azure.azureTenantId"), on.includes("azure"));
    t.equal(run.stderr.includes("providers.alibaba.accountUid"), on.includes("alibaba"));
    t.match(run.stdout, "# environments:\n#   prod:\n");
  }
});

t.test("every comment with a setting is a setting: what is commented out can be switched on", async (t) => {
  const cwd = t.testdir({});
  const { stdout } = await runPodgraft(["config", "init", "-o", "-", "--provider", "gcp"], { cwd });
  const settings = stdout.split("\n").filter((line) => !/^ *# .*(?:\.|print)$/.test(line));
  const live = settings.map((line) => line.replace(/^( *)# /, "$1")).join("\n");
  const config = resolveConfig({ value: readYaml(live).value, environment: "prod" });
  t.match(config, {
    admission: { mode: "enforce" },
    context: { files: ["cluster/serviceaccounts.yaml"] },
    identities: [{ match: { namespace: "shop" } }],
    providers: { gcp: { profile: "0.7.0" } },
  });
});

t.test("a file that is there is kept, but for --force", async (t) => {
  const cwd = t.testdir({ "podgraft.yaml": "mine", folder: {} });
  const refused = await runPodgraft(["config", "init"], { cwd });
  t.match(refused, { status: 2, stdout: /^$/, stderr: /podgraft\.yaml: is there already; .*--force/ });
  t.equal(readFileSync(join(cwd, "podgraft.yaml"), "utf8"), "mine");
  const forced = await runPodgraft(["config", "init", "--force", "--preset", "eks"], { cwd });
  t.match(forced, { status: 0, stdout: /^$/, stderr: /^podgraft\.yaml: written\n$/ });
  t.match(await runPodgraft(["config", "validate"], { cwd }), { status: 0 });
  chmodSync(join(cwd, "folder"), 0o755);
  t.match(await runPodgraft(["config", "init", "-o", "folder/x/y.yaml"], { cwd }), {
    status: 3,
    stderr: /folder\/x\/y\.yaml: cannot be written: ENOENT/,
  });
});

t.test("bad calls", async (t) => {
  const cwd = t.testdir({});
  const cases: readonly (readonly [string[], RegExp])[] = [
    [["--preset", "gke"], /--preset "gke": expected one of eks, /],
    [["--provider", "toString"], /--provider "toString": expected one of aws, azure, gcp, alibaba/],
    [["podgraft.yaml"], /podgraft\.yaml: init takes no operands/],
  ];
  for (const [args, stderr] of cases) {
    t.match(await runPodgraft(["config", "init", ...args], { cwd }), { status: 2, stdout: /^$/, stderr });
  }
});
