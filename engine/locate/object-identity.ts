import type { Json, JsonObject, Segment } from "../json.ts";
import { member } from "../json.ts";

/** Which object of a document: the document itself, or an item of a List or Template in it. Absent texts are empty, an absent namespace null. */
export type ObjectIdentity = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | null;
  /** From the document to the object. */
  readonly path: readonly Segment[];
};

/** Reads who `object` is; `path` says where it stands in the document. */
export function identify(object: JsonObject, path: readonly Segment[]): ObjectIdentity {
  const metadata = member(object, "metadata");
  const namespace = textOf(metadata, "namespace");
  return {
    apiVersion: textOf(object, "apiVersion"),
    kind: textOf(object, "kind"),
    name: textOf(metadata, "name"),
    namespace: namespace === "" ? null : namespace,
    path,
  };
}

function textOf(value: Json | undefined, key: string): string {
  const text = member(value, key);
  return typeof text === "string" ? text : "";
}
