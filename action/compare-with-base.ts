import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { describeError, PodgraftError } from "../engine/errors.ts";
import { checkoutOf } from "../cli/files.ts";
import type { Tree } from "./discovery/tree.ts";
import type { WorkflowEvent } from "./events/event.ts";
import { findBase } from "./git/base-commit.ts";
import { runGit } from "./git/git.ts";
import { withWorktree } from "./git/worktree.ts";
import type { Inputs } from "./inputs/inputs.ts";
import { isWithin } from "./inputs/within.ts";
import type { Workspace } from "./inputs/workspace.ts";
import { compareTrees, judgeTree, type Judged } from "./judging/judge.ts";
import { completeCharts } from "./rendering/base-charts.ts";
import { renderTree, type RenderedTree } from "./rendering/side.ts";
import type { Notice } from "./review.ts";

/** The head, and the repository that it is in, if it is in any. */
type Head = { readonly head: RenderedTree; readonly repository: string | undefined };

/** What came of a comparison. */
type Compared = { readonly judged: readonly Judged[]; readonly base: string; readonly notices: readonly Notice[] };

/**
 * Compares the head with its base, which is rendered under its own configuration and context. A base that cannot be is told among the notices,
 * and the head is judged by itself. Throws PodgraftError `usage.invalid` where there is no base.
 */
export async function compareWithBase(
  inputs: Inputs,
  event: WorkflowEvent,
  workspace: Workspace,
  { head, repository }: Head,
): Promise<Compared> {
  const { folder, root: bound } = workspace;
  if (repository === undefined || !isWithin(repository, folder)) return refuseNoRepository(folder);
  const { commit: base, remark } = await findBase(repository, event, inputs.baseRef);
  const notices: Notice[] = [
    ...(remark === undefined ? [] : [warning(remark)]),
    ...foreignCheckouts(head, repository).map((path) =>
      warning(`${path} is a checkout of its own, which the base does not have: all that is in it is shown as new`),
    ),
  ];
  const judged = await withWorktree(repository, base, async (worktree) => {
    const tree = {
      root: worktree,
      folder: join(worktree, relative(repository, folder)),
      bounds: [worktree, bound],
      isBase: true,
    };
    try {
      const before = await renderTree({ ...inputs, paths: presentPaths(inputs, tree) }, tree, {
        optional: true,
        prepare: (units) => completeCharts(units, tree, head.tree),
      });
      notices.push(...configurationNotices(before, head));
      return compareTrees(before, head, inputs);
    } catch (cause) {
      if (!(cause instanceof PodgraftError)) throw cause;
      notices.push(warning(`the base cannot be compared with: ${saidOf(cause, worktree)}`));
      return judgeTree(head, inputs);
    }
  });
  return { judged, base, notices };
}

/** Of the folder that the base is in nobody has to know. */
function saidOf({ code, message, location }: PodgraftError, worktree: string): string {
  const { file, ...place } = location;
  const named = file !== undefined && isAbsolute(file) ? relative(worktree, file) : file;
  const told = message.replaceAll(`${worktree}/`, "");
  return describeError(new PodgraftError(code, told, named === undefined ? place : { ...place, file: named }));
}

function warning(message: string): Notice {
  return { severity: "warning", message };
}

function configurationNotices(before: RenderedTree, head: RenderedTree): Notice[] {
  if ((before.loaded.file === undefined) === (head.loaded.file === undefined)) return [];
  const side = before.loaded.file === undefined ? "the base" : "the head";
  return [{ severity: "notice", message: `no podgraft.yaml was found for ${side}: no cloud is on there` }];
}

/** Folders that git checked out by themselves, as submodules are, and that something is taken from. */
function foreignCheckouts({ units, tree }: RenderedTree, repository: string): string[] {
  const folders = units.flatMap(({ folder, files }) => [folder, ...files.map((file) => dirname(file))]);
  const checkouts = new Set([...new Set(folders)].map(checkoutOf));
  return [...checkouts]
    .filter((one) => one !== undefined)
    .filter((one) => one !== repository)
    .map((one) => relative(tree.root, one))
    .sort();
}

/** A path that is new has nothing to be compared with. */
function presentPaths({ paths }: Inputs, { folder }: Pick<Tree, "folder">): readonly string[] {
  return existsSync(folder) ? paths.filter((path) => /[*?[!]/.test(path) || existsSync(join(folder, path))) : [];
}

async function refuseNoRepository(folder: string): Promise<never> {
  // Says so where it is git that is missing.
  await runGit(folder, ["--version"]);
  throw new PodgraftError(
    "usage.invalid",
    "mode diff compares with a commit, and the working directory is in no git repository; use actions/checkout",
  );
}
