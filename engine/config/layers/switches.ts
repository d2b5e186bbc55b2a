import { isJsonObject, type Json } from "../../json.ts";
import { memberSchema } from "../schema/lookup.ts";
import type { Schema } from "../schema/schema.ts";

/** YAML as kubectl reads it takes a bare `off` for false: where the schema knows the word `off`, false is that word again. */
export function restoreOff(schema: Schema, value: Json): Json {
  if (value === false && schema.enum?.includes("off") === true) return "off";
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Json | undefined] => {
    const known = memberSchema(schema, key);
    return [key, known === undefined || member === undefined ? member : restoreOff(known, member)];
  });
  return Object.fromEntries(members);
}
