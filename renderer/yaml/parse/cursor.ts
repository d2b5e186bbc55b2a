import { PodgraftError } from "../../../engine/errors.ts";
import type { YamlNode } from "../node.ts";
import { breakLength, isBlankOrEnd, isBreak } from "./characters.ts";

/** Where a document stands in its stream, for messages. Lines count from 1. */
export type Origin = { readonly file?: string; readonly document?: number; readonly firstLine?: number };

/** The reader's place in one document, moved by the functions of this folder. */
export type Cursor = {
  readonly text: string;
  readonly origin: Origin;
  pos: number;
  /** Offset of the first character of the line that holds `pos`. */
  lineStart: number;
  /** `lineStart` of the last line that has a tab in its indentation, or -1. */
  tabbedLine: number;
  depth: number;
  /** Anchored nodes by name; `null` while the node is still being read. */
  readonly anchors: Map<string, YamlNode | null>;
  /** Prefixes by tag handle, from `%TAG`. */
  readonly tagHandles: Map<string, string>;
  /** Whether the text is JSON, which has escapes that YAML 1.1 has not; `undefined` until someone asks. */
  json: boolean | undefined;
};

/** Collections nest no deeper than this: every later step may then recurse safely. */
export const depthLimit = 1000;

/** A cursor at the start of `text`. */
export function startCursor(text: string, origin: Origin): Cursor {
  return {
    text,
    origin,
    pos: 0,
    lineStart: 0,
    tabbedLine: -1,
    depth: 0,
    anchors: new Map(),
    tagHandles: new Map(),
    json: undefined,
  };
}

/** The line and column, from 1, of `offset` in `text` whose first line is `firstLine`. */
export function placeOf(
  text: string,
  offset: number,
  firstLine: number,
): { readonly line: number; readonly column: number } {
  let line = firstLine;
  let lineStart = 0;
  for (let feed = text.indexOf("\n"); feed !== -1 && feed < offset; feed = text.indexOf("\n", feed + 1)) {
    line += 1;
    lineStart = feed + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The error that this text is not YAML as kubectl reads it, at `offset`. */
export function notYaml(cursor: Cursor, offset: number, message: string): PodgraftError {
  return new PodgraftError("input.not_yaml", message, locate(cursor, offset));
}

/** Steps into a collection; throws `input.too_deep` beyond {@link depthLimit}. */
export function enter(cursor: Cursor): void {
  cursor.depth += 1;
  if (cursor.depth > depthLimit) {
    throw new PodgraftError(
      "input.too_deep",
      `collections nest deeper than ${depthLimit} levels; flatten the document`,
      locate(cursor, cursor.pos),
    );
  }
}

/** Moves over blanks, comments and line breaks to the next token or the end of the text. */
export function skipToToken(cursor: Cursor): void {
  const { text } = cursor;
  let { pos } = cursor;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code === 32) pos += 1;
    else if (code === 10) {
      pos += 1;
      cursor.lineStart = pos;
    } else if (code === 9) {
      noteTab(cursor, pos);
      pos += 1;
    } else if (code === 35) {
      while (pos < text.length && !isBreak(text.charCodeAt(pos))) pos += 1;
    } else if (code === 0xfeff && pos === cursor.lineStart) {
      pos += 1;
      cursor.lineStart = pos;
    } else {
      const length = breakLength(text, pos);
      if (length === 0) break;
      pos += length;
      cursor.lineStart = pos;
    }
  }
  cursor.pos = pos;
}

/** Moves over spaces and tabs on the present line. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  let code = text.charCodeAt(cursor.pos);
  while (code === 32 || code === 9) {
    cursor.pos += 1;
    code = text.charCodeAt(cursor.pos);
  }
}

/** Remembers a tab at `pos` if only blanks stand before it on its line: a block token behind it has no column to speak of. */
export function noteTab(cursor: Cursor, pos: number): void {
  if (cursor.tabbedLine === cursor.lineStart) return;
  for (let offset = cursor.lineStart; offset < pos; offset += 1) if (cursor.text.charCodeAt(offset) !== 32) return;
  cursor.tabbedLine = cursor.lineStart;
}

/** Whether nothing of this document is left at `pos`: the end of the text, or `---` or `...` at the start of a line. */
export function atDocumentEnd(cursor: Cursor): boolean {
  return (
    cursor.pos >= cursor.text.length || (cursor.pos === cursor.lineStart && isDocumentMarker(cursor.text, cursor.pos))
  );
}

/** Whether `---` or `...`, followed by a blank or the end, stands at `offset`; the caller knows that it is the start of a line. */
export function isDocumentMarker(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code !== 45 && code !== 46) return false;
  return (
    text.charCodeAt(offset + 1) === code &&
    text.charCodeAt(offset + 2) === code &&
    isBlankOrEnd(text.charCodeAt(offset + 3))
  );
}

/** Whether the whole text is one JSON value. */
export function isJsonText(cursor: Cursor): boolean {
  cursor.json ??= parsesAsJson(cursor.text);
  return cursor.json;
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

function locate(cursor: Cursor, offset: number): { file?: string; document?: number; line: number; column: number } {
  const { firstLine, ...rest } = cursor.origin;
  return { ...rest, ...placeOf(cursor.text, offset, firstLine ?? 1) };
}
