import { existsSync, readFileSync, symlinkSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { account, configuration, deployment, pullRequest } from "../manifests.ts";
import { makeRepository, mergePullRequest, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

/** What a hostile pull request could try. */
export const safetySuite: Suite = {
  name: "safety",
  async run(surroundings) {
    const repository = makeRepository();
    try {
      repository.write({
        "podgraft.yaml": configuration,
        "apps/orders.yaml": deployment("orders"),
        "apps/account.yaml": account("orders", "orders"),
      });
      const base = repository.commit("first");
      await privilegedEvents(repository, base, surroundings);
      await paths(repository, surroundings);
      await commands(repository, surroundings);
      await secrets(repository, base, surroundings);
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
  const after = { name: "workflow_run", payload: { workflow_run: { head_sha: head } } };
  const later = await action.run({ ...step, event: after });
  count.equal("workflow_run with the triggering commit is refused", later.status, 1);
  git("checkout", "--quiet", "--detach", base);
  count.equal("workflow_run on another one is not", (await action.run({ ...step, event: after })).status, 0);
}

async function paths({ folder, write }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const outside = join(folder, "../outside");
  write({ "../outside/secret.yaml": deployment("outside") });
  symlinkSync(outside, join(folder, "link"));
  const leading = ["path", "config", "context", "sarif-file", "report-dir", "directory", "working-directory", "values"];
  for (const input of leading) {
    for (const value of ["../outside/new", "link/new", "/etc/new"]) {
      const inputs = { path: "apps", mode: "inject", [input]: value };
      const result = await action.run({ workspace: folder, inputs, env: { PATH: path() } });
      count.equal(`${input}: ${value} fails`, result.status, 1);
      count.match(
        `${input}: ${value} is named`,
        result.log,
        new RegExp(`input ${input}: "${value}" leads out of the workspace`),
      );
    }
  }
  const glob = await action.run({ workspace: folder, inputs: { path: "**/*.yaml" }, env: { PATH: path() } });
  count.ok("globs do not follow links", !glob.log.includes("outside") && !glob.summary.includes("outside"));
  count.ok("nothing was written outside", !existsSync(join(outside, "new")));
  write({ link: null });
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

/** Values of Secrets are in no place that anybody reads. */
async function secrets(repository: Repository, base: string, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit, git } = repository;
  git("checkout", "--quiet", "--force", "--detach", base);
  const value = "hunter2-marker";
  const encoded = Buffer.from(value).toString("base64");
  const secret = (text: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: { name: keys, namespace: shop }\nstringData:\n  password: ${text}\ndata:\n  key: ${Buffer.from(text).toString("base64")}\n`;
  write({ "apps/secret.yaml": secret("before-marker") });
  const before = commit("secret");
  write({
    "apps/secret.yaml": secret(value),
    "apps/list.yaml": `apiVersion: v1\nkind: List\nitems:\n  - ${secret(value).trimEnd().replaceAll("\n", "\n    ")}\n`,
  });
  commit("another");
  const inputs = { path: "apps", mode: "diff", "base-ref": before, "report-dir": "out", "sarif-file": "out/x.sarif" };
  const result = await action.run({ workspace: folder, inputs, env: { PATH: path() } });
  count.equal("the Secret is seen to change", [result.status, result.outputs.changed], [0, "true"]);
  count.match("and is in the summary", result.summary, /Secret shop\/keys/);
  const files = [
    "out/summary.md",
    "out/report.json",
    "out/x.sarif",
    "out/diff/manifests.json",
    "out/diff/manifests.md",
  ];
  const places = [
    result.log,
    result.stderr,
    result.summary,
    JSON.stringify(result.outputs),
    ...files.map((file) => readFileSync(join(folder, file), "utf8")),
  ];
  const marks = [value, encoded, "before-marker", Buffer.from("before-marker").toString("base64")];
  count.ok("its values are nowhere", !places.some((text) => marks.some((mark) => text.includes(mark))));
  write({ out: null });
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
  const inputs = { path: "chart", release: "$(id); `x`", "github-token": "ghs_token_marker", namespace: "shop" };
  const env = { GITHUB_TOKEN: "ghs_token_marker", ACTIONS_RUNTIME_TOKEN: "ghs_token_marker" };
  const seen = join(folder, "seen.json");
  const record = `require("fs").writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ env: process.env, argv: process.argv.slice(2) }))`;
  await action.run({ workspace: folder, inputs, env: { ...env, PATH: fake(record) } });
  const text = readFileSync(seen, "utf8");
  count.ok("renderers do not see the token", !text.includes("ghs_token_marker"));
  const { argv } = JSON.parse(text) as { argv: string[] };
  count.equal("arguments reach them whole, without a shell", argv.slice(0, 2), ["template", "$(id); `x`"]);

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
