import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createChain } from "../../engine/chain/chain.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import type { JsonObject } from "../../engine/json.ts";
import { builtInTable } from "../../engine/locate/table.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { checkFile, type CorpusFile, type FileResult } from "./check-file.ts";
import { maps } from "./maps.ts";

/** What came of one file under one configuration, both by name. */
export type CheckedFile = FileResult & { readonly map: string; readonly file: string };

/** The name of the table of files in a corpus folder. */
export const indexName = "INDEX.tsv";

/** Checks every file of `folder`'s index under every configuration, one after the other. */
export function* checkFolder(folder: string): Generator<CheckedFile> {
  const files = readIndex(folder);
  for (const { name, config } of maps) {
    const rules = rulesOf(config);
    for (const file of files) yield { ...checkFile(file, rules), map: name, file: file.name };
  }
}

function rulesOf(value: JsonObject): Rules {
  const config = resolveConfig({ file: "corpus.yaml", value });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return { module: loadRuleModule(), config, chain: createChain(order, ruleSettings(config)), table: builtInTable() };
}

function readIndex(folder: string): CorpusFile[] {
  const [header = "", ...rows] = readFileSync(join(folder, indexName), "utf8").trimEnd().split("\n");
  const column = (name: string): number => header.split("\t").indexOf(name);
  return rows.map((row) => {
    const cells = row.split("\t");
    const name = cells[column("file")] ?? "";
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(join(folder, name)));
    return { name, text, pods: Number(cells[column("pods")]), unreadable: Number(cells[column("unreadable")] ?? 0) };
  });
}
