import { constants } from "node:os";
import { setFailed } from "@actions/core";
import { describeError, PodgraftError } from "../engine/errors.ts";
import { readEvent, type WorkflowEvent } from "./events/event.ts";
import { readInputs, type Inputs } from "./inputs/inputs.ts";
import { openWorkspace, pathsWithin, type Workspace } from "./inputs/workspace.ts";
import { logText } from "./results/log-text.ts";
import { publish } from "./results/publish.ts";
import { fails } from "./results/merged.ts";
import { reviewRun } from "./review-run.ts";
import type { Review } from "./review.ts";

/** Runs the Action: inputs and the event from the environment, results to where GitHub looks for them. */
async function main(): Promise<void> {
  try {
    const given = process.env.GITHUB_WORKSPACE ?? process.cwd();
    const asked = readInputs();
    const event = readEvent(process.env);
    const workspace = openWorkspace(asked, given);
    const inputs = pathsWithin(asked, workspace, given);
    const showAgain = hideFromTools(process.env);
    // What the rooms below name relative to the working directory is relative to the one that the workflow means.
    process.chdir(workspace.folder);
    const review = await judged(inputs, event, workspace);
    showAgain();
    await publish(review, { inputs, event, folder: workspace.folder, env: process.env, log: writeLine });
    if (fails(review)) process.exitCode = 1;
  } catch (cause) {
    const message = cause instanceof PodgraftError ? describeError(cause) : unexpected(cause);
    setFailed(logText(message));
  }
}

/** What stops the run as a whole is told where everything else would be. */
async function judged(inputs: Inputs, event: WorkflowEvent, workspace: Workspace): Promise<Review> {
  try {
    return await reviewRun(inputs, event, workspace);
  } catch (cause) {
    if (!(cause instanceof PodgraftError)) throw cause;
    const fault = { code: cause.code, message: describeError(cause), unit: null, place: null };
    return {
      mode: inputs.mode,
      units: [],
      faults: [fault],
      notices: [],
      commits: { head: null, base: null },
      failOn: inputs.failOn,
      written: null,
    };
  }
}

function writeLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Charts and kustomizations are programs of other people: they need neither tokens nor our inputs, and have nothing to write for later steps.
 * What is given back shows the variables again that the results need.
 */
function hideFromTools(env: NodeJS.ProcessEnv): () => void {
  const hidden = Object.entries(env).filter(([name]) => /^(?:INPUT_|ACTIONS_|GITHUB_|GH_)/.test(name));
  for (const [name] of hidden) Reflect.deleteProperty(env, name);
  const needed = hidden.filter(([name]) => /^GITHUB_(?!.*TOKEN)/.test(name));
  return () => void Object.assign(env, Object.fromEntries(needed));
}

function unexpected(cause: unknown): string {
  const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return `this is a fault of Podgraft's, please report it: ${what}`;
}

/** A cancelled run ends like any other: with what it started, and without what it made for itself. */
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
await main();
