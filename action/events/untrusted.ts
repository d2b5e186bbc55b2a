import { PodgraftError } from "../../engine/errors.ts";
import { headCommit, headParents } from "../git/git.ts";
import type { WorkflowEvent } from "./event.ts";

/**
 * Refuses to render what a pull request brings in a workflow that has the repository's rights and secrets: charts and kustomizations are
 * programs. Under `pull_request_target` only the commit that the workflow itself runs for is rendered, under `workflow_run` anything but the
 * commit that it is about. Throws PodgraftError `usage.invalid`.
 */
export async function refuseUntrustedCheckout(event: WorkflowEvent, folder: string): Promise<void> {
  const suspect = suspectOf(event);
  if (suspect === null) return;
  const head = await headCommit(folder);
  if (head === undefined || (event.name === "pull_request_target" && head === event.commit)) return;
  const isSuspect = head === suspect || (await headParents(folder)).includes(suspect);
  if (!isSuspect && event.name !== "pull_request_target") return;
  const message =
    `the event ${event.name} gives this workflow the repository's rights, and the pull request's commit is checked out: its charts and ` +
    "kustomizations would run with them. Use the event pull_request, or say allow-untrusted-checkout: true";
  throw new PodgraftError("usage.invalid", message);
}

function suspectOf({ name, pullRequest, triggeredBy }: WorkflowEvent): string | null {
  if (name === "pull_request_target") return pullRequest?.head ?? null;
  return name === "workflow_run" ? triggeredBy : null;
}
