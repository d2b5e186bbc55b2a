// Fails unless the tests of the rules cover every line of every rule file.
// Usage: node dist/scripts/check-rego-coverage.js REPORT   (the output of `opa test --coverage --format json policies`)
import { readdirSync } from "node:fs";
import { readJsonFile } from "./lib/json-file.ts";
import { incompleteRules, unnamedRules } from "./lib/rego-coverage.ts";

const [reportPath] = process.argv.slice(2);
if (reportPath === undefined)
  throw new Error("Name the coverage report: node dist/scripts/check-rego-coverage.js REPORT");

const report = readJsonFile(reportPath);
const rules = readdirSync("policies", { recursive: true, encoding: "utf8" })
  .map((path) => `policies/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".rego") && !path.endsWith("_test.rego"))
  .sort();
const incomplete = [...unnamedRules(report, rules), ...incompleteRules(report)];

for (const line of incomplete) console.log(line);
console.log(`Coverage of policies/: ${rules.length - incomplete.length} of ${rules.length} files complete.`);
process.exitCode = incomplete.length === 0 ? 0 : 1;
