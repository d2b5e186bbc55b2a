import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { account, configuration, deployment } from "../manifests.ts";
import { gitIn, makeRepository, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

const diff = { mode: "diff", "base-ref": "base" };

/** The base as it was: without network and programs of the checkout, and whatever is wrong with it. */
export const baseSuite: Suite = {
  name: "base",
  async run(surroundings) {
    const repository = makeRepository();
    const { write, commit, git } = repository;
    try {
      write({
        "podgraft.yaml": configuration,
        "apps/orders.yaml": deployment("orders"),
        "apps/account.yaml": account("orders", "orders"),
      });
      commit("first");
      git("tag", "base");
      write({ "apps/account.yaml": account("orders", "orders-v2") });
      commit("second");
      await checkout(repository, surroundings);
      await broken(repository, surroundings);
      await dependencies(repository, surroundings);
      await others(repository, surroundings);
    } finally {
      repository.remove();
    }
  },
};

function marker({ folder }: Repository): string {
  return join(folder, "../ran");
}

/** Hooks and filters are programs; a partial clone would fetch. */
async function checkout(repository: Repository, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, git, commit } = repository;
  const ran = marker(repository);
  git("branch", "kept");
  write({ ".gitattributes": "*.yaml filter=evil\n" });
  commit("attributes");
  git("tag", "with-filter");
  const hook = join(folder, ".git/hooks/post-checkout");
  writeFileSync(hook, `#!/bin/sh\ntouch '${ran}'\n`);
  chmodSync(hook, 0o755);
  git("config", "filter.evil.smudge", `sh -c "touch '${ran}'; cat"`);
  git("config", "filter.evil.required", "true");
  const inputs = { path: "apps", mode: "diff", "base-ref": "with-filter" };
  const result = await action.run({ workspace: folder, inputs, env: { PATH: path() } });
  count.match("the base is read", result.summary, /no identity changes/);
  count.ok("no hook and no filter runs", !existsSync(ran));
  rmSync(hook);
  git("config", "--unset-all", "filter.evil.smudge");
  git("config", "--unset-all", "filter.evil.required");
  git("checkout", "--quiet", "--detach", "kept");

  const partial = `${folder}-partial`;
  git("config", "uploadpack.allowFilter", "true");
  gitIn(folder)("clone", "--quiet", "--filter=blob:none", `file://${folder}`, partial);
  const lacking = await action.run({ workspace: partial, inputs: { ...diff, path: "apps" }, env: { PATH: path() } });
  count.equal("a partial clone fails", lacking.status, 1);
  count.match(
    "for nothing is fetched, and is told what to do",
    lacking.log,
    /is not whole in this clone; give actions\/checkout no filter/,
  );
  const bare = await action.run({ workspace: folder, inputs: { path: "apps" }, env: { PATH: "/nowhere" } });
  count.match("verify needs no git", bare.log, /1 Pod/);
  const without = await action.run({ workspace: folder, inputs: { ...diff, path: "apps" }, env: { PATH: "/nowhere" } });
  count.match("diff says that there is none", without.log, /there is no program git/);
}

/** Whoever repairs a base has to get a check that passes. */
async function broken(repository: Repository, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit, git } = repository;
  const against = async (title: string, files: Parameters<Repository["write"]>[0]) => {
    git("checkout", "--quiet", "--detach", "kept");
    write(files);
    const inputs = { path: "apps", mode: "diff", "base-ref": commit(title) };
    git("checkout", "--quiet", "--detach", "kept");
    const result = await action.run({ workspace: folder, inputs, env: { PATH: path() } });
    count.equal(`${title}: passes`, [result.status, result.outputs.violations], [0, "0"]);
    count.match(`${title}: says that it is not compared`, result.summary, /^### Podgraft: ⚠️ .*not compared/);
    count.ok(`${title}: names no folder of the runner's`, !result.log.includes("podgraft-base-"), () => result.log);
    return result;
  };
  const yaml = await against("broken YAML in the base", { "apps/orders.yaml": `${deployment("orders")}  bad: [\n` });
  count.match("with the place", yaml.log, /not compared, for the base cannot be read: apps\/orders\.yaml:\d+/);
  const config = await against("a broken configuration in the base", {
    "podgraft.yaml": "kind: Config\nproviders: 7\n",
  });
  count.match("with the field", config.log, /the base cannot be compared with: podgraft\.yaml.*providers/);
}

