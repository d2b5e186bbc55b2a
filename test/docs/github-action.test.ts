import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

type Step = { uses?: string; with?: Record<string, unknown> };
const action = parse(read("action.yml")) as {
  inputs: Record<string, { description?: string; default?: string }>;
  outputs: Record<string, { description?: string }>;
  runs: { using: string; main: string };
};
const page = read("docs/github-action.md");

t.test("every input of action.yml is read, and no other", async (t) => {
  const source = read("action/inputs/inputs.ts");
  const names = [...source.matchAll(/(?:choice|several|optional|shaped|whole|flag)\(\s*"([a-z-]+)"/g)].map(
    ([, name]) => name,
  );
  t.strictSame([...new Set(names)].sort(), Object.keys(action.inputs).sort());
});

t.test("every output of action.yml is set, and no other", async (t) => {
  const source = read("action/results/publish.ts");
  const block = /const outputs[^{]*\{[^}]*\} = \{([^}]*)\}/.exec(source)?.[1] ?? "";
  const names = [...block.matchAll(/^\s*"?([a-z-]+)"?:/gm)].map(([, name]) => name);
  t.strictSame(names.sort(), Object.keys(action.outputs).sort());
});

t.test("inputs and outputs are described", async (t) => {
  for (const [name, { description = "" }] of [...Object.entries(action.inputs), ...Object.entries(action.outputs)]) {
    t.match(description, /^[A-Z`].*\.$|^[A-Z`]/, name);
  }
});

t.test("the choices that inputs are read with are those of the page", async (t) => {
  const source = read("action/inputs/inputs.ts");
  for (const [, name = "", list = ""] of source.matchAll(/choice\("([a-z-]+)", \[([^\]]*)\]/g)) {
    const description = action.inputs[name]?.description ?? "";
    for (const [, choice = ""] of list.matchAll(/"([a-z]+)"/g))
      t.match(description, `\`${choice}\``, `${name}: ${choice}`);
    t.equal(action.inputs[name]?.default, /"([a-z]+)"/.exec(list)?.[1], `${name}: the default is the first`);
  }
});

t.test("workflows of the page use inputs that there are", async (t) => {
  const snippets = [...page.matchAll(/^( *)```yaml\n([^]*?)\n\1```/gm)].map(([, , text = ""]) => text);
  t.ok(snippets.length > 8, "there are workflows");
  let used = 0;
  for (const snippet of [...snippets, read(".github/workflows/podgraft.yml")]) {
    for (const step of stepsIn(parse(snippet))) {
      if (step.uses === undefined || !/^podgraft\/podgraft@v|^\.\/$/.test(step.uses)) continue;
      used += 1;
      for (const input of Object.keys(step.with ?? {})) t.ok(Object.hasOwn(action.inputs, input), input);
    }
  }
  t.ok(used > 7, `${used} uses of the Action`);
});

t.test("the version of the page is the package's", async (t) => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const versions = new Set([...page.matchAll(/(?:podgraft@|rev: )v(\d+\.\d+\.\d+)/g)].map(([, one]) => one));
  t.strictSame([...versions], [version]);
  t.match(read("packaging/gitlab/podgraft.gitlab-ci.yml"), `podgraft@${version}`);
});

/** Steps anywhere in a workflow or a part of one. */
function stepsIn(value: unknown): Step[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn);
  if (typeof value !== "object" || value === null) return [];
  return [...("uses" in value ? [value as Step] : []), ...Object.values(value).flatMap(stepsIn)];
}
