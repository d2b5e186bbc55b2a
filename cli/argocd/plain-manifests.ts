import { readdirSync } from "node:fs";
import { join } from "node:path";
import { manifestName } from "../files.ts";

/**
 * The manifests of a folder as Argo CD takes them: `.yaml`, `.yml` and `.json` in the order of their names, of folders in it only with
 * `recurse`; hidden ones are left out, and so is Podgraft's own configuration, which is nothing for a cluster.
 */
export function plainManifests(folder: string, recurse: boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  // By code unit, so that the order is the same under every locale.
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return recurse ? plainManifests(path, recurse) : [];
    return manifestName.test(entry.name) && entry.name !== "podgraft.yaml" ? [path] : [];
  });
}
