import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../engine/json.ts";

/**
 * The objects that a document's value is: the items of a List (of Lists …), else itself; none where it is no object. Items of a list of one
 * kind, as the API server answers, need not say their kind.
 */
export function unfold(value: Json): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  const { kind, items } = value;
  if (typeof kind !== "string" || !kind.endsWith("List") || !isJsonList(items)) return [value];
  return items.every(isJsonObject) ? items.flatMap((item) => unfold(completed(item, value))) : [value];
}

function completed(item: JsonObject, { apiVersion, kind }: JsonObject): JsonObject {
  if (typeof kind !== "string" || kind === "List" || Object.hasOwn(item, "kind")) return item;
  return { apiVersion, kind: kind.slice(0, -"List".length), ...item };
}
