import type { Json, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject } from "../../../engine/json.ts";

/** The members of an object or the items of a list, each with its name or index; none of a scalar. */
export function childrenOf(value: Json): [Segment, Json][] {
  if (isJsonList(value)) return value.map((child, index) => [index, child]);
  return isJsonObject(value) ? Object.entries(value).map(([name, child]) => [name, child ?? null]) : [];
}
