import type { ScalarNode } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { breakLength, breakText, isBlank, isBreak } from "./characters.ts";
import { notYaml } from "./cursor.ts";

type Header = { readonly chomping: "clip" | "strip" | "keep"; readonly increment: number };

/** Reads the literal (`|`) or folded (`>`) scalar at the cursor; `parentIndent` is the column of the collection that holds it, -1 at the root. */
export function parseBlockScalar(cursor: Cursor, parentIndent: number): ScalarNode {
  const { text } = cursor;
  const start = cursor.pos;
  const literal = text.charCodeAt(start) === 124;
  const header = parseHeader(cursor);
  let end = cursor.pos;
  endHeaderLine(cursor);
  const indent =
    header.increment > 0 ? Math.max(parentIndent, 0) + header.increment : detectIndent(cursor, parentIndent);
  let content = "";
  let lineFeed = "";
  let blankLines = skipBlankLines(cursor, indent);
  let moreIndented = false;
  while (cursor.pos - cursor.lineStart === indent && cursor.pos < text.length) {
    const nowMoreIndented = isBlank(text.charCodeAt(cursor.pos));
    if (!literal && lineFeed === "\n" && !moreIndented && !nowMoreIndented) {
      if (blankLines === "") content += " ";
    } else content += lineFeed;
    content += blankLines;
    moreIndented = nowMoreIndented;
    const lineEnd = endOfLine(text, cursor.pos);
    content += text.slice(cursor.pos, lineEnd);
    end = lineEnd;
    const length = breakLength(text, lineEnd);
    lineFeed = length === 0 ? "" : breakText(text, lineEnd);
    cursor.pos = lineEnd + length;
    if (length > 0) cursor.lineStart = cursor.pos;
    blankLines = length === 0 ? "" : skipBlankLines(cursor, indent);
  }
  if (header.chomping !== "strip") content += lineFeed;
  if (header.chomping === "keep") {
    content += blankLines;
    if (blankLines !== "") end = lastBreak(text, cursor.lineStart);
  }
  return { kind: "scalar", start, end, properties: undefined, style: literal ? "literal" : "folded", text: content };
}

function parseHeader(cursor: Cursor): Header {
  const { text } = cursor;
  const start = cursor.pos;
  let chomping: Header["chomping"] = "clip";
  let increment = 0;
  cursor.pos += 1;
  for (let step = 0; step < 2; step += 1) {
    const code = text.charCodeAt(cursor.pos);
    if ((code === 43 || code === 45) && chomping === "clip") chomping = code === 43 ? "keep" : "strip";
    else if (code >= 48 && code <= 57 && increment === 0) {
      if (code === 48) throw notYaml(cursor, start, "the indentation of a block scalar is 1 to 9, not 0");
      increment = code - 48;
    } else break;
    cursor.pos += 1;
  }
  return { chomping, increment };
}

function endHeaderLine(cursor: Cursor): void {
  const { text } = cursor;
  while (isBlank(text.charCodeAt(cursor.pos))) cursor.pos += 1;
  if (text.charCodeAt(cursor.pos) === 35) cursor.pos = endOfLine(text, cursor.pos);
  const length = breakLength(text, cursor.pos);
  if (length === 0 && cursor.pos < text.length)
    throw notYaml(cursor, cursor.pos, "only a comment may follow | or > on its line");
  cursor.pos += length;
  if (length > 0) cursor.lineStart = cursor.pos;
}

/** The column of the first line with content, at least one more than `parentIndent`; leading lines of spaces only count as well. */
function detectIndent(cursor: Cursor, parentIndent: number): number {
  const { text } = cursor;
  let widest = 0;
  let lineStart = cursor.pos;
  for (let pos = cursor.pos; ; pos += 1) {
    if (text.charCodeAt(pos) === 32) continue;
    widest = Math.max(widest, pos - lineStart);
    const length = breakLength(text, pos);
    if (length === 0) break;
    pos += length - 1;
    lineStart = pos + 1;
  }
  return Math.max(widest, parentIndent + 1, 1);
}

/** Moves over lines without content and the indentation of the next; returns the breaks passed. */
function skipBlankLines(cursor: Cursor, indent: number): string {
  const { text } = cursor;
  let breaks = "";
  for (;;) {
    while (cursor.pos - cursor.lineStart < indent && text.charCodeAt(cursor.pos) === 32) cursor.pos += 1;
    if (cursor.pos - cursor.lineStart < indent && text.charCodeAt(cursor.pos) === 9) {
      throw notYaml(cursor, cursor.pos, "a tab stands where indentation is expected; use spaces");
    }
    const length = breakLength(text, cursor.pos);
    if (length === 0) return breaks;
    breaks += breakText(text, cursor.pos);
    cursor.pos += length;
    cursor.lineStart = cursor.pos;
  }
}

function endOfLine(text: string, offset: number): number {
  let pos = offset;
  while (pos < text.length && !isBreak(text.charCodeAt(pos))) pos += 1;
  return pos;
}

/** The offset of the line break that ends just before `lineStart`. */
function lastBreak(text: string, lineStart: number): number {
  return text.charCodeAt(lineStart - 1) === 10 && text.charCodeAt(lineStart - 2) === 13 ? lineStart - 2 : lineStart - 1;
}
