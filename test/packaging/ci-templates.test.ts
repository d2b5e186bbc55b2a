import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parse } from "yaml";
import { account } from "../action/manifests.ts";
import { makeShop } from "../action/repository.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

type Job = {
  script: string[];
  variables: Record<string, string>;
  artifacts: { paths: string[]; reports: { junit: string } };
};
type Hook = { id: string; entry: string; args: string[]; language: string; pass_filenames: boolean; files: string };

/** A folder whose `npx` and `podgraft` are the compiled program, whatever package npx is told. */
function programs(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${program}" "$@"\n`);
  writeFileSync(join(bin, "podgraft"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  for (const name of ["npx", "podgraft"]) chmodSync(join(bin, name), 0o755);
  return bin;
}

function bash(
  script: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      "bash",
      ["-eo", "pipefail", "-c", script],
      { cwd, env, timeout: 60_000 },
      (_error, stdout, stderr) => resolve({ status: child.exitCode, output: stdout + stderr }),
    );
  });
}

t.test("the GitLab job, run as GitLab's runner does", async (t) => {
  const repository = makeShop();
  t.teardown(() => repository.remove());
  const base = repository.commit("first");
  repository.write({ "apps/account.yaml": account("orders", "orders-v2") });
  repository.commit("second");
  const { podgraft } = parse(readFileSync(`${root}packaging/gitlab/podgraft.gitlab-ci.yml`, "utf8")) as {
    podgraft: Job;
  };
  const { script, variables, artifacts } = podgraft;
  const bin = programs(join(repository.folder, ".git"));
  const env = { PATH: `${bin}:${process.env.PATH ?? ""}`, ...variables, PODGRAFT_PATH: "apps" };
  const run = (more: Record<string, string>) => bash(script.join("\n"), repository.folder, { ...env, ...more });

  const merge = await run({ CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
  t.equal(merge.status, 1, "Pods without their identity fail the job");
  t.match(merge.output, "Podgraft: identity changes: 1 changed", "what the merge request changes is in the log");
  t.match(readFileSync(join(repository.folder, artifacts.paths[0] ?? "", "diff.md"), "utf8"), /role\/orders-v2/);
  t.match(readFileSync(join(repository.folder, artifacts.reports.junit), "utf8"), /<failure/);
  t.equal(repository.git("worktree", "list").split("\n").length, 1, "the base is cleared away");

  const branch = await run({ PODGRAFT_FAIL_ON: "never" });
  t.equal(branch.status, 0, branch.output);
  t.notMatch(branch.output, "identity changes");
});

t.test("the pre-commit hook", async (t) => {
  const [hook, ...more] = parse(readFileSync(`${root}.pre-commit-hooks.yaml`, "utf8")) as Hook[];
  t.strictSame(more, []);
  const { bin } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { bin: Record<string, string> };
  const [command = "", ...words] = (hook?.entry ?? "").split(" ");
  t.ok(Object.hasOwn(bin, command), "the program is one that the package installs");
  t.match("manifests/orders.yaml", new RegExp(hook?.files ?? "-"));
  t.notMatch("main.ts", new RegExp(hook?.files ?? "-"));
  const repository = makeShop();
  t.teardown(() => repository.remove());
  repository.commit();
  const env = { PATH: `${programs(join(repository.folder, ".git"))}:${process.env.PATH ?? ""}` };
  const run = await bash([command, ...words, ...(hook?.args ?? [])].join(" "), repository.folder, env);
  t.equal(run.status, 1);
  t.match(run.output, "fail Deployment shop/orders at apps/orders.yaml");
});
