import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { createChain } from "../engine/chain/chain.ts";
import { resolveConfig } from "../engine/config/resolve.ts";
import { ruleSettings } from "../engine/config/rule-settings.ts";
import { collectKnownObjects } from "../engine/context/known-objects.ts";
import type { Rules } from "../engine/document/decide-document.ts";
import { member, parseJson } from "../engine/json.ts";
import { builtInTable, podKinds } from "../engine/locate/table.ts";
import { loadRuleModule } from "../engine/wasm/load.ts";
import { injectSource } from "../renderer/inject/inject.ts";
import { objectsIn, splitSource } from "../renderer/inject/sources.ts";
import type { Figures } from "./main.ts";
import { servedPod } from "./served-pod.ts";
import { deploymentStream, podlessStream } from "./stream.ts";

const command = fileURLToPath(new URL("../bundle/cli/main.js", import.meta.url));
const megabyte = 1_000_000;

/**
 * Rendering: text in, text out, AWS injected into every Deployment.
 * `renderVsParse` our whole pipeline against `yaml`'s parseAllDocuments + toJS of the same stream; `renderExponent` growth of the command's CPU
 * time from 1,000 to 10,000 Deployments; `renderListExponent` the same for one JSON List on a single line; `renderPeakOverInput` peak memory beyond 120 MB in multiples of the input; `passThroughMBs` documents
 * without Pods; `coldStartVsNode` one small file against `node -e 0`; `renderVsYq` and `renderVsKustomize` CPU time of the whole command
 * against yq adding the same lines and `kustomize build`, where these tools are found.
 */
