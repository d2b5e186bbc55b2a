import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Inputs } from "../inputs/inputs.ts";
import type { CommentApi } from "./github-comments.ts";

/** GitHub takes so many characters of a comment. */
export const longestComment = 65_536;

/**
 * The line that a comment is known by, which no reader sees. It names the workflow, the job and what is looked at, so that several uses in one
 * repository do not take each other's comment.
 */
export function commentMarker(inputs: Inputs, env: NodeJS.ProcessEnv): string {
  const { mode, paths, values, workingDirectory, config, environment, release, namespace } = inputs;
  const use = [
    env.GITHUB_WORKFLOW,
    env.GITHUB_JOB,
    mode,
    paths,
    values,
    workingDirectory,
    config,
    environment,
    release,
    namespace,
  ];
  const key = bytesToHex(sha256(utf8ToBytes(JSON.stringify(use.map((part) => part ?? null))))).slice(0, 16);
  return `<!-- podgraft:${key} -->`;
}

/** What becomes of the comment: nothing is said in words where nothing was asked. */
export type CommentOutcome = "created" | "updated" | "unchanged" | "none";

/**
 * Makes the pull request's one comment say `body`: the comment with the marker is brought up to date, the first is made where there is something
 * to say. Throws what the API throws.
 */
export async function stickComment(
  api: CommentApi,
  { marker, body, isWorthwhile }: { readonly marker: string; readonly body: string; readonly isWorthwhile: boolean },
): Promise<CommentOutcome> {
  const text = `${marker}\n${body}`;
  const own = await api.findOwn(marker);
  if (own === undefined) {
    if (!isWorthwhile) return "none";
    await api.create(text);
    return "created";
  }
  if (own.body === text) return "unchanged";
  await api.update(own.id, text);
  return "updated";
}
