import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PlaceInRepository, RepositoryPlace } from "../../report/formats/repository-place.ts";

/** What helps to find a finding's file in the repository. */
export type RepositoryHints = {
  /** The folder of the chart whose rendering was read. */
  readonly chart: string | undefined;
  /** The configuration's file: where nothing else can be named, a finding is shown there. */
  readonly configuration: string | undefined;
};

/**
 * Tells where in the repository a finding is shown: in the chart's template that it was rendered from, else in the file that was read,
 * else in the configuration. Paths count from the folder that holds `.git`, without one from the working directory. Only files that exist
 * are named.
 */
export function repositoryPlaces({ chart, configuration }: RepositoryHints): PlaceInRepository {
  const root = repositoryRoot(process.cwd());
  const within = (path: string, line: number | null, column: number | null): RepositoryPlace | null => {
    const file = relative(root, resolve(path)).split(sep).join("/");
    return file === "" || file.startsWith("../") || !existsSync(path) ? null : { file, line, column };
  };
  return ({ source, place: { file, line, column } }) =>
    (source === null ? null : within(templatePath(source, chart), null, null)) ??
    within(file, line, column) ??
    (configuration === undefined ? null : within(configuration, null, null));
}

/** Helm's names of templates start with the chart's name, whatever its folder is called. */
function templatePath(source: string, chart: string | undefined): string {
  if (chart === undefined) return source;
  return join(chart, ...source.split("/").slice(1));
}

function repositoryRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return from;
  }
}