export function benchRender(): Figures {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-bench-"));
  try {
    writeFileSync(
      join(folder, "podgraft.yaml"),
      "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders:\n  aws: {awsDefaultRegion: eu-west-1}\n",
    );
    return {
      ...againstParse(),
      ...oneDocument(),
      passThroughMBs: passThrough(),
      ...growth(folder),
      coldStartVsNode: coldStart(folder),
      ...againstTools(folder),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rules(): Rules {
  const config = resolveConfig({
    value: {
      apiVersion: "podgraft.dev/v1alpha1",
      kind: "Config",
      providers: { aws: { awsDefaultRegion: "eu-west-1" } },
    },
  });
  return { module: loadRuleModule(), config, chain: createChain(["aws"], ruleSettings(config)), table: builtInTable() };
}

function render(text: string, configured: Rules): string {
  const source = splitSource({ name: "bench", text }, podKinds(configured.table));
  return injectSource(
    source,
    configured,
    collectKnownObjects(objectsIn([source], configured.table), null),
    () => undefined,
  ).text;
}

function againstParse(): Figures {
  const text = deploymentStream(1_000);
  const configured = rules();
  const parse = (): void => {
    for (const document of parseAllDocuments(text)) document.toJS();
  };
  const [ours, theirs] = alternate([() => render(text, configured), parse], 7);
  return {
    renderMs: rounded(ours ?? 0),
    parseMs: rounded(theirs ?? 0),
    renderVsParse: rounded((ours ?? 0) / (theirs ?? 1)),
  };
}

/** Growth for one document, a JSON List on a single line, from 250 to 1,000 Pods. */
function oneDocument(): Figures {
  const configured = rules();
  const lists = [250, 1_000].map((count) => {
    const items = Array.from({ length: count }, () => servedPod("orders-0"));
    const text = deploymentStream(1) + "---\n" + JSON.stringify({ apiVersion: "v1", kind: "List", items });
    return (): unknown => render(text, configured);
  });
  const [small = 1, large = 1] = alternate(lists, 3);
  return { renderListExponent: rounded(Math.log(large / small) / Math.log(4)) };
}

function passThrough(): number {
  const text = podlessStream(40_000);
  const configured = rules();
  const [milliseconds] = alternate([() => render(text, configured)], 5);
  return rounded(text.length / megabyte / ((milliseconds ?? 1) / 1_000));
}

function growth(folder: string): Figures {
  const points = [1_000, 10_000].map((count) => {
    const file = join(folder, `${count}.yaml`);
    const text = deploymentStream(count);
    writeFileSync(file, text);
    const runs = [1, 2, 3].map(() => runCommand(folder, file)).sort((left, right) => left.cpuMs - right.cpuMs);
    return {
      count,
      bytes: text.length,
      cpuMs: runs[1]?.cpuMs ?? 0,
      peak: Math.max(...runs.map(({ peakBytes }) => peakBytes)),
    };
  });
  const [small, large] = points;
  if (small === undefined || large === undefined) return {};
  return {
    renderCpuMs1000: rounded(small.cpuMs),
    renderCpuMs10000: rounded(large.cpuMs),
    renderExponent: rounded(Math.log(large.cpuMs / small.cpuMs) / Math.log(large.count / small.count)),
    renderPeakMB: rounded(large.peak / megabyte),
    renderPeakOverInput: rounded((large.peak - 120 * megabyte) / large.bytes),
  };
}

/** Runs the command over a file; the child reports its own CPU time and peak memory when it ends. */
function runCommand(folder: string, file: string): { cpuMs: number; peakBytes: number } {
  const script = `process.on("exit", () => { const u = process.resourceUsage(); require("fs").writeSync(2, "USAGE " + JSON.stringify(u)); }); process.argv.splice(1, 0, ${JSON.stringify(command)}); import(${JSON.stringify(command)});`;
  const output = openSync(join(folder, "out.yaml"), "w");
  const { stderr, status } = spawnSync(process.execPath, ["-e", script, "--", "inject", "--quiet", file], {
    cwd: folder,
    stdio: ["ignore", output, "pipe"],
    encoding: "utf8",
  });
  closeSync(output);
  const usage = parseJson(/USAGE (.*)$/s.exec(stderr)?.[1] ?? "{}");
  if (status !== 0) throw new Error(`the command failed: ${stderr}`);
  const number = (name: string): number => Number(member(usage, name));
  return { cpuMs: (number("userCPUTime") + number("systemCPUTime")) / 1_000, peakBytes: number("maxRSS") * 1_024 };
}

function coldStart(folder: string): number {
  const file = join(folder, "small.yaml");
  writeFileSync(file, deploymentStream(1));
  const run =
    (...argv: readonly string[]) =>
    (): unknown =>
      spawnSync(process.execPath, argv, { cwd: folder, stdio: "ignore" });
  const [ours, bare] = alternate([run(command, "inject", "--quiet", file), run("-e", "0")], 21);
  return rounded((ours ?? 0) / (bare ?? 1));
}

/** The same lines added by yq, and a build of the same objects by kustomize: CPU time of whole processes over 1,000 Deployments. */
function againstTools(folder: string): Figures {
  const file = join(folder, "1000.yaml");
  const figures: { [name: string]: number } = {};
  const ours = cpuOf(process.execPath, [command, "inject", "--quiet", file], folder);
  const yq = findTool("yq");
  if (yq === undefined) console.log("skipped: renderVsYq (no yq in the cache or on PATH)");
  else {
    writeFileSync(join(folder, "patch.yq"), yqPatch);
    figures.renderVsYq = rounded(ours / cpuOf(yq, ["--from-file", join(folder, "patch.yq"), file], folder));
  }
  const kustomize = findTool("kustomize");
  if (kustomize === undefined) console.log("skipped: renderVsKustomize (no kustomize in the cache or on PATH)");
  else {
    writeFileSync(join(folder, "kustomization.yaml"), "resources: [1000.yaml]\n");
    figures.renderVsKustomize = rounded(ours / cpuOf(kustomize, ["build", folder], folder));
  }
  return figures;
}

const yqPatch = `(select(.kind == "Deployment") | .spec.template.spec.containers[].env) += [{"name": "AWS_DEFAULT_REGION", "value": "eu-west-1"}, {"name": "AWS_REGION", "value": "eu-west-1"}, {"name": "AWS_ROLE_ARN", "value": "arn:aws:iam::111122223333:role/orders"}, {"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": "/var/run/secrets/eks.amazonaws.com/serviceaccount/token"}] |
(select(.kind == "Deployment") | .spec.template.spec.containers[].volumeMounts) += [{"name": "aws-iam-token", "readOnly": true, "mountPath": "/var/run/secrets/eks.amazonaws.com/serviceaccount"}] |
(select(.kind == "Deployment") | .spec.template.spec.volumes) |= [{"name": "aws-iam-token", "projected": {"sources": [{"serviceAccountToken": {"audience": "sts.amazonaws.com", "expirationSeconds": 86400, "path": "token"}}]}}] + .
`;

/** CPU milliseconds of a child process, the median of three runs, by what this process's children have used. */
function cpuOf(tool: string, argv: readonly string[], folder: string): number {
  const runs = [1, 2, 3].map(() => {
    const script = `const { spawnSync } = require("child_process"); const out = require("fs").openSync(process.argv[1], "w"); const r = spawnSync(process.argv[2], process.argv.slice(3), { stdio: ["ignore", out, "inherit"] }); process.exit(r.status ?? 1);`;
    const before = childTimes();
    const { status, stderr } = spawnSync(process.execPath, ["-e", script, join(folder, "tool.out"), tool, ...argv], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
    return childTimes() - before - starter(folder);
  });
  return Math.max(1, runs.sort((left, right) => left - right)[1] ?? 1);
}

let starterMs: number | undefined;

/** What the small Node process around a measured tool costs by itself. */
function starter(folder: string): number {
  if (starterMs === undefined) {
    const before = childTimes();
    for (let run = 0; run < 5; run++)
      spawnSync(process.execPath, ["-e", "require('child_process').spawnSync('true')"], { cwd: folder });
    starterMs = (childTimes() - before) / 5;
  }
  return starterMs;
}

/** CPU milliseconds of all children that have ended, from /proc. */
function childTimes(): number {
  const fields =
    execFileSync("cat", [`/proc/${process.pid}/stat`], { encoding: "utf8" })
      .split(") ")[1]
      ?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function findTool(name: string): string | undefined {
  const cache = process.env.PODGRAFT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "podgraft");
  const folders = [join(cache, "bin"), ...(process.env.PATH ?? "").split(":")];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Median milliseconds of each task, run in turn so that all meet the same machine. */
function alternate(tasks: readonly (() => unknown)[], rounds: number): number[] {
  const times = tasks.map((): number[] => []);
  for (let round = 0; round < rounds + 2; round++) {
    for (const [index, task] of tasks.entries()) {
      const started = performance.now();
      task();
      if (round >= 2) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((list) => list.sort((left, right) => left - right)[Math.floor(list.length / 2)] ?? 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
