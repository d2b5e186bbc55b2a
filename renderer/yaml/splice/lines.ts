import { breakLength, isBlank, isBreak } from "../parse/characters.ts";

/** The offset of the line break (or the end of the text) that ends the line holding `offset`. */
export function lineEnd(text: string, offset: number): number {
  let pos = offset;
  while (pos < text.length && !isBreak(text.charCodeAt(pos))) pos += 1;
  return pos;
}

/** The offset of the first character of the line holding `offset`, behind a byte order mark. */
export function lineStart(text: string, offset: number): number {
  let pos = offset;
  while (pos > 0 && !isBreak(text.charCodeAt(pos - 1))) pos -= 1;
  return pos === 0 && text.startsWith("\uFEFF") ? 1 : pos;
}

/** Whether only blanks stand before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  let pos = offset;
  while (isBlank(text.charCodeAt(pos - 1))) pos -= 1;
  return pos === lineStart(text, pos);
}

/** Whether both offsets are on one line. */
export function sameLine(text: string, left: number, right: number): boolean {
  for (let pos = left; pos < right; pos += 1) if (isBreak(text.charCodeAt(pos))) return false;
  return true;
}

/** The blanks at the start of the line holding `offset`. */
export function indentationOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let pos = start;
  while (isBlank(text.charCodeAt(pos))) pos += 1;
  return text.slice(start, Math.min(pos, offset));
}

/** The line break to write near `offset`: that of its line, else of the line before, else a line feed. */
export function lineBreakNear(text: string, offset: number): string {
  const end = lineEnd(text, offset);
  if (end < text.length) return normalBreak(text, end);
  const start = lineStart(text, offset);
  return start === 0
    ? "\n"
    : normalBreak(text, text.charCodeAt(start - 1) === 10 && text.charCodeAt(start - 2) === 13 ? start - 2 : start - 1);
}

/** `count` spaces. */
export function spaces(count: number): string {
  return " ".repeat(Math.max(count, 0));
}

function normalBreak(text: string, offset: number): string {
  const written = text.slice(offset, offset + breakLength(text, offset));
  return written === "\r\n" || written === "\r" ? written : "\n";
}
