import { canonicalQuantity } from "../config/go/quantity.ts";
import type { Json, JsonObject } from "../json.ts";

/** Resources are stored in thousandths at the finest. */
const milli = -3;

/** A quantity as stored: in canonical form, zero where there is none. What is no quantity stays as it is. */
export function servedQuantity(value: Json | undefined): Json {
  return canonical(value ?? "0");
}

/** A map of resources (limits, requests) as stored: canonical quantities, rounded up to thousandths. */
export function servedResourceList(resources: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(resources).map(([name, value]) => [name, canonical(value ?? "0", milli)]));
}

function canonical(value: Json, finest?: number): Json {
  if (typeof value !== "string" && typeof value !== "number") return value;
  return canonicalQuantity(String(value), finest) ?? value;
}
