import { existsSync, readdirSync, type Dirent } from "node:fs";
import { join, resolve } from "node:path";
import { PodgraftError } from "../engine/errors.ts";
import { attempt, type TakeFault } from "../renderer/inject/faults.ts";
import { isFolder, manifestName } from "./files.ts";

/** The files to read, and the chart templates that were left out. */
export type InjectInput = { readonly files: readonly string[]; readonly skipped: readonly string[] };

/**
 * The files that the operands name: files as given, of folders all `.yaml`, `.yml` and `.json` files in the order of their names. Hidden
 * folders and files are left out, and so are the `templates/` of a chart: what stands there is no YAML before Helm has rendered it. A file
 * that is named twice is read once. What cannot be read goes to `takeFault` as PodgraftError `input.unreadable`.
 */
export function findInput(operands: readonly string[], takeFault: TakeFault): InjectInput {
  const files: string[] = [];
  const skipped: string[] = [];
  for (const operand of operands) {
    // What is not there is told where it is to be read.
    if (operand !== "-" && isFolder(operand)) walk(operand, { files, skipped, takeFault });
    else files.push(operand);
  }
  return { files: withoutRepeated(files), skipped };
}

function withoutRepeated(files: readonly string[]): string[] {
  const seen = new Set<string>();
  return files.filter((file) => {
    const path = file === "-" ? file : resolve(file);
    if (seen.has(path)) return false;
    seen.add(path);
    return true;
  });
}

type Walk = { readonly files: string[]; readonly skipped: string[]; readonly takeFault: TakeFault };

function walk(folder: string, into: Walk): void {
  const entries = attempt(() => entriesOf(folder), into.takeFault);
  const shown = (entries ?? []).filter(({ name }) => !name.startsWith("."));
  // By code unit, so that the order is the same under every locale.
  shown.sort((left, right) => (left.name < right.name ? -1 : 1));
  const isChart = existsSync(join(folder, "Chart.yaml"));
  for (const entry of shown) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && isChart && entry.name === "templates") into.skipped.push(path);
    else if (entry.isDirectory()) walk(path, into);
    else if (manifestName.test(entry.name)) into.files.push(path);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be read: ${reason}`, { file: folder }, { cause });
  }
}
