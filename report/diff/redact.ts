import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";

/** The annotation in which kubectl keeps a copy of the whole object. */
const copy = "kubectl.kubernetes.io/last-applied-configuration";

const secretMaps = ["data", "stringData"] as const;

/** Whether an object is a Secret or has one in it, however deep: in a List, a Template, or what an operator makes objects of. */
export function holdsSecret(value: Json | undefined): boolean {
  if (isJsonList(value)) return value.some(holdsSecret);
  if (!isJsonObject(value)) return false;
  return isSecret(value) || isSecretList(value) || Object.values(value).some(holdsSecret);
}

/**
 * An object whose Secrets show no value: each is `(redacted)`, or `(redacted, changed)` where `other`, the same object before, has another
 * one. Keys stay. Copies that kubectl keeps of such an object in an annotation are treated alike.
 */
export function redacted(value: JsonObject, other: JsonObject | undefined): JsonObject {
  return holdsSecret(value) || holdsSecret(other) ? redactedObject(value, other) : value;
}

/** A mere reference to a Secret (`kind` and `name`) has nothing to hide. */
function isSecret(value: JsonObject): boolean {
  return value.kind === "Secret" && ["metadata", ...secretMaps].some((key) => Object.hasOwn(value, key));
}

/** As the API server answers: its items are Secrets and need not say so. */
function isSecretList(value: JsonObject): boolean {
  return value.kind === "SecretList" && isJsonList(value.items);
}

function redactedObject(value: JsonObject, other: Json | undefined, kind: Json | undefined = value.kind): JsonObject {
  const entries = Object.entries(value).map(([key, item]): [string, Json | undefined] => {
    const was = member(other, key);
    if (key === copy) return [key, word(item, was)];
    if (kind === "Secret" && isSecretMap(key)) return [key, redactedMap(item, was)];
    return [key, redactedValue(item, was, kind === "SecretList" && key === "items" ? "Secret" : undefined)];
  });
  return Object.fromEntries(entries);
}

/** `kind` is what a list says of its items; without it they say it themselves. */
function redactedValue(value: Json | undefined, other: Json | undefined, kind?: Json): Json | undefined {
  if (isJsonObject(value)) return redactedObject(value, other, kind);
  if (!isJsonList(value)) return value;
  const others = isJsonList(other) ? other : [];
  return value.map((item, index) => {
    const was = hasName(item) ? others.find((one) => isNamesake(item, one)) : others[index];
    return redactedValue(item, was, kind) ?? null;
  });
}

function isSecretMap(key: string): boolean {
  return secretMaps.some((map) => map === key);
}

function redactedMap(values: Json | undefined, other: Json | undefined): Json {
  if (!isJsonObject(values)) return word(values, other);
  return Object.fromEntries(Object.keys(values).map((key) => [key, word(values[key], member(other, key))]));
}

function word(value: Json | undefined, other: Json | undefined): string {
  return other === undefined || jsonEqual(value, other) ? "(redacted)" : "(redacted, changed)";
}

function isNamesake(left: Json, right: Json): boolean {
  const samePart = (key: string): boolean => metadataOf(left, key) === metadataOf(right, key);
  return member(left, "kind") === member(right, "kind") && samePart("name") && samePart("namespace");
}

function hasName(object: Json): boolean {
  return typeof metadataOf(object, "name") === "string";
}

function metadataOf(object: Json, key: string): Json | undefined {
  return member(member(object, "metadata"), key);
}
