import { PodgraftError } from "../../engine/errors.ts";
import { checkoutOf } from "../../cli/files.ts";
import { askGit, headCommit } from "../git/git.ts";
import type { WorkflowEvent } from "./event.ts";

/**
 * Refuses to render what a pull request brings in a workflow that has the repository's rights and secrets: charts and kustomizations are
 * programs. There only the commit that the workflow itself runs for is rendered. A workflow may have several checkouts: `folders`, absolute,
 * are all that something is taken from. Throws PodgraftError `usage.invalid`.
 */
export async function refuseUntrustedCheckouts(event: WorkflowEvent, folders: readonly string[]): Promise<void> {
  if (!event.isPrivileged) return;
  const checkouts = new Set(folders.map(checkoutOf));
  for (const checkout of checkouts) {
    if (checkout !== undefined && event.commit !== null && (await commitOf(checkout)) === event.commit) continue;
    const message =
      `the event ${event.name} gives this workflow the repository's rights, and what is to be rendered is not of the commit that it runs ` +
      "for: the charts and kustomizations of a pull request would run with them. Use the event pull_request, or say " +
      "allow-untrusted-checkout: true";
    throw new PodgraftError("usage.invalid", message);
  }
}

/** The commit that is checked out; a submodule is as trusted as the checkout that names its commit. */
async function commitOf(checkout: string): Promise<string | undefined> {
  const outer = await askGit(checkout, "rev-parse", "--show-superproject-working-tree");
  return outer === undefined || outer === "" ? headCommit(checkout) : commitOf(outer);
}
