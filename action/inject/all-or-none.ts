import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { writeWholeFile } from "../../cli/replace-files.ts";

/** A file as it is to be, its path relative to the directory; without a text it is to go. */
export type Change = { readonly path: string; readonly text: string | undefined };

/**
 * Makes all changes to a directory or none: everything is written into a folder of its own first, then the names are changed over, and back again where one
 * of them fails. Throws PodgraftError `usage.invalid`.
 */
export function changeAllOrNone(directory: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const undo: (() => void)[] = [];
  let beside: string | undefined;
  try {
    makeFolder(directory, undo);
    const stage = mkdtempSync(join(directory, ".podgraft-"));
    beside = stage;
    for (const [index, { text }] of changes.entries()) {
      if (text !== undefined) writeWholeFile(join(stage, `${index}.new`), text);
    }
    for (const [index, { path, text }] of changes.entries()) {
      const file = join(directory, path);
      keep(file, join(stage, `${index}.old`), undo);
      if (text === undefined) continue;
      makeFolder(dirname(file), undo);
      renameSync(join(stage, `${index}.new`), file);
      undo.push(() => rmSync(file));
    }
  } catch (cause) {
    for (const step of undo.reverse()) step();
    if (cause instanceof PodgraftError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError(
      "usage.invalid",
      `cannot be written, nothing is: ${reason}`,
      { file: directory },
      { cause },
    );
  } finally {
    if (beside !== undefined) rmSync(beside, { recursive: true, force: true });
  }
  for (const { path, text } of changes) if (text === undefined) removeEmptyFolders(directory, path);
}

/** Moves what is there away, and back when undone. */
function keep(file: string, backup: string, undo: (() => void)[]): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (there.isDirectory()) throw new Error(`${file} is a folder`);
  renameSync(file, backup);
  undo.push(() => renameSync(backup, file));
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) undo.push(() => rmSync(first, { recursive: true, force: true }));
}

function removeEmptyFolders(directory: string, path: string): void {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    try {
      rmdirSync(join(directory, folder));
    } catch {
      return;
    }
  }
}
