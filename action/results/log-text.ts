import { printable } from "../../report/printable.ts";

/**
 * Text that the runner takes for nothing but text: a line of a step's log that starts with `::`, or has `##[` anywhere, is a command to it. Lines
 * stay lines; other control characters become escapes.
 */
export function logText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(logLine)
    .join("\n");
}

function logLine(line: string): string {
  return printable(line)
    .replace(/^(\s*):(?=:)/, "$1\\:")
    .replaceAll("##[", "## [");
}
