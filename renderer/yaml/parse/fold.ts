import type { Cursor } from "./cursor.ts";
import { breakLength, breakText, isBlank } from "./characters.ts";
import { isDocumentMarker, noteTab } from "./cursor.ts";

/**
 * What the line breaks from `cursor.pos` on read as inside a plain or quoted scalar: one break is a space, n breaks are n-1 line feeds.
 * Moves to the first character that is neither blank nor break.
 */
export function foldBreaks(cursor: Cursor): string {
  const { text } = cursor;
  let first = "";
  let further = "";
  for (;;) {
    const length = breakLength(text, cursor.pos);
    if (length > 0) {
      if (first === "") first = breakText(text, cursor.pos);
      else further += breakText(text, cursor.pos);
      cursor.pos += length;
      cursor.lineStart = cursor.pos;
    } else if (isBlank(text.charCodeAt(cursor.pos))) {
      if (text.charCodeAt(cursor.pos) === 9) noteTab(cursor, cursor.pos);
      cursor.pos += 1;
    } else break;
  }
  if (first !== "\n") return first + further;
  return further === "" ? " " : further;
}

/** Whether a document marker stands at the cursor. Inside a scalar that is either its end or a fault. */
export function atMarker(cursor: Cursor): boolean {
  return cursor.pos === cursor.lineStart && isDocumentMarker(cursor.text, cursor.pos);
}
