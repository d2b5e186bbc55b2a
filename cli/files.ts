import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PodgraftError } from "../engine/errors.ts";

const manifestName = /\.(?:ya?ml|json)$/;

/**
 * The manifests that an operand names: the file itself, or all `.yaml`, `.yml` and `.json` files of a folder and its folders, hidden ones
 * left out, in the order of their names. Throws PodgraftError `input.unreadable`.
 */
export function manifestFiles(operand: string): string[] {
  try {
    return statSync(operand).isDirectory() ? filesBelow(operand) : [operand];
  } catch (cause) {
    throw new PodgraftError(
      "input.unreadable",
      `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { file: operand },
      { cause },
    );
  }
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  // By code unit, so that the order is the same under every locale.
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return manifestName.test(entry.name) ? [path] : [];
  });
}
