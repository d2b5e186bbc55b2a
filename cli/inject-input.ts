import { readdirSync, statSync } from "node:fs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PodgraftError } from "../engine/errors.ts";

/** The files to read, and the chart templates that were left out. */
export type InjectInput = { readonly files: readonly string[]; readonly skipped: readonly string[] };

const manifestName = /\.(?:ya?ml|json)$/;

/**
 * The files that the operands name: files as given, of folders all `.yaml`, `.yml` and `.json` files in the order of their names. Hidden
 * folders and files are left out, and so are the `templates/` of a chart: what stands there is no YAML before Helm has rendered it.
 * Throws PodgraftError `input.unreadable`.
 */
export function findInput(operands: readonly string[]): InjectInput {
  const files: string[] = [];
  const skipped: string[] = [];
  for (const operand of operands) {
    if (operand !== "-" && isFolder(operand)) walk(operand, files, skipped);
    else files.push(operand);
  }
  return { files, skipped };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be read: ${reason}`, { file: path }, { cause });
  }
}

function walk(folder: string, files: string[], skipped: string[]): void {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  // By code unit, so that the order is the same under every locale.
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  const isChart = existsSync(join(folder, "Chart.yaml"));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && isChart && entry.name === "templates") skipped.push(path);
    else if (entry.isDirectory()) walk(path, files, skipped);
    else if (manifestName.test(entry.name)) files.push(path);
  }
}
