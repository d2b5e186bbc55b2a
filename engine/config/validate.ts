import { isJsonList, isJsonObject, jsonEqual, type Json, type JsonObject, type Segment } from "../json.ts";
import { nearest } from "./nearest.ts";
import { dereference, itemSchema, knownKeys, memberSchema, typesOf } from "./schema/lookup.ts";
import type { Schema, TypeName } from "./schema/schema.ts";

/** One thing that is wrong: where in the document, and what is expected there. */
export type Issue = { readonly path: readonly Segment[]; readonly message: string };

/** All that is wrong with `value` by `schema`, in document order; an object's missing keys come before its members. Empty when it conforms. */
export function validate(schema: Schema, value: Json | undefined, path: readonly Segment[] = []): readonly Issue[] {
  const resolved = dereference(schema);
  const types = typesOf(resolved);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [
      {
        path,
        message: `expected ${types.map(withArticle).join(" or ")}, got ${describe(value)}${quotingHint(types, value)}`,
      },
    ];
  }
  if (isJsonObject(value)) return validateObject(resolved, value, path);
  if (isJsonList(value)) return validateList(resolved, value, path);
  const message = typeof value === "string" ? faultOfText(resolved, value) : faultOfNumber(resolved, value);
  return message === undefined ? [] : [{ path, message }];
}

/** What to say about a key that an object must not have: the nearest valid key, or all of them. */
export function unknownKey(schema: Schema, key: string): string {
  const known = knownKeys(schema);
  const near = nearest(key, known);
  return (
    `unknown key ${JSON.stringify(key)}; ` +
    (near === undefined ? `valid keys: ${known.join(", ")}` : `did you mean ${JSON.stringify(near)}?`)
  );
}

function validateObject(schema: Schema, value: JsonObject, path: readonly Segment[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(value, key))
      issues.push({ path, message: `missing key ${JSON.stringify(key)}${valuesHint(memberSchema(schema, key))}` });
  }
  for (const key of Object.keys(value)) {
    const member = memberSchema(schema, key);
    const inside = [...path, key];
    if (member === undefined) issues.push({ path: inside, message: unknownKey(schema, key) });
    else issues.push(...validate(member, value[key], inside));
  }
  return issues;
}

function validateList(schema: Schema, value: readonly Json[], path: readonly Segment[]): readonly Issue[] {
  return value.flatMap((item, index) => {
    const inside = [...path, index];
    const repeated = schema.uniqueItems === true && value.slice(0, index).some((earlier) => jsonEqual(earlier, item));
    return repeated
      ? [{ path: inside, message: `${describe(item)} occurs twice` }]
      : validate(itemSchema(schema), item, inside);
  });
}

function faultOfText(schema: Schema, value: string): string | undefined {
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    const near = nearest(value, schema.enum);
    return (
      `${JSON.stringify(value)} is not one of ${listed(schema.enum)}` +
      (near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`)
    );
  }
  if (value.length < (schema.minLength ?? 0)) return "expected a text that is not empty";
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    return `${JSON.stringify(value)} does not match ${schema.pattern}`;
  }
  return undefined;
}

function faultOfNumber(schema: Schema, value: Json | undefined): string | undefined {
  if (typeof value !== "number") return undefined;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return value < minimum || value > maximum
    ? `expected a number between ${minimum} and ${maximum}, got ${value}`
    : undefined;
}

function isOfType(value: Json | undefined, type: TypeName): boolean {
  if (type === "object") return isJsonObject(value);
  if (type === "array") return isJsonList(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "null" ? value === null : typeof value === type;
}

function withArticle(type: TypeName): string {
  if (type === "null") return "null";
  const name = {
    string: "string",
    boolean: "boolean (true or false)",
    integer: "integer",
    object: "map",
    array: "list",
  }[type];
  return (/^[aeiou]/.test(name) ? "an " : "a ") + name;
}

function describe(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (isJsonObject(value)) return "a map";
  return isJsonList(value) ? "a list" : JSON.stringify(value);
}

function quotingHint(types: readonly TypeName[], value: Json | undefined): string {
  const scalar = typeof value === "number" || typeof value === "boolean";
  return scalar && types.includes("string") ? `; write it in quotes: "${value}"` : "";
}

function valuesHint(schema: Schema | undefined): string {
  if (schema?.enum === undefined) return "";
  return schema.enum.length === 1 ? `; expected ${listed(schema.enum)}` : `; expected one of ${listed(schema.enum)}`;
}

function listed(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
