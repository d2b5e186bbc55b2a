import { isJsonList, member, isJsonObject, type Json, type Segment } from "../../json.ts";
import type { Source } from "../source.ts";
import { child, fromJson, toJson, type Tree } from "../tree.ts";

/**
 * The layer that puts `value` at `path`, to be merged over `tree`. A list is set whole, so the items around an index are taken from
 * `tree`; the index right behind the last item appends, one beyond is answered by what is wrong, as text.
 */
export function layerFor(tree: Tree | undefined, path: readonly Segment[], value: Json, source: Source): Tree | string {
  const [first, ...rest] = path;
  if (first === undefined) return fromJson(value, source);
  if (typeof first === "number") {
    const list = withValueAt(tree === undefined ? [] : toJson(tree), path, value);
    return typeof list === "string" ? list : { kind: "leaf", source, value: list.value };
  }
  const inner = layerFor(child(tree, first), rest, value, source);
  return typeof inner === "string" ? inner : { kind: "map", source, entries: new Map([[first, inner]]) };
}

function withValueAt(json: Json | undefined, path: readonly Segment[], value: Json): { readonly value: Json } | string {
  const [first, ...rest] = path;
  if (first === undefined) return { value };
  if (typeof first === "string") {
    const inner = withValueAt(member(json, first), rest, value);
    if (typeof inner === "string") return inner;
    return { value: Object.fromEntries([...Object.entries(isJsonObject(json) ? json : {}), [first, inner.value]]) };
  }
  const list = isJsonList(json) ? [...json] : [];
  if (first > list.length)
    return `index ${first} is beyond the end of the list, which has ${list.length} item${list.length === 1 ? "" : "s"}`;
  const inner = withValueAt(list[first], rest, value);
  if (typeof inner === "string") return inner;
  list[first] = inner.value;
  return { value: list };
}
