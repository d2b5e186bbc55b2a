// Writes everything that follows from the rules, the tables of codes and the configuration's schema; --check only names what is stale.
// Usage: node dist/scripts/generate-docs.js [--check]
import { parseArgs } from "node:util";
import { writeProjectFile } from "./config/project.ts";
import { generatedFiles, staleFiles } from "./docs/generated-files.ts";
import { metadataFaults } from "./docs/metadata-faults.ts";
import { parseRego } from "./docs/rego-metadata.ts";
import { readRegoSources } from "./docs/rego-source.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const rules = (await readRegoSources()).map(parseRego);
const files = await generatedFiles(rules);
const faults = [...metadataFaults(rules), ...(values.check ? (await staleFiles(files)).map(describeStale) : [])];
if (!values.check) for (const { path, text } of files) await writeProjectFile(path, text);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function describeStale(path: string): string {
  return `${path} is not what its sources give: run npm run docs`;
}
