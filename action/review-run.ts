import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { PodgraftError } from "../engine/errors.ts";
import { reportFails } from "../cli/reporting/report-on.ts";
import type { Tree } from "./discovery/tree.ts";
import type { WorkflowEvent } from "./events/event.ts";
import { refuseUntrustedCheckouts } from "./events/untrusted.ts";
import { findBase } from "./git/base-commit.ts";
import { headCommit, repositoryRoot } from "./git/git.ts";
import { withWorktree } from "./git/worktree.ts";
import { renderedFiles } from "./inject/rendered-files.ts";
import { writeDirectory } from "./inject/write-directory.ts";
import type { Inputs } from "./inputs/inputs.ts";
import { isWithin } from "./inputs/within.ts";
import type { Workspace } from "./inputs/workspace.ts";
import { compareTrees, judgeTree, type Judged } from "./judging/judge.ts";
import { renderTree, type RenderedTree } from "./rendering/side.ts";
import type { Fault, Notice, Review } from "./review.ts";

/** Does what the inputs ask for. Throws PodgraftError `usage.*`, `config.*` for what concerns the run as a whole. */
export async function reviewRun(inputs: Inputs, event: WorkflowEvent, workspace: Workspace): Promise<Review> {
  const { folder, root: bound } = workspace;
  const repository = await repositoryRoot(folder);
  const root = repository !== undefined && isWithin(bound, repository) ? repository : bound;
  const admit = async (folders: readonly string[]): Promise<void> => {
    if (!inputs.allowUntrustedCheckout) await refuseUntrustedCheckouts(event, folders);
  };
  const head = await renderTree(inputs, { root, folder, bounds: [bound] }, { optional: false, admit });
  const commit = (await headCommit(folder)) ?? null;
  if (inputs.mode !== "diff") return withoutBase(inputs, head, commit);
  if (repository === undefined || !isWithin(repository, folder)) {
    throw new PodgraftError(
      "usage.invalid",
      "mode diff compares with a commit, and the working directory is in no git repository; use actions/checkout",
    );
  }
  const { commit: base, remark } = await findBase(repository, event, inputs.baseRef);
  const notices: Notice[] = remark === undefined ? [] : [{ severity: "warning", message: remark }];
  const { judged, before } = await withWorktree(repository, base, async (worktree) => {
    const tree = { root: worktree, folder: join(worktree, relative(repository, folder)), bounds: [worktree, bound] };
    const before = await renderTree({ ...inputs, paths: presentPaths(inputs, tree) }, tree, { optional: true });
    return { judged: compareTrees(before, head, inputs), before };
  });
  if ((before.loaded.file === undefined) !== (head.loaded.file === undefined)) {
    const side = before.loaded.file === undefined ? "the base" : "the head";
    notices.push({ severity: "notice", message: `no podgraft.yaml was found for ${side}: no cloud is on there` });
  }
  return assemble(inputs, head, { judged, commits: { head: commit, base }, notices });
}

/** A path that is new has nothing to be compared with. */
function presentPaths({ paths }: Inputs, { folder }: Pick<Tree, "folder">): readonly string[] {
  return existsSync(folder) ? paths.filter((path) => /[*?[!]/.test(path) || existsSync(join(folder, path))) : [];
}

function withoutBase(inputs: Inputs, head: RenderedTree, commit: string | null): Review {
  const judged = judgeTree(head, inputs);
  return assemble(inputs, head, { judged, commits: { head: commit, base: null }, notices: [] });
}

type Findings = {
  readonly judged: readonly Judged[];
  readonly commits: Review["commits"];
  readonly notices: readonly Notice[];
};

function assemble(inputs: Inputs, head: RenderedTree, { judged, commits, notices }: Findings): Review {
  const faults = judged.flatMap((one) => one.faults);
  const told = [...notices, ...head.notices, ...remarks(head)];
  const nothing = judged.length === 0 ? [nothingFound] : [];
  return {
    mode: inputs.mode,
    units: judged.flatMap(({ unit }) => unit ?? []),
    faults: [...faults, ...nothing],
    notices: told,
    commits,
    failOn: inputs.failOn,
    written: nothing.length > 0 ? null : writeInjected(inputs, head, judged),
  };
}

/** A check that looks at nothing would pass for ever. */
const nothingFound: Fault = {
  code: "usage.invalid",
  message: "there is nothing to look at: the input path names no chart, kustomization or manifest",
  unit: null,
  place: null,
};

function remarks({ loaded }: RenderedTree): Notice[] {
  if (loaded.file !== undefined) return [];
  return [
    {
      severity: "warning",
      message:
        "no podgraft.yaml was found, so no cloud is on and no Pod can have an identity; make one with podgraft config init, or name it with config",
    },
  ];
}

/** Writes the manifests of mode `inject`; nothing where anything failed or is refused. */
function writeInjected(inputs: Inputs, head: RenderedTree, judged: readonly Judged[]): Review["written"] {
  if (inputs.mode !== "inject" || judged.some(({ faults }) => faults.length > 0)) return null;
  if (judged.some(({ unit }) => unit !== undefined && reportFails(unit.report, inputs.failOn))) return null;
  const files = judged.flatMap(({ injected }, index) => {
    const unit = head.units[index];
    return unit === undefined ? [] : renderedFiles(unit, injected);
  });
  return { directory: inputs.directory, ...writeDirectory(join(head.tree.folder, inputs.directory), files) };
}
