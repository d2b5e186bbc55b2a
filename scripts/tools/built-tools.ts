import { createHash } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, type ToolSearch } from "./real-tools.ts";

/** The tools that scripts/tools/build-tools.sh builds. */
export type BuiltTool = "etcd" | "helm3" | "helm4" | "kube-apiserver" | "kube-controller-manager" | "kustomize";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What a build depends on; build-tools.sh takes the same files in the same order. */
const sources = ["test/tools/go.mod", "test/tools/go.sum", "scripts/tools/build-tools.sh"];

/** A tool that was built from the versions in test/tools/go.mod; one that was built from others is not found. */
export function findBuiltTool(name: BuiltTool): ToolSearch {
  const path = join(cacheFolder(), "built", name);
  if (!isExecutable(path)) return { reason: `${name} is not built; scripts/tools/build-tools.sh builds it with Go` };
  if (builtFrom(path) !== sourcesDigest()) {
    return { reason: `${path} was built from other versions; scripts/tools/build-tools.sh builds it anew` };
  }
  return { path };
}

function builtFrom(path: string): string | undefined {
  try {
    return readFileSync(`${path}.stamp`, "utf8").split(" ")[0];
  } catch {
    return undefined;
  }
}

function sourcesDigest(): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(readFileSync(join(root, source)));
  return hash.digest("hex");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
