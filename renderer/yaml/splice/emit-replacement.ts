import type { Json } from "../../../engine/json.ts";
import { isJsonList } from "../../../engine/json.ts";
import type { YamlNode } from "../node.ts";
import { outerStart } from "../node.ts";
import { refuse } from "../refusals.ts";
import { blockLines, isBlockValue, scalarLines } from "./block-text.ts";
import type { Emission, Place } from "./emission.ts";
import {
  deleteLines,
  edit,
  indicatorEnd,
  insertLinesBelow,
  isInFlow,
  nodeEnd,
  replaceBeforeComment,
} from "./emission.ts";
import { flowStyleOf, isSpread } from "./flow-style.ts";
import { flowText } from "./flow-text.ts";
import type { Habits } from "./habits.ts";
import { indentationOf, lineBreakNear, lineStart, sameLine, spaces } from "./lines.ts";

/** New text for a block node: on its line, or lines of a collection whose first column is 0. */
export type BlockContent = {
  readonly collection: "mapping" | "sequence" | undefined;
  readonly lines: readonly string[];
  /** An anchor to put before the text, as `&name`. */
  readonly anchor?: string;
};

/** Writes `value` in place of `node`. */
export function emitReplacement(emission: Emission, node: YamlNode, value: Json, place: Place, habits: Habits): void {
  if (place.kind === "root" && !isFlow(node)) return emitRoot(emission, node, value, habits);
  if (isInFlow(place) || place.kind === "root" || (isFlow(node) && !isEmptyFlow(node) && isBlockValue(value)))
    return emitFlowReplacement(emission, node, value, place, habits);
  if (isBlockValue(value))
    return emitBlockReplacement(
      emission,
      node,
      { collection: isJsonList(value) ? "sequence" : "mapping", lines: blockLines(value, habits) },
      place,
      habits,
    );
  emitBlockReplacement(
    emission,
    node,
    {
      collection: undefined,
      lines: scalarLines(value, habits, contentColumn(place, undefined, habits) - ownColumn(place)),
    },
    place,
    habits,
  );
}

/** Writes `content` in place of the block node `node`. */
export function emitBlockReplacement(
  emission: Emission,
  node: YamlNode,
  content: BlockContent,
  place: Place,
  habits: Habits,
): void {
  const { text } = emission;
  const from = indicatorEnd(place);
  const onOwnLines = node.end > node.start && !sameLine(text, from, outerStart(node));
  const start = node.start === node.end && node.properties === undefined ? from : outerStart(node);
  // What starts where the old text did goes on at its column.
  const inPlace = place.kind === "item" && content.collection !== undefined && !onOwnLines && start !== from;
  const column = inPlace ? start - lineStart(text, start) : contentColumn(place, content.collection, habits);
  if (place.kind === "member" && content.collection !== undefined) {
    // The key's line keeps what else stands on it; the collection starts below.
    if (onOwnLines) deleteLines(emission, outerStart(node), nodeEnd(node));
    else
      replaceBeforeComment(
        emission,
        from,
        Math.max(from, nodeEnd(node)),
        content.anchor === undefined ? "" : " " + content.anchor,
      );
    return insertLinesBelow(emission, onOwnLines ? from : Math.max(from, nodeEnd(node)), content.lines, column);
  }
  const gap = place.kind === "item" ? Math.max(column - ownColumn(place) - 1, 1) : 1;
  const [first = "", ...rest] = withAnchor(content);
  // A comment behind the node stays on the first line.
  if (onOwnLines) {
    edit(emission, from, from, spaces(gap) + first);
    deleteLines(emission, outerStart(node), nodeEnd(node));
  } else
    replaceBeforeComment(emission, start, Math.max(start, nodeEnd(node)), (start === from ? spaces(gap) : "") + first);
  if (rest.length > 0) insertLinesBelow(emission, onOwnLines ? from : Math.max(start, nodeEnd(node)), rest, column);
}

/** An anchor stands before a scalar on its line, before a collection on a line of its own. */
function withAnchor(content: BlockContent): readonly string[] {
  if (content.anchor === undefined) return content.lines;
  if (content.collection !== undefined) return [content.anchor, ...content.lines];
  return [`${content.anchor} ${content.lines[0] ?? ""}`, ...content.lines.slice(1)];
}

/** A block document of which nothing stays. */
function emitRoot(emission: Emission, node: YamlNode, value: Json, habits: Habits): void {
  const lines = isBlockValue(value) ? blockLines(value, habits) : scalarLines(value, habits, 0);
  const column = node.kind === "mapping" || node.kind === "sequence" ? node.indent : 0;
  replaceBeforeComment(
    emission,
    node.start,
    node.end,
    lines.join(lineBreakNear(emission.text, node.start) + spaces(column)),
  );
}

function emitFlowReplacement(emission: Emission, node: YamlNode, value: Json, place: Place, habits: Habits): void {
  const container = place.kind === "member" ? place.mapping : place.kind === "item" ? place.sequence : undefined;
  const model =
    container?.flow === true ? container : node.kind === "mapping" || node.kind === "sequence" ? node : undefined;
  if (model === undefined) throw refuse("document.whole", "");
  const indentation =
    isSpread(emission.text, model) || model === node ? indentationOf(emission.text, outerStart(node)) : "";
  const written = flowText(value, flowStyleOf(emission, model, habits), indentation);
  const bare = node.end === node.start && node.properties === undefined;
  const lead = bare && place.kind === "member" ? (place.pair.colon === -1 ? ": " : " ") : "";
  replaceBeforeComment(emission, outerStart(node), nodeEnd(node), lead + written);
}

function isFlow(node: YamlNode): boolean {
  return (node.kind === "mapping" || node.kind === "sequence") && node.flow;
}

function isEmptyFlow(node: YamlNode): boolean {
  return (node.kind === "mapping" && node.pairs.length === 0) || (node.kind === "sequence" && node.items.length === 0);
}

/** The column of the collection that holds the place. */
function ownColumn(place: Place): number {
  if (place.kind === "member") return place.mapping.indent;
  return place.kind === "item" ? place.sequence.indent : 0;
}

/** The column at which a collection in this place starts, or further lines of a scalar. */
function contentColumn(place: Place, collection: BlockContent["collection"], habits: Habits): number {
  if (place.kind === "member")
    return place.mapping.indent + (collection === "sequence" ? habits.listOffset : habits.step);
  return place.kind === "item" ? place.sequence.indent + habits.dashWidth : 0;
}
