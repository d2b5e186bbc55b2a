// Injects into real manifests and checks the results: `npm run -s corpus -- [--emit DIR] FOLDER` (a folder with an INDEX.tsv).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { createChain } from "../../engine/chain/chain.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import type { JsonObject } from "../../engine/json.ts";
import { builtInTable } from "../../engine/locate/table.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { checkFile, type CorpusFile } from "./check-file.ts";
import { maps } from "./maps.ts";

const module = loadRuleModule();

function rulesOf(value: JsonObject): Rules {
  const config = resolveConfig({ file: "corpus.yaml", value });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return { module, config, chain: createChain(order, ruleSettings(config)), table: builtInTable() };
}

function readIndex(folder: string): CorpusFile[] {
  const [header = "", ...rows] = readFileSync(join(folder, "INDEX.tsv"), "utf8").trimEnd().split("\n");
  const column = (name: string): number => header.split("\t").indexOf(name);
  return rows.map((row) => {
    const cells = row.split("\t");
    const name = cells[column("file")] ?? "";
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(join(folder, name)));
    return { name, text, pods: Number(cells[column("pods")]), unreadable: Number(cells[column("unreadable")] ?? 0) };
  });
}

function main(): void {
  const { values, positionals } = parseArgs({ options: { emit: { type: "string" } }, allowPositionals: true });
  const [folder = "../shared/corpus"] = positionals;
  if (!existsSync(join(folder, "INDEX.tsv"))) {
    console.log(`skipped: ${folder} has no INDEX.tsv`);
    console.log("0 passed, 0 failed");
    return;
  }
  let [passed, failed, refused, files] = [0, 0, 0, 0];
  for (const map of maps) {
    const rules = rulesOf(map.config);
    for (const file of readIndex(folder)) {
      const { checks, output } = checkFile(file, rules);
      files += 1;
      if (output === undefined) refused += 1;
      for (const { name, fault, note } of checks) {
        if (fault === undefined) passed += 1;
        else failed += 1;
        if (fault !== undefined) console.log(`FAILED ${map.name} ${file.name}: ${name}: ${fault}`);
        else if (note !== undefined) console.log(`listed ${map.name} ${file.name}: ${name}: ${note}`);
      }
      if (values.emit !== undefined && output !== undefined) write(join(values.emit, map.name, file.name), output);
    }
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
