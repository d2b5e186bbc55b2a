import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";

/**
 * The absolute path that an input means, which has to lie within `outer`: symbolic links count as where they lead, also those of a folder
 * that is still to be made. Throws PodgraftError `usage.invalid` for a path that leads out.
 */
export function pathWithin(outer: string, from: string, path: string, input: string): string {
  const meant = resolve(from, path);
  if (isWithin(real(outer), real(meant))) return meant;
  const message = `input ${input}: ${JSON.stringify(path)} leads out of the workspace; name a path within it`;
  throw new PodgraftError("usage.invalid", message);
}

/** Whether an absolute path is `outer` or below it. */
export function isWithin(outer: string, path: string): boolean {
  const between = relative(outer, path);
  return between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between);
}

/** The path with what exists of it resolved. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : resolve(real(parent), relative(parent, path));
}
