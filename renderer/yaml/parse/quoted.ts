import type { ScalarNode } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { breakLength, isBlank, isBreak } from "./characters.ts";
import { isJsonText, notYaml } from "./cursor.ts";
import { atMarker, foldBreaks } from "./fold.ts";

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const numericEscapes: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

const needsCare = /[\\\n\r\u0085\u2028\u2029]/;

/** Reads the single- or double-quoted scalar at the cursor and leaves the cursor behind its closing quote. */
export function parseQuoted(cursor: Cursor): ScalarNode {
  const { text } = cursor;
  const start = cursor.pos;
  const double = text.charCodeAt(start) === 34;
  const close = text.indexOf(double ? '"' : "'", start + 1);
  if (close === -1) throw notYaml(cursor, start, "the quoted text has no closing quote");
  const body = text.slice(start + 1, close);
  const doubled = !double && text.charCodeAt(close + 1) === 39;
  let content = body;
  if (doubled || needsCare.test(body)) content = parseCarefully(cursor, start, double);
  else cursor.pos = close + 1;
  return {
    kind: "scalar",
    start,
    end: cursor.pos,
    properties: undefined,
    style: double ? "double" : "single",
    text: content,
  };
}

function parseCarefully(cursor: Cursor, start: number, double: boolean): string {
  const { text } = cursor;
  const quote = double ? 34 : 39;
  let content = "";
  cursor.pos = start + 1;
  let pieceStart = cursor.pos;
  for (;;) {
    const code = text.charCodeAt(cursor.pos);
    if (code !== code || atMarker(cursor)) throw notYaml(cursor, start, "the quoted text has no closing quote");
    if (code === quote) {
      content += text.slice(pieceStart, cursor.pos);
      cursor.pos += 1;
      if (double || text.charCodeAt(cursor.pos) !== 39) return content;
      content += "'";
      cursor.pos += 1;
      pieceStart = cursor.pos;
    } else if (double && code === 92) {
      content += text.slice(pieceStart, cursor.pos);
      content += parseEscape(cursor);
      pieceStart = cursor.pos;
    } else if (isBlank(code) || isBreak(code)) {
      const blankStart = cursor.pos;
      while (isBlank(text.charCodeAt(cursor.pos))) cursor.pos += 1;
      if (isBreak(text.charCodeAt(cursor.pos))) {
        content += text.slice(pieceStart, blankStart) + foldBreaks(cursor);
        pieceStart = cursor.pos;
      }
    } else cursor.pos += 1;
  }
}

/** Reads the escape at the cursor; an escaped line break swallows the break and the blanks behind it, not further breaks. */
function parseEscape(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.pos;
  const feed = breakLength(text, start + 1);
  if (feed > 0) {
    cursor.pos = start + 1 + feed;
    cursor.lineStart = cursor.pos;
    return skipEscapedBreak(cursor);
  }
  const name = text.charAt(start + 1);
  const simple = simpleEscapes.get(name);
  if (simple !== undefined) {
    cursor.pos = start + 2;
    return simple;
  }
  const digits = numericEscapes.get(name);
  if (digits !== undefined) return parseNumericEscape(cursor, digits);
  if (name === "/" && isJsonText(cursor)) {
    cursor.pos = start + 2;
    return "/";
  }
  throw notYaml(cursor, start, `\\${name} is not an escape of YAML 1.1; write the character itself`);
}

function skipEscapedBreak(cursor: Cursor): string {
  const { text } = cursor;
  while (isBlank(text.charCodeAt(cursor.pos))) cursor.pos += 1;
  if (!isBreak(text.charCodeAt(cursor.pos))) return "";
  const folded = foldBreaks(cursor);
  return folded === " " ? "\n" : "\n" + folded;
}

function parseNumericEscape(cursor: Cursor, digits: number): string {
  const start = cursor.pos;
  const hex = cursor.text.slice(start + 2, start + 2 + digits);
  if (hex.length !== digits || !/^[0-9a-fA-F]+$/.test(hex))
    throw notYaml(cursor, start, `the escape needs ${digits} hexadecimal digits`);
  const code = Number.parseInt(hex, 16);
  cursor.pos = start + 2 + digits;
  if (code >= 0xd800 && code <= 0xdbff && digits === 4 && isJsonText(cursor))
    return parseSurrogatePair(cursor, start, code);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
    throw notYaml(cursor, start, `\\${cursor.text.charAt(start + 1)}${hex} is not a Unicode character`);
  return String.fromCodePoint(code);
}

function parseSurrogatePair(cursor: Cursor, start: number, high: number): string {
  const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(cursor.text.slice(cursor.pos, cursor.pos + 6))?.[1];
  if (low === undefined) throw notYaml(cursor, start, "half of a surrogate pair is not a Unicode character");
  cursor.pos += 6;
  return String.fromCharCode(high, Number.parseInt(low, 16));
}
