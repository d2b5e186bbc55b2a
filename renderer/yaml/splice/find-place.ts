import type { YamlNode } from "../node.ts";
import type { Place } from "./emission.ts";
import type { Habits } from "./habits.ts";
import { habitsInside } from "./habits.ts";

/** Where `wanted` stands below `root`, and the habits there; `undefined` if it is not a value there. */
export function findPlace(
  root: YamlNode,
  wanted: YamlNode,
  habits: Habits,
): { readonly place: Place; readonly habits: Habits } | undefined {
  if (root === wanted) return { place: { kind: "root" }, habits };
  return findBelow(root, wanted, habits);
}

function findBelow(
  node: YamlNode,
  wanted: YamlNode,
  outer: Habits,
): { readonly place: Place; readonly habits: Habits } | undefined {
  if (node.kind !== "mapping" && node.kind !== "sequence") return undefined;
  if (wanted.start < node.start || wanted.start > node.end) return undefined;
  const habits = habitsInside(outer, node);
  if (node.kind === "sequence") {
    for (const [index, item] of node.items.entries()) {
      if (item === wanted) return { place: { kind: "item", sequence: node, index }, habits };
      const found = findBelow(item, wanted, habits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const pair of node.pairs) {
    if (pair.value === wanted) return { place: { kind: "member", mapping: node, pair }, habits };
    const found = findBelow(pair.value, wanted, habits);
    if (found !== undefined) return found;
  }
  return undefined;
}
