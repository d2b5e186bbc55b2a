import type { FindingRecord } from "../finding-record.ts";

/** A place in a file of the repository, as paths with `/` from its root. Lines count from 1; null: the file as a whole. */
export type RepositoryPlace = { readonly file: string; readonly line: number | null; readonly column: number | null };

/**
 * Finds where in the repository a finding belongs; null where no file of it can be named. What reads rendered manifests knows better than
 * a report which files exist.
 */
export type PlaceInRepository = (finding: FindingRecord) => RepositoryPlace | null;

/** The file that was read, if it is one with a relative path within the working directory. */
export function placeInInput({ place: { file, line, column } }: FindingRecord): RepositoryPlace | null {
  const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  if (path === "standard input" || path.startsWith("/") || /^[A-Za-z]:/.test(path)) return null;
  return path.split("/").includes("..") ? null : { file: path, line, column };
}
