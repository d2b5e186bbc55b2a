import { isJsonList, isJsonObject, type Json, type JsonObject } from "../json.ts";
import { structShape, type Shape } from "./shapes.ts";

/**
 * What an API server keeps of an object of a Kubernetes type (`EnvVar`, `VolumeMount`, `Volume`, `Container` …): fields that it does not
 * know are dropped, at every level. The object must have passed the typed check.
 */
export function withoutUnknownFields(value: JsonObject, type: string): JsonObject {
  return keepFields(value, structShape(type).fields);
}

function keep(value: Json, shape: Shape): Json {
  if (shape.kind === "list" && isJsonList(value)) return value.map((item) => keep(item, shape.item));
  return shape.kind === "struct" && isJsonObject(value) ? keepFields(value, shape.fields) : value;
}

function keepFields(value: JsonObject, fields: ReadonlyMap<string, Shape>): JsonObject {
  const kept: { [key: string]: Json } = {};
  for (const [name, field] of fields) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) kept[name] = keep(member, field);
  }
  return kept;
}
