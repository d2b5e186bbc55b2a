import { account, pullRequest } from "../manifests.ts";
import { apiToken, startGithubApi, type GithubApi, type Refusal, type StoredComment } from "../github-api.ts";
import type { StepResult } from "../packed-action.ts";
import { makeShop, mergePullRequest } from "../repository.ts";
import type { Suite } from "../suite.ts";

const robot = { login: "github-actions[bot]", type: "Bot" };

/** One comment on the pull request, whatever GitHub answers. */
export const commentSuite: Suite = {
  name: "comment",
  async run({ action, count, path }) {
    const repository = makeShop();
    const { folder, write, commit } = repository;
    const base = commit("first");
    write({ "apps/account.yaml": account("orders", "orders-v2") });
    const head = commit("second");
    const sha = mergePullRequest(repository, base, head);

    type Given = {
      readonly inputs?: { readonly [name: string]: string };
      readonly fork?: string;
      readonly event?: string;
    };
    async function run(api: GithubApi, { inputs = {}, fork, event = "pull_request" }: Given = {}): Promise<StepResult> {
      const result = await action.run({
        workspace: folder,
        inputs: { path: "apps", mode: "diff", "github-token": apiToken, ...inputs },
        event: { name: event, payload: pullRequest(base, head, fork), sha },
        api: api.url,
        env: { PATH: path() },
      });
      count.ok(
        "the token is in no output",
        ![result.log, result.stderr, result.summary].some((text) => text.includes(apiToken)),
      );
      return result;
    }
    async function withApi(
      comments: readonly Omit<StoredComment, "id">[],
      work: (api: GithubApi) => Promise<void>,
    ): Promise<void> {
      const api = await startGithubApi(comments);
      try {
        await work(api);
        count.equal("GitHub would take every request", api.complaints, []);
      } finally {
        await api.stop();
      }
    }

    try {
      let body = "";
      await withApi([], async (api) => {
        const first = await run(api);
        count.equal("a comment is made", api.comments.length, 1);
        body = api.comments[0]?.body ?? "";
        count.match("with a marker that nobody sees", body, /^<!-- podgraft:[0-9a-f]{16} -->\n### Podgraft: /);
        count.match("and a way to the rest", body, /https:\/\/github\.com\/shop\/manifests\/actions\/runs\/4711/);
        count.ok("output comment-body is it", body.endsWith(first.outputs["comment-body"] ?? "-"));
        await run(api);
        count.equal("a second run changes nothing", api.requests.filter(({ method }) => method !== "GET").length, 1);
        const [comment] = api.comments;
        if (comment !== undefined) comment.body = body.replace("orders-v2", "orders-v1");
        await run(api);
        count.equal("it is brought up to date, not repeated", [api.comments.length, api.comments[0]?.body], [1, body]);
        const other = await run(api, { inputs: { environment: "", namespace: "other" } });
        count.equal("another use has its own", [other.status, api.comments.length], [0, 2]);
      });

      const marker = body.split("\n")[0] ?? "";
      const many = Array.from({ length: 250 }, (_none, index) => ({
        body: `talk ${index}`,
        user: { login: "dev", type: "User" },
      }));
      await withApi([...many, { body: `${marker}\nold`, user: robot }], async (api) => {
        await run(api);
        count.equal("it is found on a later page", [api.comments.length, api.comments.at(-1)?.body], [251, body]);
        count.equal("by pages of 100", api.requests.filter(({ method }) => method === "GET").length, 3);
      });
      await withApi([{ body: `${marker}\nforged`, user: { login: "stranger", type: "User" } }], async (api) => {
        await run(api);
        count.equal(
          "somebody else's comment with the marker is left alone",
          [api.comments.length, api.comments[0]?.body],
          [2, `${marker}\nforged`],
        );
      });
      await withApi([{ body: `${marker}\nold`, user: { login: "shop-robot", type: "User" } }], async (api) => {
        await run(api);
        count.equal(
          "with a user's token the user's own is updated",
          [api.comments.length, api.comments[0]?.body],
          [1, body],
        );
      });
      await withApi([], async (api) => {
        const quiet = await run(api, { inputs: { mode: "verify", path: "apps/account.yaml" } });
        count.equal("nothing to say: no comment", [quiet.status, api.comments.length], [0, 0]);
        await run(api, { inputs: { mode: "verify", path: "apps/account.yaml", comment: "always" } });
        count.equal("comment: always", api.comments.length, 1);
        const never = await run(api, { inputs: { comment: "never" } });
        count.equal("comment: never", [never.status, api.comments.length], [0, 1]);
      });
      await withApi([], async (api) => {
        const fork = await run(api, { fork: "stranger/manifests" });
        count.equal("a fork: passes, no call, the summary has it", [fork.status, api.requests.length], [0, 0]);
        count.match("a fork: and it is said", fork.log, /from forks may only read; the summary has it all/);
        count.match("a fork: the summary", fork.summary, /identity changes: 1 changed/);
        const pushed = await action.run({
          workspace: folder,
          inputs: { path: "apps", "github-token": apiToken },
          event: { name: "push" },
          api: api.url,
          env: { PATH: path() },
        });
        count.equal("no pull request: no call", [pushed.outputs.violations, api.requests.length], ["2", 0]);
      });

      const forGood: readonly (readonly [title: string, method: string, refusal: Refusal, said: RegExp])[] = [
        ["401", "GET", { status: 401 }, /does not know the github-token/],
        ["403", "POST", { status: 403 }, /may not comment; the job needs permissions: pull-requests: write/],
        ["404", "GET", { status: 404 }, /does not see the pull request/],
        [
          "422",
          "POST",
          { status: 422, body: '{"message":"Validation Failed"}' },
          /GitHub refused the comment \(Validation Failed/,
        ],
        ["500", "GET", { status: 500 }, /GitHub's API could not be used/],
        ["broken JSON", "POST", { status: 500, body: "<html>" }, /no comment: /],
        [
          "a rate limit of an hour",
          "GET",
          {
            status: 403,
            headers: {
              "x-ratelimit-remaining": "0",
              "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3600),
            },
          },
          /no comment: /,
        ],
        [
          "retry after a day",
          "GET",
          { status: 429, headers: { "retry-after": "86400" } },
          /GitHub asks to comment later/,
        ],
      ];
      for (const [title, method, refusal, said] of forGood) {
        await withApi([], async (api) => {
          api.refuse(method, [refusal], true);
          const result = await run(api);
          count.equal(`${title}: the check's status is its own`, [result.status, result.outputs.changed], [0, "true"]);
          count.match(`${title}: it is said`, result.log, said);
          count.match(`${title}: the summary has it`, result.summary, /identity changes: 1 changed/);
          count.ok(`${title}: not asked without end`, api.requests.length <= 4, () => String(api.requests.length));
        });
      }
      const forAWhile: readonly (readonly [title: string, method: string, refusals: readonly Refusal[]])[] = [
        ["a server's fault", "GET", [{ status: 502 }, { status: 503 }]],
        ["retry-after", "GET", [{ status: 429, headers: { "retry-after": "1" } }]],
        ["a secondary rate limit", "POST", [{ status: 403, headers: { "retry-after": "1" } }]],
      ];
      for (const [title, method, refusals] of forAWhile) {
        await withApi([], async (api) => {
          api.refuse(method, refusals);
          const result = await run(api);
          count.equal(`${title}: tried again`, [result.status, api.comments.length], [0, 1]);
        });
      }
      const gone = await startGithubApi();
      await gone.stop();
      const result = await run(gone);
      count.equal("no server at all", [result.status, result.outputs.changed], [0, "true"]);
      count.match("no server at all: it is said", result.log, /GitHub's API could not be used/);
    } finally {
      repository.remove();
    }
  },
};
