import { printable } from "../../report/printable.ts";

/** Bytes of one warning, and of all together, from which on an API server cuts. */
const longest = 256;
const together = 4096;

/**
 * Texts as warnings of an answer. An API server drops a warning with a control character without a trace, and cuts when there is too much:
 * characters are shown as escapes, equal texts are told once, and what does not fit is counted in the last warning.
 */
export function warningsOf(texts: readonly string[]): string[] {
  const all = [...new Set(texts.map((text) => shortened(printable(text).trim())).filter((text) => text !== ""))];
  const kept: string[] = [];
  let room = together - longest;
  for (const text of all) {
    room -= byteLength(text);
    if (room < 0) break;
    kept.push(text);
  }
  const left = all.length - kept.length;
  return left === 0 ? kept : [...kept, `${left} more warnings; podgraft verify tells them all`];
}

/** A text of at most `longest` bytes. */
function shortened(text: string): string {
  if (byteLength(text) <= longest) return text;
  let short = "";
  let room = longest - byteLength("…");
  for (const character of text) {
    room -= byteLength(character);
    if (room < 0) break;
    short += character;
  }
  return `${short}…`;
}

/** Bytes of a text in UTF-8. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
