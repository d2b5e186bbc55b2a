import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { account, deployment, pullRequest } from "../manifests.ts";
import type { Step } from "../packed-action.ts";
import { gitIn, makeShop, mergePullRequest, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

/** What a hostile pull request could try. */
export const safetySuite: Suite = {
  name: "safety",
  async run(surroundings) {
    const repository = makeShop();
    try {
      const base = repository.commit("first");
      await privilegedEvents(repository, base, surroundings);
      await commands(repository, surroundings);
      await tools(repository, surroundings);
    } finally {
      repository.remove();
    }
  },
};

async function privilegedEvents(
  repository: Repository,
  base: string,
  { action, count, path }: Surroundings,
): Promise<void> {
  const { folder, write, commit, git } = repository;
  write({ "apps/orders.yaml": deployment("orders", "default") });
  const head = commit("head");
  const target = { name: "pull_request_target", payload: pullRequest(base, head, "stranger/manifests"), sha: base };
  const step = { workspace: folder, inputs: { path: "apps", "fail-on": "never" }, env: { PATH: path() } };
  const refused = await action.run({ ...step, event: target });
  count.equal("pull_request_target with the head checked out is refused", refused.status, 1);
  count.match("and told why", refused.log, /Use the event pull_request, or say allow-untrusted-checkout: true/);
  const told = await action.run({
    ...step,
    event: target,
    inputs: { ...step.inputs, "allow-untrusted-checkout": "true" },
  });
  count.equal("unless told", told.status, 0);
  mergePullRequest(repository, base, head);
  const merged = await action.run({ ...step, event: target });
  count.equal("the merge of it is refused too", merged.status, 1);
  git("checkout", "--quiet", "--detach", base);
  const trusted = await action.run({ ...step, event: target });
  count.equal("the base's own commit is not", trusted.status, 0);
  git("checkout", "--quiet", "--detach", head);
  const after = {
    name: "workflow_run",
    payload: { workflow_run: { head_sha: head, event: "pull_request" } },
    sha: base,
  };
  const later = await action.run({ ...step, event: after });
  count.equal("workflow_run with the triggering commit is refused", later.status, 1);
  const own = { event: "push", head_repository: { full_name: "shop/manifests" } };
  const pushed = { ...after, payload: { workflow_run: { ...own, head_sha: head } } };
  count.equal(
    "after a push of the repository's own it is not",
    (await action.run({ ...step, event: pushed })).status,
    0,
  );
  const forked = { event: "push", head_repository: { full_name: "stranger/manifests" } };
  const elsewhere = { ...after, payload: { workflow_run: { ...forked, head_sha: head } } };
  count.equal("after one in a fork it is", (await action.run({ ...step, event: elsewhere })).status, 1);
  const commented = { name: "issue_comment", payload: { issue: { number: 7, pull_request: {} } }, sha: base };
  count.equal("a comment on a pull request is refused", (await action.run({ ...step, event: commented })).status, 1);
  const issue = { ...commented, payload: { issue: { number: 7 } } };
  count.equal("a comment on an issue is not", (await action.run({ ...step, event: issue })).status, 0);
  git("checkout", "--quiet", "--detach", base);
  count.equal("workflow_run on another one is not", (await action.run({ ...step, event: after })).status, 0);
  await checkouts(repository, { target, head }, { action, count, path });
}

/** The pull request's commit in a folder of its own, beside or below the one that is trusted. */
async function checkouts(
  { folder, git, write }: Repository,
  { target, head }: { readonly target: NonNullable<Step["event"]>; readonly head: string },
  { action, count, path }: Pick<Surroundings, "action" | "count" | "path">,
): Promise<void> {
  git("clone", "--quiet", folder, join(folder, "theirs"));
  gitIn(join(folder, "theirs"))("checkout", "--quiet", "--detach", head);
  const step = { event: target, env: { PATH: path() } };
  for (const inputs of [{ path: "theirs/apps" }, { path: "*/apps" }, { path: ".", "working-directory": "theirs" }]) {
    const result = await action.run({ ...step, workspace: folder, inputs: { ...inputs, "fail-on": "never" } });
    count.equal(`a second checkout is looked at: ${JSON.stringify(inputs)}`, result.status, 1);
    count.match("and refused", result.log, /is not of the commit that it runs for/);
  }
  write({ "../loose/apps/orders.yaml": deployment("orders") });
  const loose = await action.run({ ...step, workspace: join(folder, "../loose") });
  count.match("so is what belongs to no checkout", loose.log, /is not of the commit that it runs for/);
  write({ theirs: null, "../loose": null });
}

/** A name in a manifest must not become a command of the runner. */
async function commands({ folder, write }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const names = [
    "x%0A::error::forged",
    "::error::forged",
    "##[error]forged",
    "a\\n::set-output name=x::forged",
    "a\\r\\n::add-mask::forged",
    "</details><script>forged</script>@everyone",
  ];
  const documents = names.map((name) => deployment("orders", "missing").replace("name: orders", `name: "${name}"`));
  const volumes = names.map((name) =>
    deployment("orders").replace(
      "image:",
      `volumeMounts: [{ name: "${name}", mountPath: /var/run/secrets/eks.amazonaws.com/serviceaccount }]\n          image:`,
    ),
  );
  write({
    "hostile/all.yaml": [...documents, ...volumes, account("orders", "orders")].join("---\n"),
    "hostile/:: forged,.yaml": "containers: [\n",
  });
  const result = await action.run({ workspace: folder, inputs: { path: "hostile" }, env: { PATH: path() } });
  count.equal("it fails for what it says", result.status, 1);
  const strange = result.commands.filter(({ name }) => !["error", "warning", "notice"].includes(name));
  count.equal("no other command is in the log", strange, []);
  const forged = result.commands.filter(
    ({ text, properties }) =>
      text.startsWith("forged") ||
      Object.keys(properties).some((key) => !["title", "file", "line", "col"].includes(key)),
  );
  count.equal("no annotation is forged", forged, []);
  count.ok("no markup comes through", !result.summary.includes("<script>") && !result.summary.includes("@everyone"));
}

/** Charts are programs: they get neither the token nor the inputs, and not all of the time. */
async function tools({ folder, write }: Repository, { action, count, path }: Surroundings): Promise<void> {
  write({ "chart/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.0.0\n" });
  const fake = (script: string): string => {
    const tools = path();
    writeFileSync(join(tools, "helm"), `#!${process.execPath}\n${script}\n`);
    chmodSync(join(tools, "helm"), 0o755);
    return tools;
  };
  write({ "chart/$(id) `x`.yaml": "" });
  const inputs = { path: "chart", values: "$(id) `x`.yaml", "github-token": "ghs_token_marker", namespace: "shop" };
  const env = {
    GITHUB_TOKEN: "ghs_token_marker",
    GH_ENTERPRISE_TOKEN: "ghs_token_marker",
    ACTIONS_RUNTIME_TOKEN: "ghs_token_marker",
    HELM_NAMESPACE: "elsewhere",
    HELM_PLUGINS: "/plugins",
    KUBECONFIG: "/cluster",
  };
  const seen = join(folder, "seen.json");
  const record = `require("fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ env: process.env, argv: process.argv.slice(2) }))`;
  await action.run({ workspace: folder, inputs, env: { ...env, PATH: fake(record) } });
  const text = readFileSync(seen, "utf8");
  count.ok("renderers do not see the token", !text.includes("ghs_token_marker"));
  const { argv, env: given } = JSON.parse(text) as { argv: string[]; env: { [name: string]: string } };
  const leading = Object.keys(given).filter((name) => /^(?:INPUT_|ACTIONS_|GITHUB_|GH_)/.test(name));
  count.equal("nor what leads into later steps", leading, []);
  count.ok(
    "Helm has a home of its own, which is gone",
    [given.HELM_DATA_HOME, given.HELM_PLUGINS, given.KUBECONFIG].every(
      (at = "/") => at.includes("podgraft-helm-") && !existsSync(at),
    ),
  );
  count.equal("and no namespace that the workflow did not give it", given.HELM_NAMESPACE, "");
  const last = join(folder, "chart/$(id) `x`.yaml");
  count.equal("arguments reach them whole, without a shell", argv.slice(-2), ["--values", last]);

  const slow = await action.run({
    workspace: folder,
    inputs: { path: "chart", "render-timeout": "1" },
    env: { PATH: fake("setTimeout(() => {}, 60_000)") },
  });
  count.equal("a renderer that does not end: the check fails", slow.status, 1);
  count.match("and says so", slow.log, /helm was ended after 1 s, the limit/);
  const loud = await action.run({
    workspace: folder,
    inputs: { path: "chart", "render-limit": "1" },
    env: { PATH: fake("process.stdout.write('# x'.repeat(2_000_000))") },
  });
  count.match("one that prints without end", loud.log, /helm was ended after 1 MiB of output, the limit/);
  write({ chart: null, "seen.json": null });
}
