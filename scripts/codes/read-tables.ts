import { readProjectFile, listProjectFolder } from "../config/project.ts";
import type { CodeTable } from "./render-codes.ts";

/** All tables of `policies/schema/codes`: `shared.json` first, the others by name. */
export async function readCodeTables(): Promise<readonly CodeTable[]> {
  const names = (await listProjectFolder("policies/schema/codes")).filter((name) => name.endsWith(".json")).sort();
  const ordered = [...names.filter((name) => name === "shared.json"), ...names.filter((name) => name !== "shared.json")];
  return await Promise.all(ordered.map(readTable));
}

async function readTable(file: string): Promise<CodeTable> {
  const { reasons = {}, findings = {} } = JSON.parse(await readProjectFile(`policies/schema/codes/${file}`));
  return { file, reasons, findings };
}
