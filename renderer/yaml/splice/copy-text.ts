import type { MappingNode, SequenceNode, YamlNode } from "../node.ts";
import { isBlank } from "../parse/characters.ts";
import { walk } from "./aliases.ts";
import { pairEnd } from "./emission.ts";
import type { BlockContent } from "./emit-replacement.ts";
import type { TextEdit } from "./text-edits.ts";
import { applyEdits } from "./text-edits.ts";

/**
 * The text of an anchored node, for use in another place: without anchors, so that none is defined twice; first column 0.
 * `undefined` where the text depends on its place: tagged nodes and block scalars.
 */
export function copyOf(text: string, node: YamlNode): BlockContent | undefined {
  if (node.properties?.tag !== undefined) return undefined;
  if (node.kind === "scalar")
    return node.style === "literal" || node.style === "folded"
      ? undefined
      : { collection: undefined, lines: [text.slice(node.start, node.end)] };
  if (node.kind === "alias") return { collection: undefined, lines: [text.slice(node.start, node.end)] };
  if (node.flow) return { collection: undefined, lines: [withoutAnchors(text, node, node.start, node.end)] };
  return { collection: node.kind, lines: dedented(withoutAnchors(text, node, node.start, node.end), node.indent) };
}

/** The lines of one pair of a block mapping, for use in another mapping; first column 0. */
export function copyOfPair(text: string, mapping: MappingNode, pair: MappingNode["pairs"][number]): string[] {
  return dedented(withoutAnchors(text, mapping, pair.start, pairEnd(pair)), mapping.indent);
}

/** The edit that takes the anchor away from `node`. */
export function anchorRemoval(text: string, node: YamlNode): TextEdit {
  const { anchorStart, anchorEnd } = node.properties ?? { anchorStart: node.start, anchorEnd: node.start };
  if (isBlank(text.charCodeAt(anchorEnd))) return { start: anchorStart, end: anchorEnd + 1, text: "" };
  return { start: isBlank(text.charCodeAt(anchorStart - 1)) ? anchorStart - 1 : anchorStart, end: anchorEnd, text: "" };
}

function withoutAnchors(text: string, node: MappingNode | SequenceNode, start: number, end: number): string {
  const removals: TextEdit[] = [];
  walk(node, (inner) => {
    if (inner === node || inner.properties?.anchor === undefined) return;
    const removal = anchorRemoval(text, inner);
    if (removal.start >= start && removal.end <= end)
      removals.push({ start: removal.start - start, end: removal.end - start, text: "" });
  });
  return applyEdits(
    text.slice(start, end),
    removals.toSorted((left, right) => left.start - right.start),
  );
}

/** Takes up to `columns` spaces from each line but the first, which starts at the node itself. */
function dedented(text: string, columns: number): string[] {
  return text.split(/\r\n|\n|\r/).map((line, index) => {
    if (index === 0) return line;
    let width = 0;
    while (width < columns && line.charCodeAt(width) === 32) width += 1;
    return line.slice(width);
  });
}
