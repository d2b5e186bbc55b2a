import type { Json } from "../../../engine/json.ts";
import type { SequenceNode } from "../node.ts";
import { isBreak } from "../parse/characters.ts";
import { itemLines } from "./block-text.ts";
import type { Draft, DraftItem, EmitInside } from "./draft.ts";
import { newValue } from "./draft-value.ts";
import type { Emission } from "./emission.ts";
import { deleteLines, edit, insertLinesBelow, insertLinesInside, nodeEnd } from "./emission.ts";
import type { Habits } from "./habits.ts";
import { lineBreakNear, lineEnd, lineStart, spaces, startsLine } from "./lines.ts";

/** Edits the items of a block sequence: new ones below the item before them, above any comment that follows it. */
export function emitBlockSequence(
  emission: Emission,
  draft: Draft & { readonly kind: "sequence" },
  habits: Habits,
  emitInside: EmitInside,
): void {
  const { node, items } = draft;
  deleteItems(emission, node, items);
  let previous = -1;
  let pending: Json[] = [];
  for (const item of items) {
    if (item.index === -1) {
      pending.push(newValue(item.draft));
      continue;
    }
    insertItems(emission, node, previous, pending, habits);
    pending = [];
    previous = item.index;
    emitInside(emission, item.draft, { kind: "item", sequence: node, index: item.index }, habits);
  }
  insertItems(emission, node, previous, pending, habits);
}

function insertItems(
  emission: Emission,
  node: SequenceNode,
  previous: number,
  values: readonly Json[],
  habits: Habits,
): void {
  if (values.length === 0) return;
  const lines = values.flatMap((value) => itemLines(value, habits));
  const before = node.items[previous];
  if (before !== undefined)
    return insertLinesBelow(emission, Math.max(nodeEnd(before), (node.dashes[previous] ?? 0) + 1), lines, node.indent);
  if (!startsLine(emission.text, node.start)) return insertLinesInside(emission, node.start, lines, node.indent);
  insertAtTop(emission, node, lines);
}

/** Below the last line with text before the list, which is that of its key: comments above the first item stay with it. */
function insertAtTop(emission: Emission, node: SequenceNode, lines: readonly string[]): void {
  const { text } = emission;
  let start = lineStart(text, node.start);
  while (start > 1) {
    const above = lineStart(
      text,
      start - 1 - (text.charCodeAt(start - 1) === 10 && text.charCodeAt(start - 2) === 13 ? 1 : 0),
    );
    const content = text.slice(above, lineEnd(text, above)).trimStart();
    if (content !== "" && !content.startsWith("#")) return insertLinesBelow(emission, above, lines, node.indent);
    if (above === start) break;
    start = above;
  }
  insertAtTopOfText(emission, node, lines);
}

function insertAtTopOfText(emission: Emission, node: SequenceNode, lines: readonly string[]): void {
  const first = lineStart(emission.text, node.start);
  if (first > 0 && isBreak(emission.text.charCodeAt(first - 1)))
    return insertLinesBelow(emission, lineStart(emission.text, first - 1), lines, node.indent);
  const feed = lineBreakNear(emission.text, first);
  edit(emission, first, first, lines.map((line) => (line === "" ? "" : spaces(node.indent) + line) + feed).join(""));
}

function deleteItems(emission: Emission, node: SequenceNode, items: readonly DraftItem[]): void {
  const kept = new Set(items.map(({ index }) => index));
  const inside = !startsLine(emission.text, node.start);
  const firstKept = node.items.findIndex((_, index) => kept.has(index));
  if (inside && firstKept > 0) edit(emission, node.start, node.dashes[firstKept] ?? node.start, "");
  node.items.forEach((item, index) => {
    if (kept.has(index) || (inside && index < firstKept)) return;
    const dash = node.dashes[index] ?? node.start;
    deleteLines(emission, dash, Math.max(dash + 1, nodeEnd(item)));
  });
}
