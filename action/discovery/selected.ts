import { create } from "@actions/glob";
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isWithin } from "../inputs/within.ts";
import type { Tree } from "./tree.ts";

/** A path that the input `path` names; `literal` where it stands there letter by letter. */
export type Selected = { readonly path: string; readonly isFolder: boolean; readonly literal: boolean };

/** What patterns name, and the links to folders outside that were left out. */
export type Selection = { readonly selected: readonly Selected[]; readonly left: readonly string[] };

/**
 * The files and folders that patterns name in a tree, a line each: paths, globs, and `!` before those that are not meant. No folder outside of
 * the tree is named. Throws PodgraftError `usage.invalid` for a path without wildcards that is not there.
 */
export async function selectPaths(patterns: readonly string[], tree: Tree): Promise<Selection> {
  const { root, folder, bounds } = tree;
  if (patterns.length === 0) return { selected: [], left: [] };
  const literal = new Set(patterns.filter((pattern) => !/[*?[!]/.test(pattern)).map((path) => resolve(folder, path)));
  for (const path of literal) refuseAbsent(path, folder);
  const globber = await create(patterns.map((pattern) => absolute(pattern, folder)).join("\n"), {
    followSymbolicLinks: false,
    implicitDescendants: false,
    matchDirectories: true,
  });
  const found = (await globber.glob()).filter(
    (path) => isWithin(root, path) && !relative(root, path).split("/").includes(".git"),
  );
  // By code unit, so that the order is the same under every locale.
  const sorted = [...new Set(found)].sort((left, right) => (left < right ? -1 : 1));
  const leadsOut = (path: string): boolean =>
    lstatSync(path).isSymbolicLink() && isFolder(path) && !bounds.some((one) => isWithin(one, realpathSync(path)));
  const left = sorted.filter(leadsOut);
  return {
    selected: sorted
      .filter((path) => !left.includes(path))
      .map((path) => ({ path, isFolder: isFolder(path), literal: literal.has(path) })),
    left: left.map((path) => relative(folder, path)),
  };
}

/** A link to nothing is a file, for whoever reads it to complain of. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function refuseAbsent(path: string, folder: string): void {
  if (existsSync(path)) return;
  throw new PodgraftError(
    "usage.invalid",
    `input path: ${JSON.stringify(relative(folder, path))}: no such file or folder`,
  );
}

function absolute(pattern: string, folder: string): string {
  const [sign, path] = pattern.startsWith("!") ? ["!", pattern.slice(1)] : ["", pattern];
  return `${sign}${escaped(folder)}/${path.replace(/^(?:\.\/)+/, "")}`.replace(/\/\.?$/, "");
}

/** The folder stands for itself, whatever it is called. */
function escaped(folder: string): string {
  return folder.replace(/[[*?]/g, "[$&]");
}
