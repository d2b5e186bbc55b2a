import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";

/** The annotation in which kubectl keeps a copy of the whole object. */
const copy = "kubectl.kubernetes.io/last-applied-configuration";

/** Whether a document is a Secret, or a List that holds one. */
export function holdsSecret(value: JsonObject): boolean {
  return value.kind === "Secret" || itemsOf(value).some(holdsSecret);
}

/**
 * A document whose Secrets show no value: each is `(redacted)`, or `(redacted, changed)` where `other`, the same document before, has
 * another one. Keys stay.
 */
export function redacted(value: JsonObject, other: JsonObject | undefined): JsonObject {
  if (value.kind === "Secret") return redactedSecret(value, other ?? {});
  const items = itemsOf(value);
  if (items.length === 0) return value;
  const others = other === undefined ? [] : itemsOf(other);
  return {
    ...value,
    items: items.map((item) =>
      redacted(
        item,
        others.find((one) => isSame(item, one)),
      ),
    ),
  };
}

function redactedSecret(secret: JsonObject, other: JsonObject): JsonObject {
  const metadata = isJsonObject(secret.metadata) ? secret.metadata : {};
  const { annotations } = metadata;
  const hasCopy = isJsonObject(annotations) && Object.hasOwn(annotations, copy);
  const otherAnnotations = member(other.metadata, "annotations");
  return {
    ...secret,
    ...Object.fromEntries(
      ["data", "stringData"].flatMap((map) => {
        const values = secret[map];
        return values === undefined ? [] : [[map, redactedMap(values, other[map])]];
      }),
    ),
    ...(hasCopy
      ? {
          metadata: {
            ...metadata,
            annotations: { ...annotations, [copy]: word(annotations[copy], member(otherAnnotations, copy)) },
          },
        }
      : {}),
  };
}

function redactedMap(values: Json, other: Json | undefined): Json {
  if (!isJsonObject(values)) return word(values, other);
  return Object.fromEntries(Object.keys(values).map((key) => [key, word(values[key], member(other, key))]));
}

function word(value: Json | undefined, other: Json | undefined): string {
  return other === undefined || jsonEqual(value, other) ? "(redacted)" : "(redacted, changed)";
}

function isSame(left: JsonObject, right: JsonObject): boolean {
  const name = (object: JsonObject, key: string): Json | undefined => member(object.metadata, key);
  return (
    left.kind === right.kind &&
    name(left, "name") === name(right, "name") &&
    name(left, "namespace") === name(right, "namespace")
  );
}

function itemsOf(value: JsonObject): readonly JsonObject[] {
  return isJsonList(value.items) ? value.items.filter(isJsonObject) : [];
}
