import { setOutput } from "@actions/core";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describeSummary } from "../../report/report.ts";
import type { WorkflowEvent } from "../events/event.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Fault, Review } from "../review.ts";
import { annotate, annotationsOf } from "./annotations.ts";
import { commentMarker, longestComment, stickComment } from "./comment.ts";
import { sarifOf, writeFile, writeReports } from "./files.ts";
import { logText } from "./log-text.ts";
import { reviewMarkdown } from "./markdown.ts";
import { changes, fails, mergeUnits, type Merged } from "./merged.ts";

/** What a review is published with. */
export type Publishing = {
  readonly inputs: Inputs;
  readonly event: WorkflowEvent;
  /** The working directory, absolute. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (text: string) => void;
};

/** GitHub refuses a summary of more than 1 MiB as a whole. */
const largestSummary = 1_048_576;

/**
 * Tells a review everywhere that it is to be told: files, the step's summary, annotations, outputs, and the pull request's comment. Nothing that
 * goes wrong with the comment changes whether the check fails. Throws PodgraftError `usage.invalid` where a file cannot be written.
 */
export async function publish(review: Review, publishing: Publishing): Promise<void> {
  const { inputs, folder, env } = publishing;
  const merged = mergeUnits(review);
  const summary = withinBytes(largestSummary, (limit) => reviewMarkdown(review, merged, limit));
  const files = writeFiles(review, merged, summary, publishing);
  writeSummary(summary, publishing);
  const room = longestComment - commentMarker(inputs, env).length - 1;
  const body = reviewMarkdown(review, merged, room, runLink(env));
  const said = await comment(review, merged, body, publishing);
  tellLog(review, merged, publishing);
  const outputs: { readonly [name: string]: string } = {
    changed: String(changes(review)),
    violations: String((merged?.summary.errors ?? 0) + review.faults.length),
    warnings: String(merged?.summary.warnings ?? 0),
    report: files.report,
    sarif: files.sarif,
    "comment-body": body,
    directory: review.written === null ? "" : join(folder, review.written.directory),
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  if (said !== undefined) publishing.log(logText(said));
}

/** As much as fits, for a limit that counts bytes: characters outside of ASCII take several. */
function withinBytes(limit: number, write: (characters: number) => string): string {
  let text = write(limit);
  for (let characters = limit; Buffer.byteLength(text) > limit; text = write(characters))
    characters = Math.floor(characters * 0.8);
  return text;
}

function writeFiles(
  review: Review,
  merged: Merged | undefined,
  summary: string,
  { inputs, folder, env }: Publishing,
): { readonly report: string; readonly sarif: string } {
  const { reportDir, sarifFile, environment, workingDirectory } = inputs;
  const ofRunner = env.RUNNER_TEMP === undefined ? undefined : join(env.RUNNER_TEMP, "podgraft-report");
  const reports = reportDir === undefined ? ofRunner : join(folder, reportDir);
  if (reports !== undefined) writeReports(reports, review, merged, summary);
  if (merged === undefined) return { report: "", sarif: "" };
  const sarif = sarifFile === undefined ? "" : join(folder, sarifFile);
  if (sarif !== "") writeFile(sarif, sarifOf(review, merged, environment ?? workingDirectory));
  return { report: reports === undefined ? "" : join(reports, "report.json"), sarif };
}

function writeSummary(summary: string, { env }: Publishing): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file !== undefined && file !== "") appendFileSync(file, summary);
}

function runLink({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID }: NodeJS.ProcessEnv): string {
  if (GITHUB_SERVER_URL === undefined || GITHUB_REPOSITORY === undefined || GITHUB_RUN_ID === undefined) return "";
  return `<sub>[All of it in the run's summary](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID})</sub>`;
}

/** Comments, if it is to be. Gives what there is to say about it in the log; undefined for nothing. */
async function comment(
  review: Review,
  merged: Merged | undefined,
  body: string,
  { inputs, event, env }: Publishing,
): Promise<string | undefined> {
  const { pullRequest, repository } = event;
  if (inputs.comment === "never" || pullRequest === null) return undefined;
  if (inputs.token === undefined) return "no comment: there is no github-token";
  if (pullRequest.isFork && event.name === "pull_request" && inputs.comment === "auto") {
    return "no comment: workflows of pull requests from forks may only read; the summary has it all";
  }
  const isWorthwhile = inputs.comment === "always" || hasSomethingToSay(review, merged);
  try {
    // The client takes a while to load, and most runs need none.
    const { githubComments } = await import("./github-comments.ts");
    const api = githubComments({ repository, number: pullRequest.number, token: inputs.token });
    const outcome = await stickComment(api, { marker: commentMarker(inputs, env), body, isWorthwhile });
    return outcome === "none" ? undefined : `comment ${outcome}`;
  } catch (cause) {
    return `no comment: ${reasonOf(cause)}; the summary has it all`;
  }
}

/** Objects that differ are in the summary; a comment is for identities, findings and what could not be judged. */
function hasSomethingToSay({ units, faults }: Review, merged: Merged | undefined): boolean {
  const { errors = 0, warnings = 0 } = merged?.summary ?? {};
  return (
    faults.length > 0 ||
    errors + warnings > 0 ||
    units.some(({ differences }) => (differences?.identities ?? []).length > 0)
  );
}

const causes: { readonly [status: number]: string } = {
  401: "GitHub does not know the github-token",
  403: "the github-token may not comment; the job needs permissions: pull-requests: write",
  404: "the github-token does not see the pull request; the job needs permissions: pull-requests: write",
  410: "comments are switched off for the pull request",
  422: "GitHub refused the comment",
  429: "GitHub asks to comment later",
};

function reasonOf(cause: unknown): string {
  const status =
    typeof cause === "object" && cause !== null && "status" in cause && typeof cause.status === "number"
      ? cause.status
      : 0;
  const said = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
  return `${causes[status] ?? "GitHub's API could not be used"}${said === "" ? "" : ` (${said.slice(0, 200)})`}`;
}

/** The log has every fault and every notice, the annotations, and the numbers. */
function tellLog(review: Review, merged: Merged | undefined, { log }: Publishing): void {
  const { shown, left } = annotationsOf(review, merged);
  annotate(shown);
  for (const [level, count] of Object.entries(left)) {
    if (count > 0) log(`podgraft: ${count} more of severity ${level} than annotations can show; the summary has them`);
  }
  for (const fault of review.faults) log(logText(`podgraft: ${whereOf(fault)}${fault.message}`));
  for (const { name, report } of review.units) {
    if (review.units.length > 1) {
      const { length } = report.pods;
      log(logText(`podgraft: ${name}: ${length} ${length === 1 ? "Pod" : "Pods"}`));
    }
  }
  if (merged !== undefined) log(logText(`podgraft: ${describeSummary(merged.summary)}`));
  if (fails(review))
    log(`podgraft: the check fails${review.faults.length > 0 ? ": not everything could be judged" : ""}`);
}

function whereOf({ unit, place }: Fault): string {
  if (place === null) return unit === null ? "" : `${unit}: `;
  const { file, line, column } = place;
  return `${[file, line, column].filter((part) => part !== null).join(":")}: `;
}
