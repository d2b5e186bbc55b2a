import { existsSync, lstatSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isFolder } from "../../cli/files.ts";
import { isWithin } from "../inputs/within.ts";
import { matching } from "./matching.ts";
import type { Tree } from "./tree.ts";

/** A path that the input `path` names; `literal` where it stands there letter by letter. */
export type Selected = { readonly path: string; readonly isFolder: boolean; readonly literal: boolean };

/** What patterns name and what they take away, both absolute, and the links to folders outside that were left out. */
export type Selection = {
  readonly selected: readonly Selected[];
  readonly excluded: ReadonlySet<string>;
  readonly left: readonly string[];
};

/**
 * The files and folders that patterns name in a tree, a line each: paths, globs, and `!` before those that are not meant. No folder outside of
 * the tree is named. Throws PodgraftError `usage.invalid` for a path without wildcards that is not there.
 */
export async function selectPaths(patterns: readonly string[], tree: Tree): Promise<Selection> {
  const { root, folder, bounds } = tree;
  const excluded = await matching(
    patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
    tree,
    { implicitDescendants: true, matchDirectories: true },
  );
  const literal = new Set(patterns.filter((pattern) => !/[*?[!]/.test(pattern)).map((path) => resolve(folder, path)));
  for (const path of literal) refuseAbsent(path, folder);
  const included = patterns.filter((pattern) => !pattern.startsWith("!"));
  const found = (await matching(included, tree, { implicitDescendants: false, matchDirectories: true })).filter(
    (path) => !excluded.includes(path) && !relative(root, path).split(sep).includes(".git"),
  );
  // By code unit, so that the order is the same under every locale.
  const sorted = [...new Set(found)].sort((left, right) => (left < right ? -1 : 1));
  const leadsOut = (path: string): boolean =>
    lstatSync(path).isSymbolicLink() && isFolder(path) && !bounds.some((one) => isWithin(one, realpathSync(path)));
  const left = sorted.filter(leadsOut);
  return {
    // A link to nothing is a file, for whoever reads it to complain of.
    selected: sorted
      .filter((path) => !left.includes(path))
      .map((path) => ({ path, isFolder: isFolder(path), literal: literal.has(path) })),
    excluded: new Set(excluded),
    left: left.map((path) => relative(folder, path)),
  };
}

function refuseAbsent(path: string, folder: string): void {
  if (existsSync(path)) return;
  throw new PodgraftError(
    "usage.invalid",
    `input path: ${JSON.stringify(relative(folder, path))}: no such file or folder`,
  );
}
