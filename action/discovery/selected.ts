import { create } from "@actions/glob";
import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isWithin } from "../inputs/within.ts";
import type { Tree } from "./tree.ts";

/** A path that the input `path` names; `literal` where it stands there letter by letter. */
export type Selected = { readonly path: string; readonly isFolder: boolean; readonly literal: boolean };

/**
 * The files and folders that patterns name in a tree, a line each: paths, globs, and `!` before those that are not meant. Nothing outside of
 * the tree is named. Throws PodgraftError `usage.invalid` for a path without wildcards that is not there.
 */
export async function selectPaths(patterns: readonly string[], { root, folder }: Tree): Promise<Selected[]> {
  if (patterns.length === 0) return [];
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
  return sorted.map((path) => ({ path, isFolder: statSync(path).isDirectory(), literal: literal.has(path) }));
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
