import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askGit, runGit } from "./git.ts";

/**
 * Checks a commit out into a folder of its own, without network or hooks, for as long as `work` takes. Throws PodgraftError `tool.*` where git
 * fails, and what `work` throws; the folder is gone in any case.
 */
export async function withWorktree<Result>(
  root: string,
  commit: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "podgraft-base-")));
  const folder = join(parent, "tree");
  try {
    await runGit(root, "worktree", "add", "--detach", "--quiet", folder, commit);
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    await askGit(root, "worktree", "prune");
  }
}
