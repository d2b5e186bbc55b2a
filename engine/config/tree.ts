import { isJsonObject, type Json, type Segment } from "../json.ts";
import type { Source } from "./source.ts";

/** A configuration whose every value knows where it came from. Lists are leaves: they replace, they never merge. */
export type Tree =
  | { readonly kind: "map"; readonly source: Source; readonly entries: ReadonlyMap<string, Tree> }
  | { readonly kind: "leaf"; readonly source: Source; readonly value: Json };

/** One resolved value: where it stands, what it is, and where it came from. */
export type Leaf = { readonly path: readonly Segment[]; readonly value: Json; readonly source: Source };

/** The tree of one document, all from one source. */
export function fromJson(value: Json, source: Source): Tree {
  if (!isJsonObject(value)) return { kind: "leaf", source, value };
  const entries = new Map<string, Tree>();
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) entries.set(key, fromJson(member, source));
  }
  return { kind: "map", source, entries };
}

/** Lays `over` on `base`: maps merge key by key, everything else replaces. Keys keep the place they had first. */
export function merge(base: Tree | undefined, over: Tree): Tree {
  if (base?.kind !== "map" || over.kind !== "map") return over;
  const entries = new Map(base.entries);
  for (const [key, member] of over.entries) entries.set(key, merge(entries.get(key), member));
  return { kind: "map", source: over.source, entries };
}

/** The plain document. Built entry by entry, so that a key such as `__proto__` is data like any other. */
export function toJson(tree: Tree): Json {
  if (tree.kind === "leaf") return tree.value;
  return Object.fromEntries(Array.from(tree.entries, ([key, member]) => [key, toJson(member)]));
}

/** The same tree with other sources. */
export function relabel(tree: Tree, rename: (source: Source) => Source): Tree {
  const source = rename(tree.source);
  if (tree.kind === "leaf") return { ...tree, source };
  return {
    kind: "map",
    source,
    entries: new Map(Array.from(tree.entries, ([key, member]) => [key, relabel(member, rename)])),
  };
}

/** A map with only the entries that are wanted; everything else unchanged. */
export function keepEntries(tree: Tree, wanted: (key: string, member: Tree) => boolean): Tree {
  if (tree.kind === "leaf") return tree;
  return { ...tree, entries: new Map(Array.from(tree.entries).filter(([key, member]) => wanted(key, member))) };
}

/** The member `key` of a map; `undefined` for everything else. */
export function child(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.kind === "map" ? tree.entries.get(key) : undefined;
}

/** All leaves in order; a map without entries is a leaf as well. */
export function leaves(tree: Tree, path: readonly Segment[] = []): readonly Leaf[] {
  if (tree.kind === "leaf") return [{ path, value: tree.value, source: tree.source }];
  if (tree.entries.size === 0) return [{ path, value: {}, source: tree.source }];
  return Array.from(tree.entries).flatMap(([key, member]) => leaves(member, [...path, key]));
}

/** Where the value at `path`, or the nearest thing around it, came from. */
export function sourceAt(tree: Tree, path: readonly Segment[]): Source {
  let here = tree;
  for (const segment of path) {
    const next = child(here, String(segment));
    if (next === undefined) break;
    here = next;
  }
  return here.source;
}
