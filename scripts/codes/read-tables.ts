import { listProjectFolder, readProjectFile } from "../config/project.ts";
import type { CodeTable } from "./render-codes.ts";

/** All tables of `policies/schema/codes`: `shared.json` first, the others by name. */
export async function readCodeTables(): Promise<readonly CodeTable[]> {
  const names = (await listProjectFolder("policies/schema/codes")).filter((name) => name.endsWith(".json")).sort();
  const shared = "shared.json";
  const ordered = names.includes(shared) ? [shared, ...names.filter((name) => name !== shared)] : names;
  return await Promise.all(ordered.map(readTable));
}

async function readTable(file: string): Promise<CodeTable> {
  const table: unknown = JSON.parse(await readProjectFile(`policies/schema/codes/${file}`));
  if (!isTable(table)) throw new Error(`policies/schema/codes/${file}: expected {"reasons": …, "findings": …}`);
  return { file, reasons: table.reasons, findings: table.findings };
}

/** Words of closed lists are checked when the module is rendered. */
function isTable(value: unknown): value is Omit<CodeTable, "file"> {
  return typeof value === "object" && value !== null && "reasons" in value && "findings" in value;
}
