import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageHelm4 } from "../scripts/lib/helm4-package.ts";
import { findHelm3, findHelm4 } from "../scripts/tools/real-tools.ts";
import type { Figures } from "./main.ts";
import { deploymentStream } from "./stream.ts";

const command = fileURLToPath(new URL("../bundle/cli/main.js", import.meta.url));
const compiled = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const rounds = 15;

/**
 * What Podgraft adds to a run of another tool, in milliseconds of waiting: a chart of 30 documents (15 of them Deployments that all get an
 * identity) by `helm template`, as post-renderer, by pipe and by wrapper, against `helm template | cat`; and `kustomize build | podgraft inject -`
 * of the same documents against the bare build. Medians of rounds in turn. Tools that are not found have no figures.
 */
export async function benchPipe(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-bench-"));
  try {
    prepareFiles(folder);
    return { ...againstHelm3(folder), ...(await againstHelm4(folder)), ...againstKustomize(folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepareFiles(folder: string): void {
  const documents = deploymentStream(15);
  mkdirSync(join(folder, "chart/templates"), { recursive: true });
  mkdirSync(join(folder, "base"));
  const files = {
    "podgraft.yaml":
      "apiVersion: podgraft.dev/v1alpha1\nkind: Config\nproviders:\n  aws: {awsDefaultRegion: eu-west-1}\n",
    "chart/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n",
    "chart/templates/shop.yaml": documents,
    "base/kustomization.yaml": "resources: [shop.yaml]\n",
    "base/shop.yaml": documents,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function againstHelm3(folder: string): Figures {
  const { path, reason } = findHelm3();
  if (path === undefined) return told(`Helm 3: ${reason}`);
  const renderer = `--post-renderer node --post-renderer-args ${command} --post-renderer-args helm-post-render`;
  return againstHelm("helm3", path, renderer, folder);
}

async function againstHelm4(folder: string): Promise<Figures> {
  const { path, reason } = findHelm4();
  if (path === undefined) return told(`Helm 4: ${reason}`);
  await packageHelm4({ root, compiled, folder: join(folder, "plugins/podgraft"), archives: folder });
  return againstHelm("helm4", path, "--post-renderer podgraft", folder);
}

function againstHelm(name: string, helm: string, renderer: string, folder: string): Figures {
  const plain = `${helm} template r chart`;
  const [bare = 0, rendered = 0, piped = 0, wrapped = 0] = medians(folder, [
    `${plain} | cat`,
    `${plain} ${renderer} | cat`,
    `${plain} | node ${command} inject -q - | cat`,
    `node ${command} helm -q --helm-command ${helm} template r chart | cat`,
  ]);
  return {
    [`${name}Ms`]: Math.round(bare),
    [`${name}PostRenderMoreMs`]: Math.round(rendered - bare),
    [`${name}PipeMoreMs`]: Math.round(piped - bare),
    [`${name}WrapperMoreMs`]: Math.round(wrapped - bare),
  };
}

function againstKustomize(folder: string): Figures {
  const kustomize = join(homedir(), ".cache/podgraft/bin/kustomize");
  if (!existsSync(kustomize)) return told(`kustomize: there is no ${kustomize}`);
  const plain = `${kustomize} build base`;
  const [bare = 0, piped = 0] = medians(folder, [`${plain} | cat`, `${plain} | node ${command} inject -q - | cat`]);
  return { kustomizeMs: Math.round(bare), kustomizePipeMoreMs: Math.round(piped - bare) };
}

function told(message: string): Figures {
  console.log(`skipped: ${message}`);
  return {};
}

/** The median time of each line of shell, in milliseconds. The lines take turns, so that a busy moment meets all of them. */
function medians(folder: string, lines: readonly string[]): number[] {
  const times = lines.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, line] of lines.entries()) {
      const time = timed(folder, line);
      // The first round fills the caches of the system.
      if (round > 0) times[index]?.push(time);
    }
  }
  return times.map((all) => all.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0);
}

function timed(folder: string, line: string): number {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    HELM_PLUGINS: join(folder, "plugins"),
    PODGRAFT_CONFIG: join(folder, "podgraft.yaml"),
  };
  const start = performance.now();
  execFileSync("bash", ["-o", "pipefail", "-c", line], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - start;
}
