import type { YamlNode } from "../node.ts";
import { outerStart } from "../node.ts";
import { isBlank, isBreak } from "../parse/characters.ts";
import type { Draft, EmitInside } from "./draft.ts";
import { newValue } from "./draft-value.ts";
import type { Emission, Place } from "./emission.ts";
import { edit, nodeEnd, pairEnd } from "./emission.ts";
import type { FlowStyle } from "./flow-text.ts";
import { flowMember, flowText } from "./flow-text.ts";
import { flowStyleOf, isSpread } from "./flow-style.ts";
import type { Habits } from "./habits.ts";
import { indentationOf, lineBreakNear, lineEnd } from "./lines.ts";

/** One entry of a flow collection, as both kinds have it. `source` is its index in the document, -1 for a new one. */
type Entry = {
  readonly source: number;
  readonly draft: Draft;
  readonly place: Place | undefined;
  readonly text: () => string;
};

type Span = { readonly start: number; readonly end: number };

/** Edits the entries of a flow mapping or sequence in its own way: on one line, or one entry a line. */
export function emitFlow(
  emission: Emission,
  draft: Draft & { readonly kind: "mapping" | "sequence" },
  habits: Habits,
  emitInside: EmitInside,
): void {
  const { node } = draft;
  const spans =
    node.kind === "mapping"
      ? node.pairs.map((pair) => ({ start: pair.start, end: pairEnd(pair) }))
      : node.items.map(spanOf);
  const first = spans[0]?.start ?? node.start;
  const style = flowStyleOf(emission, node, habits);
  const spread = isSpread(emission.text, node);
  const indentation = spread ? indentationOf(emission.text, first) : "";
  const entries =
    draft.kind === "mapping" ? memberEntries(draft, style, indentation) : itemEntries(draft, style, indentation);
  const bare = isBarePair(emission.text, node) && entries.length > 1;
  if (bare) edit(emission, node.start, node.start, "{");
  deleteEntries(emission, spans, entries);
  let previous = -1;
  let pending: string[] = [];
  const separator = spread ? "," + lineBreakNear(emission.text, node.start) + indentation : style.comma;
  for (const entry of entries) {
    if (entry.source === -1) {
      pending.push(entry.text());
      continue;
    }
    insertEntries(emission, spans[previous], first, pending, separator);
    pending = [];
    previous = entry.source;
    if (entry.place !== undefined) emitInside(emission, entry.draft, entry.place, habits);
  }
  const last = spans[previous];
  if (last !== undefined && previous < spans.length - 1)
    edit(emission, last.end, last.end, pending.map((text) => separator + text).join(""));
  else insertEntries(emission, last, first, pending, separator);
  if (bare) edit(emission, node.end, node.end, "}");
}

/** Whether `node` is a pair that stands in a list without braces, as in `[a: b]`. */
function isBarePair(text: string, node: YamlNode): boolean {
  return node.kind === "mapping" && text.charCodeAt(node.start) !== 123;
}

function memberEntries(draft: Draft & { readonly kind: "mapping" }, style: FlowStyle, indentation: string): Entry[] {
  const { node } = draft;
  return draft.entries.map(({ name, pair, draft: member }) => ({
    source: pair === undefined ? -1 : node.pairs.indexOf(pair),
    draft: member,
    place: pair === undefined ? undefined : { kind: "member", mapping: node, pair },
    text: () => flowMember(name, newValue(member), style, indentation),
  }));
}

function itemEntries(draft: Draft & { readonly kind: "sequence" }, style: FlowStyle, indentation: string): Entry[] {
  const { node } = draft;
  return draft.items.map(({ index, draft: item }) => ({
    source: index,
    draft: item,
    place: index === -1 ? undefined : { kind: "item", sequence: node, index },
    text: () => flowText(newValue(item), style, indentation),
  }));
}

function spanOf(node: YamlNode): Span {
  return { start: outerStart(node), end: nodeEnd(node) };
}

function insertEntries(
  emission: Emission,
  before: Span | undefined,
  first: number,
  texts: readonly string[],
  separator: string,
): void {
  if (texts.length === 0) return;
  if (before === undefined) return edit(emission, first, first, texts.map((text) => text + separator).join(""));
  insertBehind(emission, before.end, texts, separator);
}

/** Behind an entry, its comma and its comment, where entries stand on lines of their own; else right behind it. */
function insertBehind(emission: Emission, offset: number, texts: readonly string[], separator: string): void {
  const { text } = emission;
  const comma = skipBlanks(text, offset);
  const hasComma = text.charCodeAt(comma) === 44;
  const comment = skipBlanks(text, hasComma ? comma + 1 : comma);
  if (separator === "," || !isBreak(separator.charCodeAt(1)) || text.charCodeAt(comment) !== 35) {
    return edit(emission, offset, offset, texts.map((entry) => separator + entry).join(""));
  }
  const end = lineEnd(text, comment);
  const lines = texts.join(separator);
  if (!hasComma) edit(emission, offset, offset, ",");
  edit(emission, end, end, separator.slice(1) + lines + (hasComma ? "," : ""));
}

function skipBlanks(text: string, offset: number): number {
  let pos = offset;
  while (isBlank(text.charCodeAt(pos))) pos += 1;
  return pos;
}

function deleteEntries(emission: Emission, spans: readonly Span[], entries: readonly Entry[]): void {
  const kept = new Set(entries.map(({ source }) => source));
  const lastKept = spans.findLastIndex((_, index) => kept.has(index));
  spans.forEach((span, index) => {
    const next = spans[index + 1];
    if (index < lastKept && !kept.has(index) && next !== undefined) edit(emission, span.start, next.start, "");
  });
  const last = spans.at(-1);
  const end = spans[lastKept]?.end;
  if (lastKept < spans.length - 1 && last !== undefined && end !== undefined) edit(emission, end, last.end, "");
}
