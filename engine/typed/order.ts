import type { Json, JsonObject } from "../json.ts";
import { isJsonList, isJsonObject } from "../json.ts";
import { structShape, type Shape } from "./shapes.ts";

// Beyond this depth the order of members is left alone: nothing that Kubernetes knows in these types is as deep.
const deepest = 100;

/** An environment variable with its members in Kubernetes' order, `name` first. */
export function orderEnv(value: JsonObject): JsonObject {
  return orderFields(value, "EnvVar");
}

/** A volume mount with its members in Kubernetes' order, `name` first. */
export function orderMount(value: JsonObject): JsonObject {
  return orderFields(value, "VolumeMount");
}

/** A volume with its members in Kubernetes' order, `name` first, then the source. */
export function orderVolume(value: JsonObject): JsonObject {
  return orderFields(value, "Volume");
}

/** A container with its members in Kubernetes' order, `name` and `image` first. */
export function orderContainer(value: JsonObject): JsonObject {
  return orderFields(value, "Container");
}

/**
 * A copy of `value`, an object of the Kubernetes type `typeName`, with members in the order of the Go struct at every level; the
 * members of maps, and members that Kubernetes does not know, are sorted, the latter after the known ones. Lists keep their order.
 */
export function orderFields(value: JsonObject, typeName: string): JsonObject {
  return orderObject(value, structShape(typeName), 0);
}

function orderValue(value: Json, shape: Shape | undefined, depth: number): Json {
  if (depth > deepest) return value;
  if (isJsonList(value)) return value.map((item) => orderValue(item, itemShape(shape), depth + 1));
  return isJsonObject(value) ? orderObject(value, shape, depth) : value;
}

function orderObject(value: JsonObject, shape: Shape | undefined, depth: number): JsonObject {
  const entries: [string, Json][] = [];
  for (const name of orderedNames(value, shape)) {
    const item = value[name];
    if (item !== undefined) entries.push([name, orderValue(item, memberShape(shape, name), depth + 1)]);
  }
  // Not by assignment: `__proto__` has to stay a member like any other.
  return Object.fromEntries(entries);
}

function orderedNames(value: JsonObject, shape: Shape | undefined): readonly string[] {
  const fields = shape?.kind === "struct" ? [...shape.fields.keys()] : [];
  const known = fields.filter((name) => Object.hasOwn(value, name));
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return [...known, ...unknown.sort()];
}

function itemShape(shape: Shape | undefined): Shape | undefined {
  return shape?.kind === "list" ? shape.item : undefined;
}

function memberShape(shape: Shape | undefined, name: string): Shape | undefined {
  if (shape?.kind === "struct") return shape.fields.get(name);
  return shape?.kind === "map" ? shape.item : undefined;
}
