import { isJsonObject, member, type Json } from "../../engine/json.ts";
import type { Item } from "./store.ts";
import { keepWanted, type KeyFilter } from "./wanted-keys.ts";

/** The two kinds of objects that are looked up, as metrics and records name them. */
export type LookupObject = "serviceaccount" | "namespace";

/** What is asked for at the API server, and how much of it is kept. */
export type Resource = {
  readonly object: LookupObject;
  /** The path of all objects in the cluster. */
  readonly listPath: string;
  /** Reads one object; undefined for what is none, and for one without name, Namespace or version. */
  readonly read: (object: Json | undefined) => ReadItem | undefined;
};

export type ReadItem = { readonly item: Item; readonly version: string };

/** ServiceAccounts of all Namespaces. */
export function serviceAccounts(filter: KeyFilter, keep: (text: string) => string): Resource {
  return {
    object: "serviceaccount",
    listPath: "/api/v1/serviceaccounts",
    read: (object) => readItem(object, (metadata) => textOf(metadata, "namespace"), filter, keep),
  };
}

/** Namespaces. */
export function namespaces(filter: KeyFilter, keep: (text: string) => string): Resource {
  return {
    object: "namespace",
    listPath: "/api/v1/namespaces",
    read: (object) => readItem(object, () => "", filter, keep),
  };
}

/** The path of one ServiceAccount. Names must be valid already: see names.ts. */
export function serviceAccountPath(namespace: string, name: string): string {
  return `${namespacePath(namespace)}/serviceaccounts/${encodeURIComponent(name)}`;
}

/** The path of one Namespace. */
export function namespacePath(name: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(name)}`;
}

function readItem(
  object: Json | undefined,
  namespaceOf: (metadata: Json) => string | undefined,
  filter: KeyFilter,
  keep: (text: string) => string,
): ReadItem | undefined {
  const metadata = member(object, "metadata");
  if (!isJsonObject(metadata)) return undefined;
  const name = textOf(metadata, "name");
  const namespace = namespaceOf(metadata);
  const version = textOf(metadata, "resourceVersion");
  if (name === undefined || namespace === undefined || version === undefined) return undefined;
  return { item: { namespace: keep(namespace), name, metadata: keepWanted(metadata, filter, keep) }, version };
}

function textOf(holder: Json, key: string): string | undefined {
  const value = member(holder, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
