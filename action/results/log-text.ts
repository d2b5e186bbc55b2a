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
  return commandText(line).replace(/^(\s*):(?=:)/, "$1\\:");
}

/** A line of text within a command of ours: the older form of commands is looked for anywhere in a line. */
export function commandText(line: string): string {
  return printable(line).replaceAll("##[", "## [");
}
