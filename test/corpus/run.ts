// Injects into real manifests and checks the results: `npm run -s corpus -- [--emit DIR] FOLDER` (a folder with an INDEX.tsv).
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { checkFolder, indexName } from "./check-folder.ts";
import { maps } from "./maps.ts";

function main(): void {
  const { values, positionals } = parseArgs({ options: { emit: { type: "string" } }, allowPositionals: true });
  const [folder = "../shared/corpus"] = positionals;
  if (!existsSync(join(folder, indexName))) {
    console.log(`skipped: ${folder} has no ${indexName}`);
    console.log("0 passed, 0 failed");
    return;
  }
  let [passed, failed, refused, files] = [0, 0, 0, 0];
  for (const { map, file, checks, output } of checkFolder(folder)) {
    files += 1;
    if (output === undefined) refused += 1;
    for (const { name, fault, note } of checks) {
      if (fault === undefined) passed += 1;
      else failed += 1;
      if (fault !== undefined) console.log(`FAILED ${map} ${file}: ${name}: ${fault}`);
      else if (note !== undefined) console.log(`listed ${map} ${file}: ${name}: ${note}`);
    }
    if (values.emit !== undefined && output !== undefined) write(join(values.emit, map, file), output);
  }
  console.log(
    `${files} runs over the files of ${folder} (${maps.map(({ name }) => name).join(", ")}), ${refused} of them refused with a place`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && files > 0 ? 0 : 1;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

main();
