// Mutation check: breaks each provider's rules in generated ways and sees whether the fixtures, the vectors or the Rego tests notice.
// `npm run -s mutation [-- --count 30] [--provider aws] [--seed text]`. Needs OPA ($OPA or the cache of .ci/run).
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { providers, type Provider } from "../engine/decision.ts";
import { createRuleModule } from "../engine/wasm/host.ts";
import { readCases, type Case } from "../test/conformance/cases.ts";
import { findOpa } from "../test/conformance/opa.ts";
import { randomFrom } from "../test/conformance/random.ts";
import { ownCaseFiles } from "../test/conformance/run.ts";
import { firstFault } from "../test/conformance/suite.ts";
import { firstDeviation, readFixtures, type Fixture } from "../test/policies/read-fixtures.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wantedShare = 0.95;

/** What a mutant has to get past before it is put to the Rego tests. */
type Examination = { readonly fixtures: readonly Fixture[]; readonly cases: readonly Case[] };

type Mutation = { readonly file: string; readonly line: number; readonly from: string; readonly to: string };

/** One way to break a line: every match is a candidate. Comments, packages and imports are left alone. */
const operators: readonly { readonly pattern: RegExp; readonly change: (matched: string) => string }[] = [
  { pattern: / == /g, change: () => " != " },
  { pattern: / != /g, change: () => " == " },
  { pattern: / > /g, change: () => " <= " },
  { pattern: / < /g, change: () => " >= " },
  { pattern: / >= /g, change: () => " < " },
  { pattern: / <= /g, change: () => " > " },
  { pattern: /\bstartswith\(/g, change: () => "endswith(" },
  { pattern: /\bendswith\(/g, change: () => "startswith(" },
  { pattern: /(?<=^\t+)not /g, change: () => "" },
  { pattern: /"first"/g, change: () => '"last"' },
  { pattern: /"last"/g, change: () => '"first"' },
  { pattern: /\btrue\b/g, change: () => "false" },
  { pattern: /\bfalse\b/g, change: () => "true" },
  { pattern: /(?<![\w."$-])\d+(?![\w.])/g, change: (number) => String(Number(number) + 1) },
  { pattern: /"[A-Za-z][A-Za-z0-9_./:-]{2,}"/g, change: lengthened },
  { pattern: /array\.concat\((\w+), (\w+)\)/g, change: (call) => call.replace(/\((\w+), (\w+)\)/, "($2, $1)") },
  { pattern: /object\.get\((\w+), ("[^"]+"), ""\)/g, change: (call) => call.replace(/""\)$/, '"x")') },
];

/** By a character that the text does not have: in a set of characters, one that stands there twice changes nothing. */
function lengthened(text: string): string {
  return `${text.slice(0, -1)}${text.includes("x") ? "~" : "x"}"`;
}

function candidates(provider: Provider): Mutation[] {
  const folder = join(root, "policies", provider);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".rego") && !name.endsWith("_test.rego"))
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .flatMap((text, line) => mutationsOf(join(provider, name), text, line)),
    );
}

function mutationsOf(file: string, text: string, line: number): Mutation[] {
  if (/^\s*(#|package |import )/.test(text)) return [];
  const code = withoutComment(text);
  return operators.flatMap(({ pattern, change }) =>
    [...code.matchAll(pattern)].map((match) => ({
      file,
      line,
      from: text,
      to: text.slice(0, match.index) + change(match[0]) + text.slice(match.index + match[0].length),
    })),
  );
}

/** A change within a comment would be one that nothing can notice. */
function withoutComment(text: string): string {
  const start = [...text.matchAll(/\s#\s/g)].find(({ index }) => text.slice(0, index).split('"').length % 2 === 1);
  return start === undefined ? text : text.slice(0, start.index);
}

function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const random = randomFrom(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

/** `broken`: the mutant does not compile and does not count. */
function tryMutation(mutation: Mutation, examination: Examination, opa: string): "noticed" | "survived" | "broken" {
  const folder = mkdtempSync(join(tmpdir(), "podgraft-mutation-"));
  try {
    cpSync(join(root, "policies"), join(folder, "policies"), { recursive: true });
    cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
    const file = join(folder, "policies", mutation.file);
    const lines = readFileSync(file, "utf8").split("\n");
    lines[mutation.line] = mutation.to;
    writeFileSync(file, lines.join("\n"));
    const wasm = join(folder, "mutant.wasm");
    const built = spawnSync("bash", [join(folder, "scripts/build-policies.sh"), wasm], {
      env: { ...process.env, OPA: opa },
      encoding: "utf8",
    });
    if (built.status !== 0) return "broken";
    if (failsIn(examination, new Uint8Array(readFileSync(wasm)))) return "noticed";
    const tested = spawnSync(opa, ["test", "--ignore", "*.json", join(folder, "policies")], { encoding: "utf8" });
    return tested.status === 0 ? "survived" : "noticed";
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function failsIn({ fixtures, cases }: Examination, wasm: Uint8Array<ArrayBuffer>): boolean {
  const module = createRuleModule(wasm);
  return firstDeviation(fixtures, module) !== undefined || firstFault(cases, module) !== undefined;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "30" },
      provider: { type: "string" },
      seed: { type: "string", default: "podgraft" },
    },
  });
  const opa = findOpa();
  if (opa === undefined) {
    console.log("skipped: the mutation check needs OPA ($OPA, or .ci/run where Go is present)");
    console.log("0 passed, 0 failed");
    return;
  }
  execFileSync(opa, ["version"]);
  let noticed = 0;
  let survived = 0;
  for (const provider of providers.filter((name) => values.provider === undefined || values.provider === name)) {
    const files = ownCaseFiles().filter(
      (file) => basename(file).startsWith(provider) || basename(file) === "chain.json",
    );
    const examination = { fixtures: readFixtures(provider), cases: files.flatMap(readCases) };
    let wanted = Number(values.count);
    for (const mutation of shuffled(candidates(provider), `${values.seed}/${provider}`)) {
      if (wanted === 0) break;
      const verdict = tryMutation(mutation, examination, opa);
      if (verdict === "broken") continue;
      wanted -= 1;
      if (verdict === "noticed") noticed += 1;
      else {
        survived += 1;
        console.log(
          `survived: policies/${mutation.file}:${mutation.line + 1}\n  - ${mutation.from.trim()}\n  + ${mutation.to.trim()}`,
        );
      }
    }
    console.log(`${provider}: ${noticed} noticed, ${survived} survived so far`);
  }
  console.log(
    `${noticed} of ${noticed + survived} mutants noticed (${((100 * noticed) / (noticed + survived)).toFixed(1)} %, at least ${wantedShare * 100} % wanted)`,
  );
  console.log(`${noticed} passed, ${survived} failed`);
  process.exitCode = noticed / (noticed + survived) >= wantedShare ? 0 : 1;
}

main();
