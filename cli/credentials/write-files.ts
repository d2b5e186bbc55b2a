import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";

/** A file to be written below the output folder. */
export type OutputFile = { readonly path: string; readonly text: string };

type Prepared = { readonly target: string; readonly fresh: string; readonly backup: string | undefined };

/**
 * Writes all files below `folder` or none, readable for their owner alone. The folder and those in it are made, its parent is not. A file that is
 * there with another text is left alone unless `force` is set. Throws PodgraftError `usage.invalid` for such a file, `input.unreadable` for
 * what cannot be written; nothing is changed then. Gives the paths that were written, those of the same text left out.
 */
export function writeAllFiles(folder: string, files: readonly OutputFile[], force: boolean): string[] {
  const wanted = files
    .map(({ path, text }) => ({ target: join(folder, path), text }))
    .filter(({ target, text }) => !hasText(target, text, force));
  const made: string[] = [];
  const prepared: Prepared[] = [];
  try {
    for (const { target, text } of wanted) {
      makeFolder(folder, made);
      makeFolder(dirname(target), made);
      prepared.push(prepare(target, text));
    }
    switchOver(prepared);
  } catch (cause) {
    for (const { fresh, backup } of prepared) {
      rmSync(fresh, { force: true });
      if (backup !== undefined) rmSync(backup, { force: true });
    }
    for (const one of made.toReversed()) rmdirSync(one);
    if (cause instanceof PodgraftError) throw cause;
    throw cannotWrite(folder, cause);
  }
  return wanted.map(({ target }) => target);
}

function hasText(target: string, text: string, force: boolean): boolean {
  if (!existsSync(target)) return false;
  let present: string;
  try {
    present = readFileSync(target, "utf8");
  } catch (cause) {
    throw cannotWrite(target, cause);
  }
  if (present === text) return true;
  if (force) return false;
  throw new PodgraftError("usage.invalid", "is there already with another text; give --force to replace it", {
    file: target,
  });
}

function makeFolder(folder: string, made: string[]): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    throw cannotWrite(folder, cause);
  }
  made.push(folder);
}

function prepare(target: string, text: string): Prepared {
  const fresh = `${target}.podgraft-${process.pid}.new`;
  const backup = existsSync(target) ? `${target}.podgraft-${process.pid}.old` : undefined;
  try {
    writeFileSync(fresh, text, { flag: "wx", mode: 0o600 });
    chmodSync(fresh, 0o600);
    if (backup !== undefined) linkSync(target, backup);
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw cannotWrite(target, cause);
  }
  return { target, fresh, backup };
}

function switchOver(prepared: readonly Prepared[]): void {
  const done: Prepared[] = [];
  for (const one of prepared) {
    try {
      renameSync(one.fresh, one.target);
    } catch (cause) {
      for (const { target, backup } of done.toReversed()) {
        if (backup === undefined) rmSync(target, { force: true });
        else renameSync(backup, target);
      }
      throw cannotWrite(one.target, cause);
    }
    done.push(one);
  }
  for (const { backup } of done) if (backup !== undefined) rmSync(backup, { force: true });
}

function cannotWrite(file: string, cause: unknown): PodgraftError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PodgraftError(
    "input.unreadable",
    `cannot be written, no file was changed: ${reason}`,
    { file },
    { cause },
  );
}
