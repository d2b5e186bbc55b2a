import { printable } from "../../report/printable.ts";
import { byteLength, cut } from "./cut.ts";

/** Bytes of one warning from which on an API server cuts. */
export const longestWarning = 256;
/** Bytes of all warnings together from which on an API server drops the rest. */
const together = 4096;

/**
 * Texts as warnings of an answer. An API server drops a warning with a control character without a trace, and cuts when there is too much:
 * characters are shown as escapes, equal texts are told once, and what does not fit is counted in the last warning.
 */
export function warningsOf(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const shown = texts.map((text) => cut(printable(text).trim(), longestWarning)).filter((text) => text !== "");
  const all = [...new Set(shown)];
  const kept: string[] = [];
  let room = together - longestWarning;
  for (const text of all) {
    room -= byteLength(text);
    if (room < 0) break;
    kept.push(text);
  }
  const left = all.length - kept.length;
  return left === 0 ? kept : [...kept, `${left} more warnings; podgraft verify tells them all`];
}
