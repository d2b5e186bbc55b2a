import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, member, parseJson } from "../../engine/json.ts";
import { jsonText } from "../../report/json-text.ts";
import { pathWithin } from "../inputs/within.ts";
import type { FileChanges } from "../review.ts";
import { changeAllOrNone, type Change } from "./all-or-none.ts";

/** A file to be written, its path relative to the directory, with `/`. */
export type RenderedFile = { readonly path: string; readonly text: string };

/** Lists what a run wrote, so that the next one can take away what is no longer rendered, and nothing else. */
const listName = ".podgraft-rendered.json";

/**
 * Makes a directory hold these files: new ones are added, others replaced where their text differs, and those that an earlier run wrote and this
 * one does not are removed; whatever else is there stays. All of it happens or nothing, and within `bound`. Throws PodgraftError
 * `usage.invalid` for two files of one path, and where something cannot be written.
 */
export function writeDirectory(directory: string, bound: string, files: readonly RenderedFile[]): FileChanges {
  refuseRepeated(files);
  const before = new Map(files.map(({ path }) => [path, textOf(join(directory, path))]));
  const added = files.filter(({ path }) => before.get(path) === undefined);
  const changed = files.filter(({ path, text }) => {
    const present = before.get(path);
    return present !== undefined && present !== text;
  });
  const removed = listed(directory).filter((path) => !before.has(path) && existsSync(join(directory, path)));
  const list = jsonText({ tool: "podgraft", files: files.map(({ path }) => path).sort() });
  const changes: readonly Change[] = [
    // A file may make room for a folder of its name.
    ...removed.map((path) => ({ path, text: undefined })),
    ...added,
    ...changed,
    ...(textOf(join(directory, listName)) === list ? [] : [{ path: listName, text: list }]),
  ];
  // A link in the directory may lead anywhere.
  for (const { path } of changes) pathWithin(bound, directory, dirname(path), "directory", path);
  changeAllOrNone(directory, changes);
  return { added: added.map(({ path }) => path), changed: changed.map(({ path }) => path), removed };
}

function refuseRepeated(files: readonly RenderedFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) {
      throw new PodgraftError(
        "usage.invalid",
        `two renderings would be written to ${path}; give path and values so that each has a place`,
      );
    }
    seen.add(path);
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** What the list names outside of the directory was not written by us. */
function listed(directory: string): string[] {
  const text = textOf(join(directory, listName));
  if (text === undefined) return [];
  try {
    const files = member(parseJson(text), "files");
    if (!isJsonList(files)) return [];
    return files
      .filter((path) => typeof path === "string")
      .filter((path) => !path.startsWith("/") && !path.split("/").includes(".."));
  } catch {
    return [];
  }
}
