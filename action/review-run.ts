import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describeError, PodgraftError } from "../engine/errors.ts";
import { reportFails } from "../cli/reporting/report-on.ts";
import type { Tree } from "./discovery/tree.ts";
import type { WorkflowEvent } from "./events/event.ts";
import { refuseUntrustedCheckouts } from "./events/untrusted.ts";
import { findBase } from "./git/base-commit.ts";
import { checkoutOf, headCommit, repositoryRoot, runGit } from "./git/git.ts";
import { withWorktree } from "./git/worktree.ts";
import { renderedFiles } from "./inject/rendered-files.ts";
import { writeDirectory } from "./inject/write-directory.ts";
import type { Inputs } from "./inputs/inputs.ts";
import { isWithin } from "./inputs/within.ts";
import type { Workspace } from "./inputs/workspace.ts";
import { compareTrees, judgeTree, type Judged } from "./judging/judge.ts";
import { completeCharts } from "./rendering/base-charts.ts";
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
  const head = await renderTree(inputs, { root, folder, bounds: [bound], isBase: false }, { optional: false, admit });
  const commit = (await headCommit(folder)) ?? null;
  if (inputs.mode !== "diff") {
    const judged = judgeTree(head, inputs);
    return assemble(inputs, head, workspace, { judged, commits: { head: commit, base: null }, notices: [] });
  }
  if (repository === undefined || !isWithin(repository, folder)) await refuseNoRepository(folder);
  return compareWithBase(inputs, event, workspace, { head, commit, repository: root });
}

async function refuseNoRepository(folder: string): Promise<never> {
  // Says so where it is git that is missing.
  await runGit(folder, ["--version"]);
  throw new PodgraftError(
    "usage.invalid",
    "mode diff compares with a commit, and the working directory is in no git repository; use actions/checkout",
  );
}

type Head = { readonly head: RenderedTree; readonly commit: string | null; readonly repository: string };

async function compareWithBase(
  inputs: Inputs,
  event: WorkflowEvent,
  workspace: Workspace,
  { head, commit, repository }: Head,
): Promise<Review> {
  const { folder, root: bound } = workspace;
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
      const { file, ...place } = cause.location;
      const location = file === undefined ? place : { ...place, file: relative(worktree, file) };
      const said = describeError(new PodgraftError(cause.code, cause.message.replaceAll(`${worktree}/`, ""), location));
      notices.push(warning(`the base cannot be compared with: ${said}`));
      return judgeTree(head, inputs);
    }
  });
  return assemble(inputs, head, workspace, { judged, commits: { head: commit, base }, notices });
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

type Findings = {
  readonly judged: readonly Judged[];
  readonly commits: Review["commits"];
  readonly notices: readonly Notice[];
};

function assemble(
  inputs: Inputs,
  head: RenderedTree,
  workspace: Workspace,
  { judged, commits, notices }: Findings,
): Review {
  const faults = toldOnce(judged.flatMap((one) => one.faults));
  const told = [...notices, ...judged.flatMap((one) => one.notices), ...head.notices, ...remarks(head)];
  const nothing = judged.length === 0 ? [nothingFound] : [];
  return {
    mode: inputs.mode,
    units: judged.flatMap(({ unit }) => unit ?? []),
    faults: [...faults, ...nothing],
    notices: told,
    commits,
    failOn: inputs.failOn,
    written: nothing.length > 0 ? null : writeInjected(inputs, head, workspace, judged),
  };
}

/** Of a program that is missing the first chart tells as much as all of them. */
function toldOnce(faults: readonly Fault[]): Fault[] {
  const isRepeated = ({ code, message }: Fault, index: number): boolean =>
    code === "tool.missing" && faults.findIndex((other) => other.message === message) < index;
  const isAlone = (fault: Fault): boolean => faults.filter(({ message }) => message === fault.message).length === 1;
  return faults
    .filter((fault, index) => !isRepeated(fault, index))
    .map((fault) => (fault.code === "tool.missing" && !isAlone(fault) ? { ...fault, unit: null } : fault));
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
function writeInjected(
  inputs: Inputs,
  head: RenderedTree,
  { root }: Workspace,
  judged: readonly Judged[],
): Review["written"] {
  if (inputs.mode !== "inject" || judged.some(({ faults }) => faults.length > 0)) return null;
  if (judged.some(({ unit }) => unit !== undefined && reportFails(unit.report, inputs.failOn))) return null;
  const files = judged.flatMap(({ injected }, index) => {
    const unit = head.units[index];
    return unit === undefined ? [] : renderedFiles(unit, head.tree, injected);
  });
  return { directory: inputs.directory, ...writeDirectory(join(head.tree.folder, inputs.directory), root, files) };
}
