import { PodgraftError } from "../../engine/errors.ts";
import type { WorkflowEvent } from "../events/event.ts";
import { askGit, headCommit, headParents } from "./git.ts";

/** The commit to compare with. */
export type BaseCommit = {
  readonly commit: string;
  /** Why it may not be the one that people think of; undefined where it is. */
  readonly remark?: string;
};

/**
 * Finds the commit that the checkout is compared with: the one that `base-ref` names, else what the event says. Of a pull request it is where
 * its branch left the base, or the base that GitHub merged it with. Throws PodgraftError `usage.invalid` where none is named, and where the
 * clone does not have it.
 */
export async function findBase(root: string, event: WorkflowEvent, baseRef: string | undefined): Promise<BaseCommit> {
  if (baseRef !== undefined) return { commit: await named(root, baseRef) };
  const { pullRequest, before } = event;
  if (pullRequest !== null) return ofPullRequest(root, pullRequest);
  if (before !== null) return { commit: await present(root, before) };
  const reason = event.name === "push" ? "this push has none before it" : `the event ${event.name} names none`;
  throw new PodgraftError("usage.invalid", `mode diff needs a commit to compare with, and ${reason}; give base-ref`);
}

/** A branch that was not checked out is known by its remote's name only. */
async function named(root: string, ref: string): Promise<string> {
  // git would take it for an option.
  if (ref.startsWith("-")) {
    throw new PodgraftError(
      "usage.invalid",
      `input base-ref: ${JSON.stringify(ref)}: expected a branch, tag or commit`,
    );
  }
  for (const candidate of [ref, `refs/remotes/origin/${ref}`]) {
    const commit = await askGit(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${candidate}^{commit}`);
    if (commit !== undefined) return commit;
  }
  throw new PodgraftError("usage.invalid", `input base-ref: ${JSON.stringify(ref)} is not in this clone; ${remedy}`);
}

const remedy = "give actions/checkout fetch-depth: 0, or fetch the commit before this step";

async function ofPullRequest(
  root: string,
  { head, base }: { readonly head: string; readonly base: string },
): Promise<BaseCommit> {
  const [first, second] = await headParents(root);
  // What GitHub merges is the base as first parent and the branch as second.
  if (first !== undefined && second === head) return { commit: await present(root, first) };
  await present(root, base);
  const checkedOut = (await headCommit(root)) ?? "HEAD";
  const left = await askGit(root, "merge-base", base, checkedOut);
  if (left !== undefined) return { commit: left };
  return {
    commit: base,
    remark:
      "the clone's history does not reach to where the branch left its base: changes that the base made since are shown as undone. " +
      "Give actions/checkout fetch-depth: 0",
  };
}

async function present(root: string, commit: string): Promise<string> {
  const found = await askGit(root, "rev-parse", "--verify", "--quiet", `${commit}^{commit}`);
  if (found !== undefined) return found;
  throw new PodgraftError("usage.invalid", `the base commit ${commit} is not in this clone; ${remedy}`);
}
