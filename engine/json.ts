/** A JSON value as `JSON.parse` yields it. Parsed input is plain data: no prototypes are trusted, no class instances occur. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Absent keys read as `undefined`. */
export type JsonObject = { readonly [key: string]: Json | undefined };

/** One step into a JSON document: a member name or a list index. */
export type Segment = string | number;

/** One RFC 6902 operation; `path` is a JSON Pointer. Podgraft emits `add`, `replace`, `remove` and (for exports) `test` only. */
export type PatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/** `JSON.parse` with the type of what it gives. Throws its SyntaxError for anything but one JSON value. */
export function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  assertJson(value);
  return value;
}

/** What comes out of JSON.parse is JSON: there is nothing left to check. */
function assertJson(_value: unknown): asserts _value is Json {
  // Only the compiler has to be told.
}

/** Whether `value` is a JSON object, that is neither null nor a list nor a scalar. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether `value` is a JSON list. `Array.isArray` alone does not narrow readonly lists. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member `key` of `value` if `value` is an object that has it as an own member, else `undefined`; inherited names such as `constructor` never match. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The RFC 6901 JSON Pointer for `segments`. */
export function pointer(segments: readonly Segment[]): string {
  let text = "";
  for (const segment of segments) {
    text += "/" + String(segment).replaceAll("~", "~0").replaceAll("/", "~1");
  }
  return text;
}

/** Whether two JSON values mean the same: member order is ignored, list order is not. Numbers compare as IEEE doubles. */
export function jsonEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isJsonList(left)) {
    if (!isJsonList(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]));
}
