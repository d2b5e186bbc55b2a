import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sarifErrors } from "../../report/formats/sarif-schema.ts";
import { apiToken, startGithubApi } from "../github-api.ts";
import { account, configuration, deployment, pullRequest } from "../manifests.ts";
import { makeRepository } from "../repository.ts";
import type { Suite } from "../suite.ts";

/** More than GitHub shows: sorted, cut at whole pieces, and counted. */
export const limitsSuite: Suite = {
  name: "limits",
  async run({ action, count, path }) {
    const repository = makeRepository();
    const { folder, write, commit } = repository;
    const names = Array.from({ length: 5000 }, (_none, index) => `orders-${String(index).padStart(4, "0")}`);
    const accounts = (role: string): string => names.map((name) => account(name, role)).join("---\n");
    const api = await startGithubApi();
    try {
      write({
        "podgraft.yaml": configuration,
        "apps/all.yaml": names.map((name) => deployment(name)).join("---\n"),
        "apps/accounts.yaml": accounts("first"),
      });
      const base = commit("first");
      const step = { workspace: folder, env: { PATH: path() }, api: api.url };
      const inputs = {
        path: "apps",
        "github-token": apiToken,
        "sarif-file": "out/podgraft.sarif",
        "report-dir": "out",
      };
      const verified = await action.run({
        ...step,
        inputs,
        event: { name: "pull_request", payload: pullRequest(base, base) },
      });
      count.equal("10,000 findings", [verified.status, verified.outputs.violations], [1, "10000"]);
      const errors = verified.commands.filter(({ name }) => name === "error");
      count.equal("ten annotations of a kind", errors.length, 10);
      count.match("the others are counted", verified.log, /9990 more of severity error than annotations can show/);
      count.ok("the summary is not too large", Buffer.byteLength(verified.summary) <= 1_048_576, () =>
        String(verified.summary.length),
      );
      count.match("and counts what is left", verified.summary, /… and \d+ more/);
      const sarif = JSON.parse(readFileSync(join(folder, "out/podgraft.sarif"), "utf8")) as {
        runs: { results: object[] }[];
      };
      count.equal("the SARIF is valid", sarifErrors(sarif), []);
      count.equal(
        "and has no more than code scanning keeps",
        [sarif.runs.length, sarif.runs[0]?.results.length],
        [1, 5000],
      );
      count.ok("the comment fits", (api.comments[0]?.body.length ?? 0) <= 65_536 && api.comments.length === 1);
      write({ out: null, "apps/accounts.yaml": accounts("second") });
      const head = commit("second");
      const event = { name: "pull_request", payload: pullRequest(base, head) };
      const compared = await action.run({ ...step, inputs: { ...inputs, mode: "diff" }, event });
      count.equal("5,000 identities that change", [compared.status, compared.outputs.changed], [0, "true"]);
      count.match("in numbers", compared.summary, /identity changes: 5000 changed/);
      count.match("what has no room is counted", compared.summary, /… and \d+ more identity changes/);
      count.ok("the summary is not too large", Buffer.byteLength(compared.summary) <= 1_048_576);
      const whole = readFileSync(join(folder, "out/diff/manifests.md"), "utf8");
      count.ok("a diff of 2 MB is in the report's folder", whole.length > 2_000_000, () => String(whole.length));
      const comment = api.comments.at(-1)?.body ?? "";
      count.ok("the comment fits", comment.length <= 65_536 && comment.length > 50_000, () => String(comment.length));
      count.equal("every fold is closed", comment.split("<details>").length, comment.split("</details>").length);
      count.equal("every fence is closed", (comment.match(/^`{3,}/gm) ?? []).length % 2, 0);
      count.match("and the way to the rest is there", comment.slice(-300), /actions\/runs\/4711/);
      count.equal("GitHub would take every request", api.complaints, []);
    } finally {
      await api.stop();
      repository.remove();
    }
  },
};
