import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { PodgraftError } from "../engine/errors.ts";

/** The names of files that may be manifests. */
export const manifestName: RegExp = /\.(?:ya?ml|json)$/;

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

/** Whether a path leads to a folder; what is not there is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A folder and all that it lies in, absolute, the nearest first. */
export function foldersUpward(from: string): string[] {
  const folder = resolve(from);
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpward(parent)];
}

/** The nearest folder upward that git checked something out into; undefined outside of any. */
export function checkoutOf(from: string): string | undefined {
  return foldersUpward(from).find((folder) => existsSync(join(folder, ".git")));
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
