import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { PodgraftError } from "../engine/errors.ts";

/** A file and what is to stand in it. */
export type Replacement = { readonly file: string; readonly text: string };

type Prepared = { readonly target: string; readonly fresh: string; readonly backup: string };

/**
 * Replaces the content of all files or of none. Everything is written beside the files first; only when all of it is on disk are the names
 * changed over, and back again if one of them fails. Mode and owner are kept, symbolic links are followed. Throws PodgraftError
 * `input.unreadable` with the file that could not be replaced.
 */
export function replaceFiles(replacements: readonly Replacement[]): void {
  const prepared: Prepared[] = [];
  try {
    for (const { file, text } of replacements) {
      const target = attempt(file, () => realpathSync(file));
      // Two names of one file were read as the same text.
      if (prepared.every((before) => before.target !== target)) prepared.push(prepare(file, target, text));
    }
    switchOver(prepared);
  } finally {
    for (const { fresh, backup } of prepared) {
      rmSync(fresh, { force: true });
      rmSync(backup, { force: true });
    }
  }
}

function prepare(file: string, target: string, text: string): Prepared {
  const { mode, uid, gid } = attempt(file, () => statSync(target));
  if ((mode & 0o222) === 0)
    throw new PodgraftError("input.unreadable", "is read-only; make it writable or leave out --in-place", { file });
  const place = join(dirname(target), `.${basename(target)}.podgraft-${process.pid}`);
  const prepared = { target, fresh: `${place}.new`, backup: `${place}.old` };
  try {
    writeWhole(prepared.fresh, text, 0o600);
    chmodSync(prepared.fresh, mode & 0o7777);
    if (uid !== process.getuid?.() || gid !== process.getgid?.()) chownSync(prepared.fresh, uid, gid);
    keepBackup(target, prepared.backup);
  } catch (cause) {
    rmSync(prepared.fresh, { force: true });
    throw cannotReplace(file, cause);
  }
  return prepared;
}

/** A second name for the present content; not every file system has hard links. */
function keepBackup(target: string, backup: string): void {
  try {
    linkSync(target, backup);
  } catch {
    copyFileSync(target, backup);
  }
}

/** The system takes its umask off `mode`. */
function writeWhole(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, "wx", mode);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function switchOver(prepared: readonly Prepared[]): void {
  const done: Prepared[] = [];
  for (const one of prepared) {
    try {
      renameSync(one.fresh, one.target);
      done.push(one);
    } catch (cause) {
      for (const { backup, target } of done) renameSync(backup, target);
      throw cannotReplace(one.target, cause);
    }
  }
}

function attempt<Result>(file: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw cannotReplace(file, cause);
  }
}

function cannotReplace(file: string, cause: unknown): PodgraftError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PodgraftError(
    "input.unreadable",
    `cannot be replaced, no file was changed: ${reason}`,
    { file },
    { cause },
  );
}

/** Writes a file of our own, such as a report: a new one beside it first, so that a reader never sees half of it. */
export function writeWholeFile(file: string, text: string): void {
  const fresh = join(dirname(file), `.${basename(file)}.podgraft-${process.pid}.new`);
  try {
    writeWhole(fresh, text, 0o666);
    renameSync(fresh, file);
  } catch (cause) {
    rmSync(fresh, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("usage.invalid", `cannot be written: ${reason}`, { file }, { cause });
  }
}
