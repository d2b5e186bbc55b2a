import type { MappingNode, Pair, SequenceNode, YamlNode } from "../node.ts";
import type { Habits } from "./habits.ts";
import type { TextEdit } from "./text-edits.ts";
import { breakLength, isBreak } from "../parse/characters.ts";
import { lineBreakNear, lineEnd, spaces } from "./lines.ts";

/** The edits made so far of one document's text. */
export type Emission = {
  readonly text: string;
  readonly edits: TextEdit[];
  readonly habits: Habits;
  readonly root: YamlNode;
  readonly json: boolean;
};

/** Where a node stands. */
export type Place =
  | { readonly kind: "root" }
  | { readonly kind: "member"; readonly mapping: MappingNode; readonly pair: Pair }
  | { readonly kind: "item"; readonly sequence: SequenceNode; readonly index: number };

/** Whether the node stands inside a flow collection. */
export function isInFlow(place: Place): boolean {
  return (place.kind === "member" && place.mapping.flow) || (place.kind === "item" && place.sequence.flow);
}

/** The offset behind the colon or dash before the node (block only). */
export function indicatorEnd(place: Place): number {
  if (place.kind === "member") return place.pair.colon + 1;
  return place.kind === "item" ? (place.sequence.dashes[place.index] ?? 0) + 1 : 0;
}

/** Where the text of `node` ends, its properties included if nothing follows them. */
export function nodeEnd(node: YamlNode): number {
  return Math.max(node.end, node.properties?.end ?? 0);
}

/** Where the text of `pair` ends. */
export function pairEnd(pair: Pair): number {
  return Math.max(nodeEnd(pair.key), pair.colon + 1, nodeEnd(pair.value));
}

/** Notes one edit. */
export function edit(emission: Emission, start: number, end: number, text: string): void {
  emission.edits.push({ start, end, text });
}

/** Replaces `start..end` by `text`, and keeps a comment that follows without a blank, as kubectl's reader allows, from joining it. */
export function replaceBeforeComment(emission: Emission, start: number, end: number, text: string): void {
  edit(emission, start, end, emission.text.charCodeAt(end) === 35 ? text + " " : text);
}

/** Inserts `lines`, indented to `column`, below the line that holds `offset`. */
export function insertLinesBelow(emission: Emission, offset: number, lines: readonly string[], column: number): void {
  const end = lineEnd(emission.text, offset);
  const feed = lineBreakNear(emission.text, offset);
  edit(emission, end, end, lines.map((line) => feed + indented(line, column)).join(""));
}

/** Inserts `lines` in front of `offset`, at which an entry starts behind other text of its line; all columns count from it. */
export function insertLinesInside(emission: Emission, offset: number, lines: readonly string[], column: number): void {
  const feed = lineBreakNear(emission.text, offset);
  edit(
    emission,
    offset,
    offset,
    lines.map((line, index) => (index === 0 ? line : indented(line, column)) + feed).join("") + spaces(column),
  );
}

/** Deletes the lines from the one that holds `start` to the one that holds `end`, with the line break before them (behind them, at the top of the text). */
export function deleteLines(emission: Emission, start: number, end: number): void {
  const { text } = emission;
  let from = start;
  while (from > 0 && !isBreak(text.charCodeAt(from - 1))) from -= 1;
  const to = mayKeepBlankLines(text) ? endOfBlankLines(text, lineEnd(text, end)) : lineEnd(text, end);
  if (from > 0)
    edit(emission, from - (text.charCodeAt(from - 1) === 10 && text.charCodeAt(from - 2) === 13 ? 2 : 1), to, "");
  else
    edit(
      emission,
      text.startsWith("\uFEFF") ? 1 : 0,
      Math.min(to + (text.charCodeAt(to) === 13 && text.charCodeAt(to + 1) === 10 ? 2 : 1), text.length),
      "",
    );
}

/** Whether the text may have a block scalar to which all blank lines behind it belong: those behind what is deleted must not become its own. */
function mayKeepBlankLines(text: string): boolean {
  return /[|>][1-9]?\+/.test(text);
}

/** The end of the last of the blank lines that follow the line ending at `offset`. */
function endOfBlankLines(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    const next = end + breakLength(text, end);
    const nextEnd = lineEnd(text, next);
    if (next === end || nextEnd === text.length || text.slice(next, nextEnd).trim() !== "") return end;
    end = nextEnd;
  }
}

function indented(line: string, column: number): string {
  return line === "" ? "" : spaces(column) + line;
}
