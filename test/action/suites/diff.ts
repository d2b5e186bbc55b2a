import { readFileSync } from "node:fs";
import { join } from "node:path";
import { account, configuration, deployment, pullRequest } from "../manifests.ts";
import { gitIn, makeRepository, mergePullRequest, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

/** What a pull request changes, both sides by their own configuration. */
export const diffSuite: Suite = {
  name: "diff",
  async run(surroundings) {
    const repository = makeRepository();
    try {
      repository.write({
        "podgraft.yaml": configuration,
        "apps/orders.yaml": deployment("orders"),
        "apps/stock.yaml": deployment("stock", "orders"),
        "cluster/accounts.yaml": account("orders", "orders"),
        "README.md": "Shop\n",
      });
      const base = repository.commit("first");
      await changes(repository, base, surroundings);
      await events(repository, base, surroundings);
      await clones(repository, base, surroundings);
      await rendered(surroundings);
    } finally {
      repository.remove();
    }
  },
};

async function changes(repository: Repository, base: string, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit, git } = repository;
  const both = { path: "apps\ncluster", mode: "diff" };
  const review = async (title: string, files: Parameters<Repository["write"]>[0], inputs: object = both) => {
    git("checkout", "--quiet", "--detach", base);
    write(files);
    const head = commit(title);
    const sha = mergePullRequest(repository, base, head);
    const event = { name: "pull_request", payload: pullRequest(base, head), sha };
    const result = await action.run({
      workspace: folder,
      inputs: { ...both, ...inputs },
      event,
      env: { PATH: path() },
    });
    count.equal(`${title}: worktrees are cleared away`, git("worktree", "list").split("\n").length, 1);
    return result;
  };

  const role = await review("another role of a ServiceAccount", {
    "cluster/accounts.yaml": account("orders", "orders-v2"),
  });
  count.equal("a role: passes, and tells that it changed", [role.status, role.outputs.changed], [0, "true"]);
  count.match(
    "a role: both Pods, before and after",
    role.summary,
    /Deployment shop\/orders<.*role\/orders .*role\/orders-v2 /,
  );
  count.match(
    "a role: of the Pod in another file too",
    role.summary,
    /Deployment shop\/stock<.*role\/orders .*role\/orders-v2 /,
  );
  count.match("a role: in numbers", role.summary, /^### Podgraft: ✅ identity changes: 2 changed/);

  const map = await review("only the identity map", {
    "podgraft.yaml": `${configuration}identities:\n  - match: { namespace: shop, serviceAccount: orders }\n    override: true\n    annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/mapped" }\n`,
  });
  count.match("the identity map: every Pod that it changes", map.summary, /identity changes: 2 changed/);
  count.match(
    "the identity map: the configuration is another",
    map.summary,
    /configuration `[0-9a-f]{12}` → `[0-9a-f]{12}`/,
  );

  const lost = await review("the ServiceAccount loses its role", {
    "cluster/accounts.yaml": account("other", "other"),
  });
  count.match("a lost role", lost.summary, /identity changes: 2 lost/);

  const gke = `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: orders\n  namespace: shop\n  annotations:\n    iam.gke.io/gcp-service-account: orders@shop.iam.gserviceaccount.com\n`;
  const google = await review("Google's own way on its clusters", { "cluster/accounts.yaml": gke });
  count.match(
    "GKE's own annotation is an identity",
    google.summary,
    /GKE.*orders@shop\.iam\.gserviceaccount\.com|orders(?:@|&#64;)shop\.iam\.gserviceaccount\.com/,
  );

  const words = await review("nothing about Pods", { "README.md": "Another shop\n" });
  count.equal("no difference", [words.status, words.outputs.changed], [0, "false"]);
  count.match("no difference is said", words.summary, /no identity changes/);

  const added = await review("a new folder", { "apps/new/deployment.yaml": deployment("new", "orders") });
  count.match("a new workload gains its identity", added.summary, /Deployment shop\/new<.*\| – \|/);
  const gone = await review("a folder goes", { "apps/stock.yaml": null });
  count.match("a workload that goes loses it", gone.summary, /Deployment shop\/stock<.*\| – \|\n/);

  const context = await review(
    "a ServiceAccount in the context",
    { "cluster/accounts.yaml": account("orders", "orders-v3") },
    { path: "apps", context: "cluster" },
  );
  count.match("the base has its own context", context.summary, /identity changes: 2 changed/);

  const broken = await review("broken YAML", { "apps/orders.yaml": `${deployment("orders")}  bad: [\n` });
  count.equal("broken YAML fails", broken.status, 1);
  const [note] = broken.commands.filter(({ name }) => name === "error");
  count.equal("broken YAML: the note is on the file", note?.properties.file, "apps/orders.yaml");
  count.ok("broken YAML: and on the line", Number(note?.properties.line) > 10, () => String(note?.properties.line));

  const moved = await review(
    "a new configuration",
    { "podgraft.yaml": null, "config/podgraft.yaml": configuration },
    { config: "config/podgraft.yaml" },
  );
  count.match("a configuration that the base does not have", moved.summary, /identity changes: 2 gained/);
  count.match("and it is said", moved.log, /no podgraft\.yaml was found for the base/);
}

async function events(repository: Repository, base: string, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit, git } = repository;
  git("checkout", "--quiet", "--detach", base);
  write({ "cluster/accounts.yaml": account("orders", "pushed") });
  const head = commit("pushed");
  const step = { workspace: folder, env: { PATH: path() }, inputs: { path: "apps\ncluster", mode: "diff" } };
  const pushed = await action.run({ ...step, event: { name: "push", payload: { before: base } } });
  count.match("push: with what was before it", pushed.summary, /2 changed/);
  const queued = await action.run({
    ...step,
    event: { name: "merge_group", payload: { merge_group: { base_sha: base } } },
  });
  count.match("merge_group: with its base", queued.summary, /2 changed/);
  const created = await action.run({ ...step, event: { name: "push", payload: { before: "0".repeat(40) } } });
  count.equal("push of a new branch: nothing to compare with", created.status, 1);
  count.match("and what to do", created.log, /base-ref/);
  const asked = await action.run({ ...step, event: { name: "workflow_dispatch" } });
  count.match("workflow_dispatch names none", asked.log, /the event workflow_dispatch names none; give base-ref/);
  const named = await action.run({
    ...step,
    event: { name: "workflow_dispatch" },
    inputs: { ...step.inputs, "base-ref": base },
  });
  count.match("base-ref: a commit", named.summary, /2 changed/);
  git("branch", "--force", "trunk", base);
  const branch = await action.run({ ...step, inputs: { ...step.inputs, "base-ref": "trunk" } });
  count.match("base-ref: a branch", branch.summary, /2 changed/);
  const absent = await action.run({ ...step, inputs: { ...step.inputs, "base-ref": "no-such" } });
  count.match(
    "base-ref: one that is not there",
    absent.log,
    /"no-such" is not in this clone; give actions\/checkout fetch-depth: 0/,
  );
  const option = await action.run({ ...step, inputs: { ...step.inputs, "base-ref": "--upload-pack=x" } });
  count.match("base-ref: an option of git's", option.log, /expected a branch, tag or commit/);

  // The base went on after the branch had left it, and the branch itself is checked out.
  git("checkout", "--quiet", "--detach", base);
  write({ "apps/later.yaml": deployment("later", "orders") });
  const later = commit("later");
  git("checkout", "--quiet", "--detach", head);
  const event = { name: "pull_request", payload: pullRequest(later, head) };
  const branched = await action.run({ ...step, event });
  count.match(
    "a pull request is compared with where it left its base",
    branched.summary,
    /identity changes: 2 changed/,
  );
}

async function clones(repository: Repository, base: string, { action, count, path }: Surroundings): Promise<void> {
  const { folder, git } = repository;
  const inputs = { path: "apps\ncluster", mode: "diff" };
  git("checkout", "--quiet", "--force", "-B", "branch", base);
  repository.write({ "cluster/accounts.yaml": account("orders", "shallow") });
  const head = repository.commit("head");
  const shallow = `${folder}-shallow`;
  gitIn(folder)("clone", "--quiet", "--depth", "1", "--branch", "branch", `file://${folder}`, shallow);
  const event = { name: "pull_request", payload: pullRequest(base, head) };
  const missing = await action.run({ workspace: shallow, inputs, event, env: { PATH: path() } });
  count.equal("a shallow clone without the base fails", missing.status, 1);
  count.match(
    "and says what to do",
    missing.log,
    /the base commit [0-9a-f]{40} is not in this clone; give actions\/checkout fetch-depth: 0/,
  );
  count.equal("once, as an annotation", missing.commands.filter(({ name }) => name === "error").length, 1);
  count.match("and in the summary", missing.summary, /fetch-depth: 0/);

  const outside = `${folder}-plain`;
  repository.write({ "../work-plain/apps/orders.yaml": deployment("orders") });
  const plain = await action.run({ workspace: outside, inputs: { mode: "diff" }, env: { PATH: path() } });
  count.match("no repository at all", plain.log, /is in no git repository; use actions\/checkout/);
  const verified = await action.run({ workspace: outside, env: { PATH: path() } });
  count.match("verify needs none", verified.log, /1 Pod/);
}

async function rendered({ action, count, path }: Surroundings): Promise<void> {
  const repository = makeRepository("examples");
  try {
    repository.write({ "chart/values-dev.yaml": "replicas: 2\n" });
    const base = repository.commit("first");
    repository.write({
      "chart/values-prod.yaml": "replicas: 3\n",
      "chart/values-dev.yaml": "replicas: 1\n",
      "podgraft.yaml": readFileSync(join(repository.folder, "podgraft.yaml"), "utf8").replace("eu-west-1", "eu-west-3"),
    });
    repository.commit("second");
    const result = await action.run({
      workspace: repository.folder,
      inputs: { mode: "diff", "base-ref": base, path: "chart\nkustomize", values: "values-*.yaml" },
      env: { PATH: path("helm4", "kubectl") },
    });
    count.equal("charts and kustomizations of both sides", result.status, 0);
    count.match("a matrix of values", result.summary, /chart \(values-dev\.yaml\)[^]*chart \(values-prod\.yaml\)/);
    count.match(
      "values that the base does not have gain all",
      result.summary,
      /chart \(values-prod\.yaml\)[^]*\| – \|/,
    );
    count.match("the region alone changes objects", result.summary, /-\s+value: eu-west-1\n\+\s+value: eu-west-3/);
  } finally {
    repository.remove();
  }
}
