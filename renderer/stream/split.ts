import { splitJsonValues } from "./json-values.ts";

/** One document of a stream with all its bytes: the marker before it, comments, the line break at its end. */
export type StreamDocument = {
  /** The document's part of the stream. The parts of all documents, put together, are the stream. */
  readonly text: string;
  /** Where the part starts in the stream, in UTF-16 units. */
  readonly offset: number;
  /** The number in the stream of the part's first line, from 1. */
  readonly firstLine: number;
  /** The document's place in the stream, from 1. */
  readonly number: number;
};

/**
 * Splits a stream of YAML or JSON documents at their markers (`---` or `...` at the start of a line, a blank or the line's end behind it) and
 * between JSON values that follow each other. Never fails, keeps every byte; an empty stream has no documents.
 * Comments and directives before a marker belong to the document behind it, text behind `...` to the next.
 */
export function splitStream(text: string): StreamDocument[] {
  const documents: StreamDocument[] = [];
  let firstLine = 1;
  let offset = 0;
  const add = (end: number): void => {
    const part = text.slice(offset, end);
    documents.push({ text: part, offset, firstLine, number: documents.length + 1 });
    firstLine += countLines(part);
    offset = end;
  };
  for (const end of documentEnds(text)) {
    for (const valueEnd of splitJsonValues(text, offset, end)) add(valueEnd);
    add(end);
  }
  return documents;
}

/** The offsets at which documents end, in order; the last is the length of the text. */
function documentEnds(text: string): number[] {
  const ends: number[] = [];
  let start = 0;
  let open = false;
  let searched = text.startsWith("\uFEFF") ? 1 : 0;
  let marker = markerAt(text, searched) ? searched : nextMarker(text, searched, "\n---", "\n...");
  while (marker !== -1) {
    const dashes = text.charCodeAt(marker) === 45;
    const content = open || hasContent(text, searched, marker);
    if (dashes) {
      if (content) {
        ends.push(marker);
        start = marker;
      }
      open = true;
      searched = marker + 3;
    } else {
      const lineEnd = text.indexOf("\n", marker);
      searched = lineEnd === -1 ? text.length : lineEnd + 1;
      if (content) {
        ends.push(searched);
        start = searched;
      }
      open = false;
    }
    marker = markerAt(text, searched) && !dashes ? searched : nextMarker(text, searched - 1, "\n---", "\n...");
  }
  if (start === text.length) return ends;
  if (!open && ends.length > 0 && !hasContent(text, searched, text.length)) ends.pop();
  ends.push(text.length);
  return ends;
}

/** The offset of the next marker that starts a line behind `from`, or -1. */
function nextMarker(text: string, from: number, ...needles: readonly string[]): number {
  let nearest = -1;
  for (const needle of needles) {
    let found = text.indexOf(needle, from);
    while (found !== -1 && !markerAt(text, found + 1)) found = text.indexOf(needle, found + 1);
    if (found !== -1 && (nearest === -1 || found + 1 < nearest)) nearest = found + 1;
  }
  return nearest;
}

/** Whether `---` or `...` stands at `offset` with a blank, a line break or the end of the text behind it. */
function markerAt(text: string, offset: number): boolean {
  if (!text.startsWith("---", offset) && !text.startsWith("...", offset)) return false;
  const next = text.charCodeAt(offset + 3);
  return next === 10 || next === 13 || next === 32 || next === 9 || next !== next;
}

/** Whether anything but blank lines, comments and directives stands between the offsets, which are starts of lines. */
function hasContent(text: string, from: number, to: number): boolean {
  let pos = from;
  while (pos < to) {
    let first = pos;
    while (first < to && isSpace(text.charCodeAt(first))) first += 1;
    if (first >= to) return false;
    const code = text.charCodeAt(first);
    const directive = code === 37 && (first === 0 || text.charCodeAt(first - 1) === 10);
    if (code !== 35 && !directive) return true;
    const lineEnd = text.indexOf("\n", first);
    pos = lineEnd === -1 ? to : lineEnd + 1;
  }
  return false;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff;
}

function countLines(text: string): number {
  let lines = 0;
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) lines += 1;
  return lines;
}
