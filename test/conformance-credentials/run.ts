// Holds ours against observed results of the official tools: `npm run -s conformance:credentials -- [--verbose] [FOLDER]`.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readObservedCases } from "./cases.ts";
import { judgeOidc } from "./compare-oidc.ts";
import { judgeCase, type CaseVerdict } from "./suite.ts";

/** The cases that belong to the project. */
export const ownCases: string = join(
  fileURLToPath(new URL("../../..", import.meta.url)),
  "test/conformance-credentials",
);

/** All that is in the folders, held against ours. */
export async function judgeFolders(folders: readonly string[]): Promise<CaseVerdict[]> {
  const verdicts: CaseVerdict[] = [];
  for (const folder of folders) {
    for (const given of readObservedCases(folder)) verdicts.push(await judgeCase(given));
    verdicts.push(...(await judgeOidc(folder)));
  }
  return verdicts;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { verbose: { type: "boolean" } }, allowPositionals: true });
  const verdicts = await judgeFolders(positionals.length > 0 ? positionals : [ownCases]);
  const counts = new Map<string, number>();
  for (const { id, faults, how } of verdicts) {
    for (const fault of faults) console.log(`${id}: ${fault}`);
    const kind = how.split(/[:(]/, 1)[0]?.trim() ?? "";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind !== "same" || values.verbose === true) console.log(`${id}: ${how}`);
  }
  const failed = verdicts.filter(({ faults }) => faults.length > 0).length;
  console.log([...counts].map(([kind, count]) => `${count} ${kind}`).join(", "));
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && verdicts.length > 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
