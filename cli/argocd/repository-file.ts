import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";

/**
 * A file that an Application names, as a path from the working directory. It has to be in the application's repository, links followed: the
 * plugin's container may hold what the authors of a repository are not to read. `sourcePath` is where the working directory is in it.
 * Throws PodgraftError `config.invalid`.
 */
export function repositoryFile(parameter: string, file: string, sourcePath: string | undefined): string {
  const root = repositoryRoot(sourcePath);
  const path = resolve(file);
  if (/^[a-z][a-z0-9+.-]*:/i.test(file) || isAbsolute(file) || !isWithin(root, path)) throw outside(parameter, file);
  if (!existsSync(path)) throw new PodgraftError("config.invalid", `parameter ${parameter}: there is no file ${file}`);
  if (!isWithin(realpathSync(root), realpathSync(path))) throw outside(parameter, file);
  return relative(".", path);
}

/** The working directory is `<repository>/<source path>`. */
function repositoryRoot(sourcePath = "."): string {
  const folder = resolve(".");
  const below = normalize(join(sep, sourcePath));
  if (below === sep || !folder.endsWith(below)) return folder;
  return folder.slice(0, -below.length) || sep;
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}

function outside(parameter: string, file: string): PodgraftError {
  const message = `parameter ${parameter}, ${JSON.stringify(file)}: expected a file of the repository, as a path from the application's folder`;
  return new PodgraftError("config.invalid", message);
}
