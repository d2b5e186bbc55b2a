import { mkdtempSync, readFileSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { askGit, runGit } from "./git.ts";

/**
 * Checks a commit out into a folder of its own, without network, hooks or filters, for as long as `work` takes. Throws PodgraftError `tool.*`
 * where git fails, and what `work` throws; the folder is gone in any case, also where the run is cancelled.
 */
export async function withWorktree<Result>(
  root: string,
  commit: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "podgraft-base-")));
  const folder = join(parent, "tree");
  const clear = (): void => {
    forget(folder);
    rmSync(parent, { recursive: true, force: true });
  };
  process.once("exit", clear);
  try {
    await addWorktree(root, folder, commit);
    return await work(folder);
  } finally {
    process.off("exit", clear);
    clear();
  }
}

async function addWorktree(root: string, folder: string, commit: string): Promise<void> {
  try {
    await runGit(root, ["worktree", "add", "--detach", "--quiet", folder, commit], await withoutFilters(root));
  } catch (cause) {
    if (!(cause instanceof PodgraftError) || !/lazy fetching disabled|promisor remote/.test(cause.message)) throw cause;
    const message = `the base commit ${commit} is not whole in this clone; give actions/checkout no filter, and fetch-depth: 0`;
    throw new PodgraftError("usage.invalid", message, {}, { cause });
  }
}

/** Filters are programs, of LFS as of others; variables, because a filter's name can have any character. */
async function withoutFilters(root: string): Promise<{ readonly [name: string]: string }> {
  const asked = ["config", "-z", "--name-only", "--get-regexp", "^filter\\..*\\.(smudge|process|required)$"];
  const names = [...new Set(((await askGit(root, ...asked)) ?? "").split("\0"))].filter((name) => name !== "");
  const variables = names.flatMap((name, index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, name.endsWith(".required") ? "false" : ""],
  ]);
  return { GIT_CONFIG_COUNT: String(names.length), ...Object.fromEntries<string>(variables) };
}

/** Takes what the repository knows of a worktree away, without a program: a cancelled run has no time for one. */
function forget(folder: string): void {
  try {
    const pointer = readFileSync(join(folder, ".git"), "utf8").trim();
    const [, known] = /^gitdir: (.*[\\/]worktrees[\\/][^\\/]+)$/.exec(pointer) ?? [];
    if (known === undefined) return;
    rmSync(known, { recursive: true, force: true });
    rmdirSync(dirname(known));
  } catch {
    // It was not made, or is not the only one.
  }
}
