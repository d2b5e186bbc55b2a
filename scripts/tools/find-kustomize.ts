import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder, type ToolSearch } from "./real-tools.ts";

/** A kustomize of its own, which unlike kubectl's runs exec functions: in the cache's bin folder, else on the PATH. */
export function findKustomize(): ToolSearch {
  const folders = [join(cacheFolder(), "bin"), ...(process.env.PATH ?? "").split(delimiter)];
  const path = folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "kustomize"))
    .find(isExecutable);
  return path === undefined ? { reason: "there is no kustomize in the cache's bin folder or on the PATH" } : { path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
