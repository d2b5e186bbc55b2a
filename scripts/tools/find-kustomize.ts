import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { findBuiltTool } from "./built-tools.ts";
import type { ToolSearch } from "./real-tools.ts";

/** A kustomize of its own, which unlike kubectl's runs exec functions: the one of test/tools/go.mod, else what is on the PATH. */
export function findKustomize(): ToolSearch {
  const built = findBuiltTool("kustomize");
  if (built.path !== undefined) return built;
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "kustomize"))
    .find(isExecutable);
  return path === undefined ? { reason: `${built.reason}; there is none on the PATH either` } : { path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
