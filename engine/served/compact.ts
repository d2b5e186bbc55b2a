import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../json.ts";

/** Fields whose type in Go is no pointer, so that `false` is the same as nothing. */
const omittedWhenFalse: ReadonlySet<string> = new Set(["readOnly", "stdin", "stdinOnce", "tty"]);

/** Likewise for `0`. */
const omittedWhenZero: ReadonlySet<string> = new Set([
  "hostPort",
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
]);

/** Whose members are the user's, or are encoded even where they are empty. */
const keptWhole: ReadonlySet<string> = new Set([
  "annotations",
  "httpHeaders",
  "labels",
  "limits",
  "matchLabels",
  "options",
  "requests",
  "volumeAttributes",
]);

/** A value without what Go's encoder omits, at every level: null, empty strings and lists, and `false` and `0` where the field is no pointer. */
export function compact(value: JsonObject): JsonObject {
  const kept: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && !isOmitted(key, item)) kept[key] = keptWhole.has(key) ? item : compactItem(item);
  }
  return kept;
}

/** The value without what is omitted, and with these defaults where something is missing then. */
export function filled(defaults: JsonObject, value: JsonObject): JsonObject {
  return { ...defaults, ...compact(value) };
}

/** The value with `change` made to the objects in its list of this name; without such a list it stays as it is. */
export function changeItems(value: JsonObject, name: string, change: (item: JsonObject) => JsonObject): JsonObject {
  const list = member(value, name);
  if (!isJsonList(list)) return value;
  return { ...value, [name]: list.map((item) => (isJsonObject(item) ? change(item) : item)) };
}

/** The value with `change` made to its members of these names, as far as they are objects. */
export function changeMembers(
  value: JsonObject,
  names: readonly string[],
  change: (value: JsonObject) => JsonObject,
): JsonObject {
  const changed: { [key: string]: Json | undefined } = { ...value };
  for (const name of names) {
    const before = member(value, name);
    if (isJsonObject(before)) changed[name] = change(before);
  }
  return changed;
}

function compactItem(item: Json): Json {
  if (isJsonList(item)) return item.map(compactItem);
  return isJsonObject(item) ? compact(item) : item;
}

function isOmitted(key: string, item: Json): boolean {
  if (item === false) return omittedWhenFalse.has(key);
  if (item === 0) return omittedWhenZero.has(key);
  return item === null || item === "" || (isJsonList(item) && item.length === 0);
}
