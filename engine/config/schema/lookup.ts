import type { Segment } from "../../json.ts";
import { configSchema } from "../generated/schema.ts";
import type { Schema, TypeName } from "./schema.ts";

/** A schema that permits everything. */
const anything: Schema = {};

/** The types a schema permits; none where it permits every type. */
export function typesOf(schema: Schema): readonly TypeName[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

/** The schema that stands behind a reference `#/properties/NAME` to a property of the whole configuration; others answer themselves. */
export function dereference(schema: Schema): Schema {
  const name = schema.$ref?.slice("#/properties/".length);
  return (name === undefined ? undefined : configSchema.properties?.[name]) ?? schema;
}

/** The schema of the member `key` of an object, or `undefined` where the object must not have it. */
export function memberSchema(schema: Schema, key: string): Schema | undefined {
  const property = ownMember(schema.properties, key);
  if (property !== undefined) return dereference(property);
  if (typeof schema.additionalProperties === "object") return dereference(schema.additionalProperties);
  return schema.additionalProperties === false ? undefined : anything;
}

/** The schema of a list's items. */
export function itemSchema(schema: Schema): Schema {
  return schema.items === undefined ? anything : dereference(schema.items);
}

/** The schema one step into a document; `undefined` where there is no such step. */
export function schemaAfter(schema: Schema, segment: Segment): Schema | undefined {
  const types = typesOf(schema);
  const wanted = typeof segment === "number" ? "array" : "object";
  if (types.length > 0 && !types.includes(wanted)) return undefined;
  return typeof segment === "number" ? itemSchema(schema) : memberSchema(schema, segment);
}

/** The names an object may have. */
export function knownKeys(schema: Schema): readonly string[] {
  return Object.keys(schema.properties ?? {});
}

function ownMember<Value>(record: { readonly [key: string]: Value } | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
