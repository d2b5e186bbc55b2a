import { setFailed } from "@actions/core";
import { describeError, PodgraftError } from "../engine/errors.ts";
import { readEvent, type WorkflowEvent } from "./events/event.ts";
import { readInputs, type Inputs } from "./inputs/inputs.ts";
import { logText } from "./results/log-text.ts";
import { publish } from "./results/publish.ts";
import { fails } from "./results/merged.ts";
import { openWorkspace, reviewRun, type Workspace } from "./review-run.ts";
import type { Review } from "./review.ts";

/** Runs the Action: inputs and the event from the environment, results to where GitHub looks for them. */
async function main(): Promise<void> {
  try {
    const inputs = readInputs();
    const event = readEvent(process.env);
    const workspace = openWorkspace(inputs, process.env.GITHUB_WORKSPACE ?? process.cwd());
    hideFromTools(process.env);
    // What the rooms below name relative to the working directory is relative to the one that the workflow means.
    process.chdir(workspace.folder);
    const review = await judged(inputs, event, workspace);
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

/** Charts and kustomizations are programs of other people: they need neither the token nor our inputs. */
function hideFromTools(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (/^(?:INPUT_|ACTIONS_|GITHUB_TOKEN$|GH_TOKEN$)/.test(name)) Reflect.deleteProperty(env, name);
  }
}

function unexpected(cause: unknown): string {
  const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return `this is a fault of Podgraft's, please report it: ${what}`;
}

await main();
