import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sarifErrors } from "../../report/formats/sarif-schema.ts";
import type { RunnerCommand } from "../packed-action.ts";
import { pullRequest } from "../manifests.ts";
import { makeRepository, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

/** Manifests, charts and kustomizations as they are: would admission accept them, and on which line not? */
export const verifySuite: Suite = {
  name: "verify",
  async run(surroundings) {
    const repository = makeRepository("examples");
    try {
      repository.commit("first");
      await renderedManifests(repository, surroundings);
      await chart(repository, surroundings);
      await kustomization(repository, surroundings);
      await everything(repository, surroundings);
    } finally {
      repository.remove();
    }
  },
};

async function renderedManifests(
  { folder, write, commit }: Repository,
  { action, count, path }: Surroundings,
): Promise<void> {
  const step = { workspace: folder, env: { PATH: path() } };
  await action.run({ ...step, inputs: { path: "rendered", mode: "inject", directory: "complete" } });
  cpSync(join(folder, "complete/rendered"), join(folder, "rendered"), { recursive: true });
  write({ complete: null });
  commit("with identities");
  const good = await action.run({ ...step, inputs: { path: "rendered" } });
  count.equal(
    "complete manifests pass",
    [good.status, good.outputs.violations, good.outputs.changed],
    [0, "0", "false"],
  );
  count.match("the summary says so", good.summary, /^### Podgraft: (?:✅|⚠️) .*10 Pods: 10 pass/);
  count.equal("nothing on standard error", good.stderr, "");

  const text = readFileSync(join(folder, "rendered/chart.yaml"), "utf8");
  const line = text.split("\n").findIndex((one) => one.includes("name: AWS_ROLE_ARN"));
  const lines = text.split("\n");
  lines.splice(line, 4);
  write({ "rendered/chart.yaml": lines.join("\n") });
  const inputs = { path: "rendered/**/*.yaml", "sarif-file": "out/podgraft.sarif", "report-dir": "out/report" };
  const bad = await action.run({ ...step, inputs });
  count.equal("a Pod that lacks variables fails the check", [bad.status, bad.outputs.violations], [1, "1"]);
  const [error] = errorsOf(bad.commands);
  count.equal("the note is on the file", error?.properties.file, "rendered/chart.yaml");
  count.ok("and on the container's lines", Math.abs(Number(error?.properties.line) - line) < 20, () =>
    String(error?.properties.line),
  );
  count.match("with what is missing", error?.text ?? "", /AWS_WEB_IDENTITY_TOKEN_FILE/);
  const sarif: unknown = JSON.parse(readFileSync(join(folder, "out/podgraft.sarif"), "utf8"));
  count.equal("the SARIF fits the published schema", sarifErrors(sarif), []);
  count.equal("output sarif", bad.outputs.sarif, join(folder, "out/podgraft.sarif"));
  for (const file of ["report.json", "junit.xml", "summary.md"]) {
    count.ok(`report-dir has ${file}`, readFileSync(join(folder, "out/report", file), "utf8").length > 100);
  }
  count.equal("output report", bad.outputs.report, join(folder, "out/report/report.json"));
  const never = await action.run({ ...step, inputs: { path: "rendered", "fail-on": "never" } });
  count.equal("fail-on: never", [never.status, never.outputs.violations], [0, "1"]);
  write({ "rendered/chart.yaml": text, out: null });
}

async function chart({ folder }: Repository, { action, count, path }: Surroundings): Promise<void> {
  for (const helm of ["helm3", "helm4"] as const) {
    const result = await action.run({
      workspace: folder,
      inputs: { path: "chart", namespace: "shop" },
      env: { PATH: path(helm) },
    });
    count.equal(`${helm}: Pods without an identity fail the check`, result.status, 1);
    const errors = errorsOf(result.commands);
    const files = errors.map(({ properties }) => properties.file);
    count.ok(`${helm}: notes are on templates`, files.includes("chart/templates/api.yaml"), () => files.join(", "));
    const line = errors.find(({ properties }) => properties.file === "chart/templates/api.yaml")?.properties.line;
    const template = readFileSync(join(folder, "chart/templates/api.yaml"), "utf8").split("\n");
    count.equal(`${helm}: on the object's line`, template[Number(line) - 1], "kind: Deployment");
  }
}

async function kustomization(
  { folder, write }: Repository,
  { action, count, missing, path }: Surroundings,
): Promise<void> {
  for (const renderer of ["kubectl", "kustomize"] as const) {
    const reason = missing(renderer);
    if (reason !== undefined) {
      count.skip(renderer, reason);
      continue;
    }
    const step = { workspace: folder, env: { PATH: path(renderer) } };
    const result = await action.run({ ...step, inputs: { path: "kustomize" } });
    count.equal(`${renderer}: Pods without an identity fail the check`, result.status, 1);
    const files = new Set(errorsOf(result.commands).map(({ properties }) => properties.file));
    count.ok(`${renderer}: notes are on the resources`, files.has("kustomize/base/thumbnails.yaml"), () =>
      [...files].join(", "),
    );
    count.match(`${renderer}: the overlay alone is built`, result.summary, /kustomize kustomize\/overlays\/prod/);
    const ran = join(folder, "../ran");
    write({
      "exec/kustomization.yaml": "generators: [generator.yaml]\n",
      "exec/generator.yaml": `apiVersion: example.com/v1\nkind: Generator\nmetadata:\n  name: x\n  annotations:\n    config.kubernetes.io/function: "exec: { path: ./run.sh }"\n`,
      "exec/run.sh": `#!/bin/sh\necho > '${ran}'\n`,
    });
    chmodSync(join(folder, "exec/run.sh"), 0o755);
    const exec = await action.run({ ...step, inputs: { path: "exec" } });
    count.equal(`${renderer}: programs that a kustomization names fail`, exec.status, 1);
    count.ok(`${renderer}: and do not run`, !existsSync(ran));
    write({ exec: null });
  }
  const both = await action.run({
    workspace: folder,
    inputs: { path: "kustomize/base\nkustomize/overlays/prod", mode: "diff", "base-ref": "HEAD" },
    env: { PATH: path("kubectl") },
  });
  count.match("kustomize: a base that is named is built too", both.summary, /2 renderings/);
}

async function everything({ folder }: Repository, { action, count, path }: Surroundings): Promise<void> {
  const step = { workspace: folder, env: { PATH: path("helm3", "kubectl") } };
  const all = await action.run(step);
  count.match("auto finds the chart, the overlay and the rest", all.summary, /3 renderings/);
  const plain = await action.run({ ...step, inputs: { renderer: "none", path: "rendered\ncontext" } });
  count.match("renderer: none takes files alone", plain.summary, /10 Pods: 10 pass/);
  for (const name of ["push", "pull_request", "workflow_dispatch", "schedule", "merge_group", ""]) {
    const event = { name, payload: name === "pull_request" ? pullRequest("a".repeat(40), "b".repeat(40)) : {} };
    const result = await action.run({
      ...step,
      event,
      inputs: { renderer: "none", path: "rendered\ncontext", comment: "never" },
    });
    count.equal(`verify on the event ${name}`, [result.status, result.outputs.violations], [0, "0"]);
  }
  const nothing = await action.run({ ...step, inputs: { renderer: "helm", path: "rendered" } });
  count.equal("a check that looks at nothing fails", nothing.status, 1);
  count.match("and says so", nothing.log, /nothing to look at/);
}

function errorsOf(commands: readonly RunnerCommand[]): RunnerCommand[] {
  return commands.filter(({ name }) => name === "error");
}
