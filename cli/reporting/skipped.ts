import { printable } from "../../report/printable.ts";

/** Folders that were left out, a line each. */
export function skippedLines(folders: readonly string[]): string {
  return folders
    .map((folder) => `info: ${folder}: chart templates are not YAML before Helm has rendered them; skipped`)
    .map((line) => `${printable(line)}\n`)
    .join("");
}
