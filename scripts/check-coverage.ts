// Fails unless the last test run covered every statement, branch, function and line of engine/.
// Usage: node dist/scripts/check-coverage.js   (after `npm test`, which leaves .tap/report/coverage-final.json)
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gapsOf } from "./lib/coverage.ts";
import { memberOf, readJsonFile } from "./lib/json-file.ts";

/** Generated files are checked by the test of their generator, not line by line. */
const generated = /(?:^|\/)generated\/|\.generated\.ts$/;
const shownGaps = 12;

const reportPath = ".tap/report/coverage-final.json";
if (!existsSync(reportPath)) {
  console.error(`There is no ${reportPath}: run npm test first.`);
  process.exit(1);
}

const report = readJsonFile(reportPath);
const sources = readdirSync("engine", { recursive: true, encoding: "utf8" })
  .map((path) => `engine/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && !generated.test(path))
  .sort();
const incomplete = sources.flatMap(describeIncomplete);

for (const line of incomplete) console.log(line);
console.log(`Coverage of engine/: ${sources.length - incomplete.length} of ${sources.length} files complete.`);
process.exitCode = incomplete.length === 0 ? 0 : 1;

function describeIncomplete(path: string): string[] {
  const fileReport = memberOf(report, resolve(path));
  if (fileReport === undefined) return hasCode(path) ? [`${path}: no test loads this file`] : [];
  const gaps = gapsOf(fileReport);
  if (gaps.length === 0) return [];
  const rest = gaps.length > shownGaps ? `, and ${gaps.length - shownGaps} more` : "";
  return [`${path}: not covered: ${gaps.slice(0, shownGaps).join(", ")}${rest}`];
}

/** Whether anything is left to run after compilation: a file of types alone compiles to an empty module. */
function hasCode(path: string): boolean {
  const compiled = readFileSync(`dist/${path.replace(/\.ts$/, ".js")}`, "utf8");
  return compiled.replace(/^\/\/# .*$/m, "").replaceAll(/\s+/g, "") !== "export{};";
}
