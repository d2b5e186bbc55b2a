import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { PlaceInRepository, RepositoryPlace } from "../../report/formats/repository-place.ts";
import { checkoutOf } from "../files.ts";

/** What helps to find a finding's file in the repository. */
export type RepositoryHints = {
  /** The folder of the chart whose rendering was read. */
  readonly chart: string | undefined;
  /** The configuration's file: where nothing else can be named, a finding is shown there. */
  readonly configuration: string | undefined;
};

/**
 * Tells where in the repository a finding is shown: in the chart's template that it was rendered from, on the line of the object's kind,
 * else in the file that was read, else in the configuration. Paths count from the folder that holds `.git`, without one from the working directory. Only files that exist
 * are named.
 */
export function repositoryPlaces({ chart, configuration }: RepositoryHints): PlaceInRepository {
  const root = checkoutOf(process.cwd()) ?? process.cwd();
  const within = (path: string, line: number | null, column: number | null): RepositoryPlace | null => {
    const file = relative(root, resolve(path)).split(sep).join("/");
    return file === "" || file.startsWith("../") || !existsSync(path) ? null : { file, line, column };
  };
  const lineOf = templateLines();
  const inTemplate = (template: string, kind: string): RepositoryPlace | null =>
    within(template, lineOf(template, kind), null);
  return ({ source, object: { kind }, place: { file, line, column } }) =>
    (source === null ? null : inTemplate(templatePath(source, chart), kind)) ??
    within(file, line, column) ??
    (configuration === undefined ? null : within(configuration, null, null));
}

/** Finds where a template starts an object of a kind: nothing tells more about lines before Helm has rendered them. */
function templateLines(): (path: string, kind: string) => number | null {
  const read = new Map<string, ReadonlyMap<string, number>>();
  return (path, kind) => {
    const lines = read.get(path) ?? kindLines(textOf(path));
    read.set(path, lines);
    return lines.get(kind) ?? null;
  };
}

/** The first line of each kind in a template. */
function kindLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, kind] = /^kind:\s*["']?([A-Za-z]+)["']?\s*(?:#.*)?$/.exec(line) ?? [];
    if (kind !== undefined && !lines.has(kind)) lines.set(kind, index + 1);
  }
  return lines;
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
