import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configuration, deployment } from "../manifests.ts";
import type { StepResult } from "../packed-action.ts";
import { makeRepository, type Repository } from "../repository.ts";
import type { Suite, Surroundings } from "../suite.ts";

const value = "hunter2-marker";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const marks = [value, base64(value), "before-marker", base64("before-marker")];

const secret = (text: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: { name: keys, namespace: shop }\nstringData:\n  password: ${text}\ndata:\n  key: ${base64(text)}\n`;

/** Values of Secrets are in no place that anybody reads. */
export const secretsSuite: Suite = {
  name: "secrets",
  async run(surroundings) {
    const repository = makeRepository();
    try {
      repository.write({ "podgraft.yaml": configuration, "apps/orders.yaml": deployment("orders", "default") });
      await compared(repository, surroundings);
      await unreadable(repository, surroundings);
    } finally {
      repository.remove();
    }
  },
};

const reports = ["out/summary.md", "out/report.json", "out/x.sarif"];

/** Everything that a step has told. */
function told({ folder }: Repository, { log, stderr, summary, outputs }: StepResult, files: readonly string[]): string {
  return [
    log,
    stderr,
    summary,
    JSON.stringify(outputs),
    ...files.map((file) => readFileSync(join(folder, file), "utf8")),
  ].join("\n");
}

function shownIn(text: string): string[] {
  return marks.filter((mark) => text.includes(mark));
}

async function compared(repository: Repository, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write, commit } = repository;
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
  const text = told(repository, result, [...reports, "out/diff/manifests.json", "out/diff/manifests.md"]);
  count.equal("its values are nowhere", shownIn(text), []);
  write({ out: null });
}

/** What cannot be read is what tools like to repeat. */
async function unreadable(repository: Repository, { action, count, path }: Surroundings): Promise<void> {
  const { folder, write } = repository;
  const whole = { "bad/keys.yaml": secret("before-marker") };
  const patch = (text: string): string =>
    `resources: [keys.yaml]\npatches:\n  - patch: |\n      ${text.replaceAll("\n", "\n      ")}\n`;
  const cases: readonly (readonly [title: string, files: { readonly [path: string]: string }])[] = [
    ["a patch", { ...whole, "bad/kustomization.yaml": patch(`${secret(value)}more: [`) }],
    [
      "a patch in one line",
      { ...whole, "bad/kustomization.yaml": patch(`{ kind: Secret, stringData: { password: ${value} }, more: [`) },
    ],
    [
      "a patch in a file",
      {
        ...whole,
        "bad/kustomization.yaml": "resources: [keys.yaml]\npatches: [{ path: p.yaml }]\n",
        "bad/p.yaml": `${secret(value)}more: [`,
      },
    ],
    [
      "a JSON patch",
      {
        ...whole,
        "bad/kustomization.yaml": `resources: [keys.yaml]\npatches: [{ target: { kind: Secret }, patch: '[{"op":"none","path":"/stringData/password","value":"${value}"}]' }]\n`,
      },
    ],
    [
      "literals",
      { "bad/kustomization.yaml": `secretGenerator: [{ name: x, literals: [password=${value}, broken] }]\n` },
    ],
    [
      "a literal that is none",
      { "bad/kustomization.yaml": `secretGenerator:\n  - name: x\n    literals:\n    - ${value}\n` },
    ],
    [
      "a resource",
      { "bad/kustomization.yaml": "resources: [keys.yaml]\n", "bad/keys.yaml": `${secret(value)}more: [` },
    ],
    [
      "a resource of two",
      {
        "bad/kustomization.yaml": "resources: [keys.yaml, again.yaml]\n",
        "bad/keys.yaml": secret(value),
        "bad/again.yaml": secret(value),
      },
    ],
    [
      "a field of another type",
      {
        "bad/kustomization.yaml": "resources: [keys.yaml]\nnamePrefix: a-\n",
        "bad/keys.yaml": `apiVersion: v1\nkind: Secret\nmetadata: ${value}\n`,
      },
    ],
    ["a plain manifest", { "bad/keys.yaml": `${secret(value)}more: [` }],
    [
      "a plain manifest in one line",
      { "bad/keys.yaml": `{ "kind": "Secret", "stringData": { "password": "${value}" ` },
    ],
    [
      "a chart",
      {
        "bad/Chart.yaml": "apiVersion: v2\nname: x\nversion: 1.0.0\n",
        "bad/templates/keys.yaml": `${secret(value)}more: [`,
      },
    ],
    [
      "a chart that makes numbers of it",
      {
        "bad/Chart.yaml": "apiVersion: v2\nname: x\nversion: 1.0.0\n",
        "bad/templates/keys.yaml": `apiVersion: ["${value}"]\nkind: Secret\n`,
      },
    ],
  ];
  for (const [title, files] of cases) {
    write(files);
    for (const kustomize of ["kubectl", "kustomize"] as const) {
      const inputs = { path: "bad", mode: "diff", "base-ref": "HEAD", "report-dir": "out" };
      const result = await action.run({ workspace: folder, inputs, env: { PATH: path("helm3", kustomize) } });
      const { log } = result;
      count.equal(`${title}, ${kustomize}: it fails`, result.status, 1);
      count.equal(
        `${title}, ${kustomize}: its values are nowhere`,
        shownIn(told(repository, result, ["out/summary.md"])),
        [],
      );
      count.ok(
        `${title}, ${kustomize}: what is wrong is said`,
        log.split("\n").some((line) => /:/.test(line) && line.length > 40),
        () => log,
      );
    }
    write({ bad: null, out: null });
  }
}
