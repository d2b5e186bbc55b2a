import { lstatSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { PodgraftError } from "../../engine/errors.ts";
import type { Tree } from "../discovery/tree.ts";
import type { Rendered, RenderedTree } from "../rendering/side.ts";
import type { Fault } from "../review.ts";

/** An error as the review has it: shown on its file where the head has that, else with its place before it. */
export function describeFault(
  { code, message, location }: PodgraftError,
  unit: Rendered,
  { tree }: RenderedTree,
): Fault {
  const { line, column, path } = location;
  const file = location.file === undefined ? undefined : fromRoot(location.file, tree);
  // What helm and kustomize print is in no file.
  const isShown =
    file !== undefined && !tree.isBase && lstatSync(join(tree.root, file), { throwIfNoEntry: false }) !== undefined;
  const shown = file === undefined || isShown ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  return {
    code,
    message: `${shown}${path === undefined ? "" : `${path}: `}${message}`,
    unit: unit.name,
    place: isShown ? { file, line: line ?? null, column: column ?? null } : null,
  };
}

/** Names of texts count from the working directory. */
function fromRoot(file: string, { root, folder }: Tree): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
