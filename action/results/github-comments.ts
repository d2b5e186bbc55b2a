import { getOctokit } from "@actions/github";
import { setTimeout as sleep } from "node:timers/promises";

/** A comment of the pull request. */
export type Comment = { readonly id: number; readonly body: string };

/** The comments of one pull request. */
export type CommentApi = {
  /** The comment of ours that starts with the marker. */
  readonly findOwn: (marker: string) => Promise<Comment | undefined>;
  readonly create: (body: string) => Promise<void>;
  readonly update: (id: number, body: string) => Promise<void>;
};

/** A pull request, and who asks. */
export type PullRequestPlace = { readonly repository: string; readonly number: number; readonly token: string };

const perPage = 100;
/** A pull request of 10,000 comments is nobody's. */
const mostPages = 100;
const requestTimeout = 15_000;

/** The comments of a pull request, by GitHub's REST API at `GITHUB_API_URL`. Every call is tried a few times, and ends. */
export function githubComments({ repository, number, token }: PullRequestPlace): CommentApi {
  const octokit = getOctokit(token, { request: { retries: 0 } });
  const [owner = "", repo = ""] = repository.split("/");
  const about = { owner, repo };
  const signal = (): { readonly request: { readonly signal: AbortSignal } } => ({
    request: { signal: AbortSignal.timeout(requestTimeout) },
  });
  const { issues, users } = octokit.rest;

  return {
    async findOwn(marker) {
      let me: string | undefined;
      for (let page = 1; page <= mostPages; page += 1) {
        const { data } = await patiently(() =>
          issues.listComments({ ...about, issue_number: number, per_page: perPage, page, ...signal() }),
        );
        for (const { id, body, user } of data) {
          if (body?.startsWith(marker) !== true) continue;
          // Anybody can write the marker; only our own comment is taken for ours.
          if (user?.type !== "Bot") {
            me ??= await login(() => users.getAuthenticated(signal()));
            if (user?.login !== me) continue;
          }
          return { id, body };
        }
        if (data.length < perPage) return undefined;
      }
      return undefined;
    },
    async create(body) {
      await patiently(() => issues.createComment({ ...about, issue_number: number, body, ...signal() }), {
        repeatable: false,
      });
    },
    async update(id, body) {
      await patiently(() => issues.updateComment({ ...about, comment_id: id, body, ...signal() }));
    },
  };
}

/** Tokens of Apps have no user of their own. */
async function login(ask: () => Promise<{ readonly data: { readonly login: string } }>): Promise<string> {
  try {
    return (await ask()).data.login;
  } catch {
    return "";
  }
}

/** How long to wait before each further try, in seconds. */
const waits = [1, 3] as const;
/** Nobody waits longer for a comment. */
const longestWait = 60;

/** Repeats a call that may succeed later: one that GitHub's servers failed, or that is to be made more slowly. */
async function patiently<Result>(call: () => Promise<Result>, { repeatable = true } = {}): Promise<Result> {
  for (const wait of waits) {
    try {
      return await call();
    } catch (cause) {
      const seconds = secondsToWait(cause, wait, repeatable);
      if (seconds === undefined) throw cause;
      await sleep(seconds * 1000);
    }
  }
  return call();
}

/** Undefined where another try would not help, or might comment twice. */
function secondsToWait(cause: unknown, wait: number, repeatable: boolean): number | undefined {
  const { status, headers } = answerOf(cause);
  const asked = Number(headers["retry-after"]);
  if (status === 429 || status === 403) {
    if (Number.isFinite(asked) && asked >= 0) return asked <= longestWait ? asked : undefined;
    if (headers["x-ratelimit-remaining"] === "0") return untilReset(headers["x-ratelimit-reset"]);
    return status === 429 ? wait : undefined;
  }
  return repeatable && (status === 0 || status >= 500) ? wait : undefined;
}

function untilReset(reset: string | undefined): number | undefined {
  const seconds = Number(reset) - Date.now() / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return seconds <= longestWait ? Math.max(1, Math.ceil(seconds)) : undefined;
}

type Answer = { readonly status: number; readonly headers: { readonly [name: string]: string | undefined } };

/** The status and headers of an answer that the client threw; 0 where none came. */
function answerOf(cause: unknown): Answer {
  if (typeof cause !== "object" || cause === null) return { status: 0, headers: {} };
  const status = "status" in cause && typeof cause.status === "number" ? cause.status : 0;
  const response = "response" in cause ? cause.response : undefined;
  if (typeof response !== "object" || response === null || !("headers" in response)) return { status, headers: {} };
  const { headers } = response;
  if (typeof headers !== "object" || headers === null) return { status, headers: {} };
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { status, headers: Object.fromEntries(named) };
}
