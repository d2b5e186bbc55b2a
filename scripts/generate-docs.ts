// Writes everything that follows from the rules, the tables of codes, the configuration's schema and the commands; --check only names what
// is stale. Usage: node dist/scripts/generate-docs.js [--check]
import { parseArgs } from "node:util";
import { writeProjectFile } from "./config/project.ts";
import { examplePages, generatedFiles, staleFiles, type GeneratedFile } from "./docs/generated-files.ts";
import { metadataFaults } from "./docs/metadata-faults.ts";
import { parseRego } from "./docs/rego-metadata.ts";
import { readRegoSources } from "./docs/rego-source.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const rules = (await readRegoSources()).map(parseRego);
const stale = [...(await bringUpToDate(await generatedFiles(rules))), ...(await bringUpToDate(await examplePages()))];
const faults = [
  ...metadataFaults(rules),
  ...stale.map((path) => `${path} is not what its sources give: run npm run docs`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Writes the files, or with --check names those that are stale. */
async function bringUpToDate(files: readonly GeneratedFile[]): Promise<readonly string[]> {
  if (values.check) return await staleFiles(files);
  for (const { path, text } of files) await writeProjectFile(path, text);
  return [];
}
