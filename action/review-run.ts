import { join } from "node:path";
import { reportFails } from "../cli/reporting/report-on.ts";
import { compareWithBase } from "./compare-with-base.ts";
import type { WorkflowEvent } from "./events/event.ts";
import { refuseUntrustedCheckouts } from "./events/untrusted.ts";
import { headCommit, repositoryRoot } from "./git/git.ts";
import { renderedFiles } from "./inject/rendered-files.ts";
import { writeDirectory } from "./inject/write-directory.ts";
import type { Inputs } from "./inputs/inputs.ts";
import { isWithin } from "./inputs/within.ts";
import type { Workspace } from "./inputs/workspace.ts";
import { judgeTree, type Judged } from "./judging/judge.ts";
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
  const { base, ...compared } = await compareWithBase(inputs, event, workspace, { head, repository });
  return assemble(inputs, head, workspace, { ...compared, commits: { head: commit, base } });
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
  return faults.flatMap((fault, index): Fault[] => {
    if (fault.code !== "tool.missing") return [fault];
    const same = faults.flatMap(({ message }, place) => (message === fault.message ? [place] : []));
    if (same[0] !== index) return [];
    return [same.length === 1 ? fault : { ...fault, unit: null }];
  });
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
