import { existsSync, readFileSync } from "node:fs";
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
 * Tells where in the repository a finding is shown: in the chart's template that it was rendered from, on the line of the object's kind, else in the file that was read,
 * else in the configuration. Paths count from the folder that holds `.git`, without one from the working directory. Only files that exist
 * are named.
 */
export function repositoryPlaces({ chart, configuration }: RepositoryHints): PlaceInRepository {
  const root = repositoryRoot(process.cwd());
  const within = (path: string, line: number | null, column: number | null): RepositoryPlace | null => {
    const file = relative(root, resolve(path)).split(sep).join("/");
    return file === "" || file.startsWith("../") || !existsSync(path) ? null : { file, line, column };
  };
  const lineOf = templateLines();
  return ({ source, object: { kind }, place: { file, line, column } }) =>
    (source === null
      ? null
      : atLine(within(templatePath(source, chart), null, null), lineOf(templatePath(source, chart), kind))) ??
    within(file, line, column) ??
    (configuration === undefined ? null : within(configuration, null, null));
}

function atLine(place: RepositoryPlace | null, line: number | null): RepositoryPlace | null {
  return place === null ? null : { ...place, line };
}

/** Finds where a template starts an object of a kind: nothing tells more about lines before Helm has rendered them. */
function templateLines(): (path: string, kind: string) => number | null {
  const texts = new Map<string, string>();
  return (path, kind) => {
    if (kind === "") return null;
    const text = texts.get(path) ?? textOf(path);
    texts.set(path, text);
    const index = text
      .split(/\r?\n/)
      .findIndex((line) => /^kind:\s*["']?([A-Za-z]+)["']?\s*(?:#.*)?$/.exec(line)?.[1] === kind);
    return index === -1 ? null : index + 1;
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
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
