import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";

/**
 * The absolute path that an input means, which has to lie within `outer`: symbolic links count as where they lead, also those of a folder
 * that is still to be made. `written` is how the workflow has it. Throws PodgraftError `usage.invalid` for a path that leads out.
 */
export function pathWithin(outer: string, from: string, path: string, input: string, written: string = path): string {
  const meant = resolve(from, path);
  if (isWithin(real(outer), real(meant))) return meant;
  const message = `input ${input}: ${JSON.stringify(written)} leads out of the workspace; name a path within it`;
  throw new PodgraftError("usage.invalid", message);
}

/** Whether an absolute path is `outer` or below it. */
export function isWithin(outer: string, path: string): boolean {
  const between = relative(outer, path);
  return between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}

/**
 * Keeps a file, absolute, within the folders that a run may read: a repository can hold links to anywhere. Throws PodgraftError
 * `input.unreadable`.
 */
export function refuseLinkOut(file: string, bounds: readonly string[]): void {
  if (bounds.some((folder) => isWithin(folder, real(file)))) return;
  throw new PodgraftError("input.unreadable", "a symbolic link that leads out of the workspace", { file });
}

/** The path with what exists of it resolved. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : resolve(real(parent), relative(parent, path));
}
