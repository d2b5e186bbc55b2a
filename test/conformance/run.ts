// Runs conformance cases: `npm run -s conformance -- [--emit FILE] [--property-only] FILE…`; without files those of this folder.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { readCases } from "./cases.ts";
import { findOpa } from "./opa.ts";
import { runCases, type Verdict } from "./suite.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The case files that belong to the project. */
export function ownCaseFiles(): string[] {
  return ["handwritten", "decided"].flatMap((set) => {
    const folder = join(root, "test/conformance", set);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => join(folder, name));
  });
}

function main(): void {
  const { values, positionals } = parseArgs({ options: { emit: { type: "string" } }, allowPositionals: true });
  const files = positionals.length > 0 ? positionals : ownCaseFiles();
  const cases = files.flatMap(readCases);
  const binary = findOpa();
  if (binary === undefined)
    console.log(
      "skipped: every case through OPA as well (no opa in the cache; .ci/run installs it where Go is present)",
    );
  const opa = binary === undefined ? undefined : { binary, policies: join(root, "policies") };
  const verdicts = runCases(cases, loadRuleModule(), opa);
  for (const { given, faults } of verdicts) {
    for (const fault of faults) console.log(`${given.id}: ${fault}`);
  }
  if (values.emit !== undefined) writeFileSync(values.emit, verdicts.map(emitted).join(""));
  const failed = verdicts.filter(({ faults }) => faults.length > 0).length;
  console.log(`${cases.length} cases through ${opa === undefined ? "Wasm" : "Wasm and OPA"}`);
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && cases.length > 0 ? 0 : 1;
}

function emitted({ given, outcome }: Verdict): string {
  const { decision, code, message, pod } = outcome;
  return JSON.stringify({ id: given.id, decision, code: code ?? null, message: message ?? null, pod }) + "\n";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
