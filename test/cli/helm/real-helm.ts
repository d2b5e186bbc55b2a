import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findHelm3, findHelm4, type ToolSearch } from "../../../scripts/tools/real-tools.ts";
import { runPodgraft, type Run } from "../run-podgraft.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The charts of these tests, beside the configuration that they are rendered with. */
export const charts: string = join(root, "test/fixtures/charts");

/** The compiled program. */
export const program: string = fileURLToPath(new URL("../../../cli/main.js", import.meta.url));

/** A Helm for these tests, or why there is none here. */
export type HelmSearch = { readonly name: "Helm 3" | "Helm 4"; readonly found: ToolSearch };

export const helms: readonly HelmSearch[] = [
  { name: "Helm 3", found: findHelm3() },
  { name: "Helm 4", found: findHelm4() },
];

/** A Helm whose caches, plugins and clusters are not the user's. */
export type Helm = {
  readonly path: string;
  readonly env: { readonly [name: string]: string };
  /** Runs Helm itself among the charts. */
  readonly run: (args: readonly string[], env?: { readonly [name: string]: string }) => Promise<Run>;
  /** Runs `podgraft helm` with it. */
  readonly wrapped: (args: readonly string[], env?: { readonly [name: string]: string }) => Promise<Run>;
};

/** Prepares a Helm in a folder of its own; `kubeconfig` is the text of one. */
export function prepareHelm(path: string, folder: string, kubeconfig = "{}"): Helm {
  const data = mkdtempSync(join(folder, "helm-"));
  mkdirSync(join(data, "plugins"));
  writeFileSync(join(data, "kubeconfig"), kubeconfig);
  const env = {
    HELM_CACHE_HOME: join(data, "cache"),
    HELM_CONFIG_HOME: join(data, "config"),
    HELM_DATA_HOME: data,
    HELM_PLUGINS: join(data, "plugins"),
    KUBECONFIG: join(data, "kubeconfig"),
    PODGRAFT_CONFIG: join(charts, "podgraft.yaml"),
    HOME: data,
    TMPDIR: tmpdir(),
  };
  return {
    path,
    env,
    run: (args, more = {}) => runProgram(path, args, { ...env, ...more }),
    wrapped: (args, more = {}) =>
      runPodgraft(["helm", "--helm-command", path, ...args], { cwd: charts, env: { ...env, ...more } }),
  };
}

function runProgram(path: string, args: readonly string[], env: { readonly [name: string]: string }): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: charts, env: { PATH: process.env.PATH, ...env }, maxBuffer: 256 * 1024 * 1024 };
    const child = execFile(path, [...args], options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr });
    });
  });
}

/** The flags that make this program the post-renderer of Helm 3, or, for Helm 4, the plugin of that name. */
export function postRenderer(name: HelmSearch["name"], args: readonly string[]): string[] {
  const [renderer, own] =
    name === "Helm 3" ? [process.execPath, [program, "helm-post-render", ...args]] : ["podgraft", args];
  return ["--post-renderer", renderer, ...own.flatMap((argument) => ["--post-renderer-args", argument])];
}

/** A plugin of Helm 4 that runs the compiled program, not a bundle of it; or another command. */
export function addPlugin(
  { env }: Helm,
  name = "podgraft",
  command: { readonly command: string; readonly args: readonly string[] } = {
    command: "node",
    args: [program, "helm-post-render"],
  },
): void {
  const folder = join(env.HELM_PLUGINS ?? "", name);
  mkdirSync(folder);
  const plugin = {
    apiVersion: "v1",
    type: "postrenderer/v1",
    name,
    version: "0.0.0",
    runtime: "subprocess",
    runtimeConfig: { platformCommand: [command] },
  };
  writeFileSync(join(folder, "plugin.yaml"), JSON.stringify(plugin));
}
