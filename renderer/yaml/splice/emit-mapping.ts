import type { MappingNode } from "../node.ts";
import { memberLines } from "./block-text.ts";
import type { Draft, DraftEntry, EmitInside } from "./draft.ts";
import { newValue } from "./draft-value.ts";
import type { Emission } from "./emission.ts";
import { deleteLines, edit, insertLinesBelow, pairEnd } from "./emission.ts";
import type { Habits } from "./habits.ts";
import { startsLine } from "./lines.ts";

/** Edits the members of a block mapping: new ones come last, above any comment at its end. */
export function emitBlockMapping(
  emission: Emission,
  draft: Draft & { readonly kind: "mapping" },
  habits: Habits,
  emitInside: EmitInside,
): void {
  const { node, entries } = draft;
  deletePairs(emission, node, entries);
  for (const { pair, draft: member } of entries) {
    if (pair !== undefined) emitInside(emission, member, { kind: "member", mapping: node, pair }, habits);
  }
  const lines = entries
    .filter(({ pair }) => pair === undefined)
    .flatMap(({ name, draft: member }) => memberLines(name, newValue(member), habits));
  const last = entries.findLast(({ pair }) => pair !== undefined)?.pair;
  if (lines.length > 0 && last !== undefined) insertLinesBelow(emission, pairEnd(last), lines, node.indent);
}

function deletePairs(emission: Emission, node: MappingNode, entries: readonly DraftEntry[]): void {
  const kept = new Set(entries.map(({ pair }) => pair));
  const [first] = node.pairs;
  const inside = first !== undefined && !startsLine(emission.text, first.start);
  const firstKept = node.pairs.findIndex((pair) => kept.has(pair));
  const next = node.pairs[firstKept];
  if (inside && firstKept > 0 && next !== undefined) edit(emission, first.start, next.start, "");
  node.pairs.forEach((pair, index) => {
    if (kept.has(pair) || (inside && index < firstKept)) return;
    deleteLines(emission, pair.start, pairEnd(pair));
  });
}
