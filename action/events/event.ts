import { readFileSync } from "node:fs";
import { member, parseJson, type Json } from "../../engine/json.ts";
import { PodgraftError } from "../../engine/errors.ts";

/** The pull request that a run is about. */
export type PullRequest = {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  /** Whether its head lies in another repository, whose workflow runs get a token that may only read. */
  readonly isFork: boolean;
};

/** What started the workflow. */
export type WorkflowEvent = {
  /** As GitHub names it: `pull_request`, `push`, … */
  readonly name: string;
  /** `owner/name`; empty where there is none, as in a run outside of GitHub. */
  readonly repository: string;
  /** The commit that the workflow runs for; null where there is none. */
  readonly commit: string | null;
  readonly pullRequest: PullRequest | null;
  /** The commit that this one is compared with, where the event names one. */
  readonly before: string | null;
  /** Whether a stranger can start the workflow and it has the repository's rights and secrets all the same. */
  readonly isPrivileged: boolean;
};

/** Reads the event from the variables and the file that GitHub gives a step. Throws PodgraftError `usage.invalid` for a file that is no event. */
export function readEvent(env: NodeJS.ProcessEnv): WorkflowEvent {
  const payload = readPayload(env.GITHUB_EVENT_PATH);
  const repository = env.GITHUB_REPOSITORY ?? "";
  const name = env.GITHUB_EVENT_NAME ?? "";
  return {
    name,
    repository,
    commit: env.GITHUB_SHA === undefined || env.GITHUB_SHA === "" ? null : env.GITHUB_SHA,
    pullRequest: pullRequestOf(payload, repository),
    before: commitOf(member(payload, "before")) ?? commitOf(member(member(payload, "merge_group"), "base_sha")),
    isPrivileged: isPrivileged(name, payload, repository),
  };
}

/** A `workflow_run` after a run of the repository's own, as a push makes it, has no stranger in it. */
function isPrivileged(event: string, payload: Json, repository: string): boolean {
  if (event === "issue_comment") return member(member(payload, "issue"), "pull_request") !== undefined;
  if (event !== "workflow_run") return event === "pull_request_target";
  const run = member(payload, "workflow_run");
  const from = member(member(run, "head_repository"), "full_name");
  return from !== repository || !ownEvents.some((own) => own === member(run, "event"));
}

const ownEvents = ["push", "schedule", "workflow_dispatch", "merge_group", "release"] as const;

function readPayload(file: string | undefined): Json {
  if (file === undefined || file === "") return {};
  try {
    return parseJson(readFileSync(file, "utf8"));
  } catch (cause) {
    const message = `GITHUB_EVENT_PATH: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new PodgraftError("usage.invalid", message, {}, { cause });
  }
}

function pullRequestOf(payload: Json, repository: string): PullRequest | null {
  const found = member(payload, "pull_request");
  const number = member(found, "number");
  const head = commitOf(member(member(found, "head"), "sha"));
  const base = commitOf(member(member(found, "base"), "sha"));
  if (typeof number !== "number" || head === null || base === null) return null;
  // The repository of a deleted fork is null.
  const from = member(member(member(found, "head"), "repo"), "full_name");
  return { number, head, base, isFork: from !== repository };
}

/** A push that makes a branch has a `before` of zeros. */
function commitOf(value: Json | undefined): string | null {
  return typeof value === "string" && /^[0-9a-f]{40,64}$/.test(value) && !/^0+$/.test(value) ? value : null;
}