/** `charts/` is in few repositories, and nothing is fetched for a base. */
async function dependencies(repository: Repository, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit, git } = repository;
  git("checkout", "--quiet", "--detach", "kept");
  const chart = (version: string): string =>
    `apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n  - { name: local, version: 1.0.0, repository: "file://../local" }\n  - { name: remote, version: ${version}, repository: "https://charts.example" }\n`;
  const template = (name: string, serviceAccount: string): string =>
    deployment("orders", serviceAccount).replace("name: orders\n", `name: "{{ .Release.Name }}-${name}"\n`);
  write({
    ".gitignore": "charts/shop/charts/\n",
    "charts/shop/Chart.yaml": chart("2.0.0"),
    "charts/shop/templates/account.yaml": account("orders", "orders"),
    "charts/local/Chart.yaml": "apiVersion: v2\nname: local\nversion: 1.0.0\n",
    "charts/local/templates/web.yaml": template("web", "other"),
    "../remote/Chart.yaml": "apiVersion: v2\nname: remote\nversion: 2.0.0\n",
    "../remote/templates/job.yaml": template("job", "orders"),
  });
  const base = commit("chart");
  write({ "charts/local/templates/web.yaml": template("web", "orders") });
  commit("another ServiceAccount in the local chart");
  // What helm dependency build makes: archives, of which the workflow's step before this one has those of the head.
  write({ "charts/shop/charts/.keep": "" });
  const archive = (name: string, from: string, version: string): void =>
    void execFileSync("tar", ["czf", join(folder, `charts/shop/charts/${name}-${version}.tgz`), "-C", from, name]);
  archive("local", join(folder, "charts"), "1.0.0");
  archive("remote", join(folder, ".."), "2.0.0");
  const inputs = { path: "charts/shop", mode: "diff", "base-ref": base, namespace: "shop" };
  for (const helm of ["helm3", "helm4"] as const) {
    const built = await action.run({ workspace: folder, inputs, env: { PATH: path(helm) } });
    count.equal(`${helm}: a base whose dependencies are not in it`, [built.status, built.outputs.changed], [0, "true"]);
    count.match(`${helm}: the local chart is the base's own`, built.summary, /identity changes: 1 gained\b/);
  }
  write({ "charts/shop/Chart.yaml": chart("3.0.0") });
  const other = await action.run({ workspace: folder, inputs, env: { PATH: path("helm3") } });
  count.match("dependencies that the head does not have", other.log, /the base names other dependencies than the head/);
  const sub = await action.run({
    workspace: folder,
    inputs: { path: "charts/shop", namespace: "shop" },
    env: { PATH: path("helm3") },
  });
  const files = sub.commands.filter(({ name }) => name === "error").map(({ properties }) => properties.file);
  count.equal("what comes out of an archive is shown on the chart", [...new Set(files)], ["charts/shop/Chart.yaml"]);
  write({ "charts/shop/charts": null });
  git("checkout", "--quiet", "--force", "--detach", "kept");
}

async function others({ folder, write, git }: Repository, { action, count, path }: Surroundings): Promise<void> {
  git("clone", "--quiet", folder, join(folder, "module"));
  const result = await action.run({
    workspace: folder,
    inputs: { ...diff, path: "module/apps" },
    env: { PATH: path() },
  });
  count.match(
    "a checkout within the checkout",
    result.summary,
    /module is a checkout of its own, which the base does not have/,
  );
  write({ module: null });
}
