// Checks that every test that docs/security.md names exists and, by the TAP streams that are given, that it ran and passed.
// Usage: node dist/scripts/check-security.js [.tap/output.tap …]
import { readFileSync } from "node:fs";
import { readProjectFile } from "./config/project.ts";
import {
  citedTests,
  declaresTest,
  ranTests,
  unprovenRows,
  type CitedTest,
  type TestOutcome,
} from "./lib/cited-tests.ts";

const page = "docs/security.md";
const streams = process.argv.slice(2);
const text = await readProjectFile(page);
const cited = citedTests(text);
const outcomes = new Map(streams.flatMap((path) => [...ranTests(readFileSync(path, "utf8"))]));
const faults = [
  ...unprovenRows(text).map((row) => `no test is named in the row ${row.slice(0, 120)}`),
  ...(await Promise.all(cited.map(faultOf))).filter((fault) => fault !== undefined),
];
for (const fault of faults) console.error(`${page}: ${fault}`);
console.log(`${cited.length} tests named, ${faults.length} faults`);
process.exitCode = faults.length === 0 && cited.length > 0 ? 0 : 1;

async function faultOf(test: CitedTest): Promise<string | undefined> {
  const source = await readProjectFile(test.file).catch(() => undefined);
  if (source === undefined) return `${test.file}: no such file`;
  if (!declaresTest(source, test.name)) return `${test.file} has no test "${test.name}"`;
  // End-to-end tests are a run of their own, which fails as a whole.
  return streams.length === 0 || test.file.startsWith("test/e2e/")
    ? undefined
    : runFault(test, outcomes.get(`${test.file} > ${test.name}`));
}

function runFault({ file, name }: CitedTest, outcome: TestOutcome | undefined): string | undefined {
  return outcome === "passed" ? undefined : `${file} > ${name}: ${outcome ?? "did not run"}`;
}
