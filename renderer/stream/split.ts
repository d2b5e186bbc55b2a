import { splitJsonValues } from "./json-values.ts";
import { nextMarker, startMarkers } from "./markers.ts";

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
  const finder = startMarkers(text);
  let from = 0;
  /** Whether a `---` stands before `from` whose document has not ended. */
  let open = false;
  for (let marker = nextMarker(finder); marker !== -1; marker = nextMarker(finder)) {
    const content = open || hasContent(text, from, marker);
    open = text.charCodeAt(marker) === 45;
    from = open ? marker : startOfNextLine(text, marker);
    if (content) ends.push(from);
    if (open) from = marker + 3;
  }
  if (ends.at(-1) === text.length || text === "") return ends;
  // What follows the last `...` without content is no document of its own.
  if (!open && ends.length > 0 && !hasContent(text, from, text.length)) ends.pop();
  ends.push(text.length);
  return ends;
}

function startOfNextLine(text: string, offset: number): number {
  const lineEnd = text.indexOf("\n", offset);
  return lineEnd === -1 ? text.length : lineEnd + 1;
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
