import type { Segment } from "../../../engine/json.ts";
import type { MappingNode, Pair, YamlNode } from "../node.ts";
import { isMergeKey, resolveKey } from "./key.ts";

/**
 * The offset at which the text for `path` begins: the key of a member, the first character of a list's item.
 * Where the path goes on through an alias or a merge key, or beyond what is written, the last place on the way that is.
 */
export function offsetOf(root: YamlNode, path: readonly Segment[]): number {
  let node = root;
  let offset = root.start;
  for (const segment of path) {
    if (node.kind === "mapping") {
      const pair = pairOf(node, String(segment));
      if (pair === undefined) return mergeOffset(node) ?? offset;
      offset = pair.key.start;
      node = pair.value;
    } else if (node.kind === "sequence") {
      const item = node.items[Number(segment)];
      if (item === undefined) return offset;
      offset = item.start;
      node = item;
    } else return offset;
  }
  return offset;
}

/** The pair that gives `node` its member `name`: the last one of that name, or `undefined`. Merged members have none. */
export function pairOf(node: MappingNode, name: string): Pair | undefined {
  return node.pairs.findLast(({ key }) => {
    if (isMergeKey(key)) return false;
    const meaning = resolveKey(key);
    return "name" in meaning && meaning.name === name;
  });
}

function mergeOffset(node: MappingNode): number | undefined {
  return node.pairs.find(({ key }) => isMergeKey(key))?.key.start;
}
