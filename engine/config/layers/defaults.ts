import type { Json } from "../../json.ts";
import { isJsonList } from "../../json.ts";
import { itemSchema, memberSchema } from "../schema/lookup.ts";
import type { Schema } from "../schema/schema.ts";
import type { Source } from "../source.ts";
import { fromJson, toJson, type Tree } from "../tree.ts";

const fromDefault: Source = { kind: "default" };

/**
 * Fills in the schema's defaults where the tree has nothing, in list items too. Members stand in the schema's order, those that it does
 * not name behind them in their own, so that the same settings always print alike.
 */
export function withDefaults(schema: Schema, tree: Tree): Tree {
  if (tree.kind === "leaf") {
    if (!isJsonList(tree.value)) return tree;
    return { ...tree, value: tree.value.map((item) => itemWithDefaults(itemSchema(schema), item)) };
  }
  const entries = new Map<string, Tree>();
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const present = tree.entries.get(key) ?? defaultOf(property);
    if (present !== undefined) entries.set(key, withDefaults(property, present));
  }
  for (const [key, member] of tree.entries) {
    if (!entries.has(key)) entries.set(key, withDefaults(memberSchema(schema, key) ?? {}, member));
  }
  return { ...tree, entries };
}

function itemWithDefaults(schema: Schema, item: Json): Json {
  return toJson(withDefaults(schema, fromJson(item, fromDefault)));
}

function defaultOf(schema: Schema): Tree | undefined {
  return schema.default === undefined ? undefined : fromJson(schema.default, fromDefault);
}
