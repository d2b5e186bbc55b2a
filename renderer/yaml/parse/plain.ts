import type { ScalarNode } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { isBlank, isBlankOrEnd, isBreak, isFlowIndicator } from "./characters.ts";
import { notYaml } from "./cursor.ts";
import { atMarker, foldBreaks } from "./fold.ts";

/**
 * Reads the plain scalar at the cursor. A following line belongs to it if it is indented deeper than `parentIndent` (block only).
 * Leaves the cursor at the token behind it, which may be lines further on.
 */
export function parsePlain(cursor: Cursor, parentIndent: number, flow: boolean): ScalarNode {
  const { text } = cursor;
  const start = cursor.pos;
  let end = plainLineEnd(text, start, flow);
  let content = text.slice(start, end);
  cursor.pos = end;
  for (;;) {
    skipTrailingBlanks(cursor);
    if (!isBreak(text.charCodeAt(cursor.pos))) break;
    const joint = foldBreaks(cursor);
    if (cursor.pos >= text.length || atMarker(cursor)) break;
    const column = cursor.pos - cursor.lineStart;
    if (!flow && column <= parentIndent) break;
    if (text.charCodeAt(cursor.pos) === 35) break;
    if (
      cursor.tabbedLine === cursor.lineStart &&
      !flow &&
      text.indexOf("\t", cursor.lineStart) - cursor.lineStart <= parentIndent
    ) {
      throw notYaml(cursor, cursor.pos, "a tab stands where indentation is expected; use spaces");
    }
    const nextEnd = plainLineEnd(text, cursor.pos, flow);
    if (nextEnd === cursor.pos) break;
    content += joint + text.slice(cursor.pos, nextEnd);
    end = nextEnd;
    cursor.pos = nextEnd;
  }
  return { kind: "scalar", start, end, properties: undefined, style: "plain", text: content };
}

/** The offset behind the plain text that starts at `offset`, on its line. */
function plainLineEnd(text: string, offset: number, flow: boolean): number {
  let pos = offset;
  let end = offset;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code === 58) {
      if (isBlankOrEnd(text.charCodeAt(pos + 1))) return end;
    } else if (code === 32 || code === 9) {
      do pos += 1;
      while (isBlank(text.charCodeAt(pos)));
      if (text.charCodeAt(pos) === 35) return end;
      continue;
    } else if (code < 32 || code > 126 || code !== code) {
      if (code !== code || isBreak(code)) return end;
    } else if (flow && isFlowIndicator(code)) return end;
    pos += 1;
    end = pos;
  }
}

function skipTrailingBlanks(cursor: Cursor): void {
  while (isBlank(cursor.text.charCodeAt(cursor.pos))) cursor.pos += 1;
}
