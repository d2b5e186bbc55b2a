import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, type Segment } from "../../engine/json.ts";
import { numberText } from "../../renderer/yaml/splice/scalar-text.ts";
import type { Notice } from "../notice.ts";
import type { CredentialsRequest } from "./request.ts";

/** Where fields are read: what is odd goes to `notices`, what is wrong is thrown with its place. */
export type FieldReader = Pick<CredentialsRequest, "at"> & { readonly notices: Notice[] };

/** A member as Kubernetes' JSON reader finds it: the exact name, else one that differs in case only. */
export function fieldOf(object: JsonObject, name: string): { readonly key: string; readonly value: Json } | undefined {
  const lower = name.toLowerCase();
  const key = Object.hasOwn(object, name) ? name : Object.keys(object).find((own) => own.toLowerCase() === lower);
  const value = key === undefined ? undefined : object[key];
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** The object at `name`, undefined where it is absent or null. Throws `input.invalid` for anything else. */
export function objectField(
  reader: FieldReader,
  object: JsonObject,
  path: readonly Segment[],
  name: string,
): { readonly value: JsonObject; readonly path: readonly Segment[] } | undefined {
  const field = fieldOf(object, name);
  if (field === undefined || field.value === null) return undefined;
  const here = [...path, field.key];
  if (!isJsonObject(field.value)) throw wrongType(reader, here, "an object", field.value);
  return { value: field.value, path: here };
}

/** The text at `name`, undefined where it is absent or null. A bare scalar of YAML 1.1 is read as Kubernetes reads it, with a notice. */
export function textField(
  reader: FieldReader,
  object: JsonObject,
  path: readonly Segment[],
  name: string,
): string | undefined {
  const field = fieldOf(object, name);
  if (field === undefined || field.value === null) return undefined;
  return textOf(reader, field.value, [...path, field.key]);
}

/** The list of texts at `name`, empty where it is absent or null. Null items are empty texts, as in Kubernetes. */
export function textListField(
  reader: FieldReader,
  object: JsonObject,
  path: readonly Segment[],
  name: string,
): readonly string[] {
  return listField(reader, object, path, name).map(({ value, path: here }) =>
    value === null ? "" : textOf(reader, value, here),
  );
}

/** The items of the list at `name` with their places, none where it is absent or null. */
export function listField(
  reader: FieldReader,
  object: JsonObject,
  path: readonly Segment[],
  name: string,
): readonly { readonly value: Json; readonly path: readonly Segment[] }[] {
  const field = fieldOf(object, name);
  if (field === undefined || field.value === null) return [];
  const here = [...path, field.key];
  if (!isJsonList(field.value)) throw wrongType(reader, here, "a list", field.value);
  return field.value.map((value, index) => ({ value, path: [...here, index] }));
}

/** `input.invalid` for a value of another type than the field has. The value itself is not repeated. */
export function wrongType(
  reader: Pick<FieldReader, "at">,
  path: readonly Segment[],
  expected: string,
  value: Json,
): PodgraftError {
  return new PodgraftError("input.invalid", `expected ${expected}, got ${typeName(value)}`, reader.at(path));
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (isJsonList(value)) return "a list";
  return isJsonObject(value) ? "an object" : `a ${typeof value}`;
}

function textOf(reader: FieldReader, value: Json, path: readonly Segment[]): string {
  if (typeof value === "string") return value;
  if (typeof value !== "boolean" && typeof value !== "number") throw wrongType(reader, path, "a string", value);
  const text = typeof value === "number" ? numberText(value) : String(value);
  reader.notices.push({
    severity: "warning",
    code: "request.bare_scalar",
    message: `is no string without quotes: Kubernetes reads it as ${JSON.stringify(text)}; write quotes around what is meant`,
    location: reader.at(path),
  });
  return text;
}
