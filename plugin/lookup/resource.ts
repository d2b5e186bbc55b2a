import { isJsonObject, member, type Json } from "../../engine/json.ts";
import { isNamespaceName, isObjectName } from "./names.ts";
import type { Item } from "./shelf.ts";
import { keepWanted, type KeyFilter } from "./wanted-keys.ts";

/** The two kinds of objects that are looked up, as metrics and records name them. */
export type LookupObject = "serviceaccount" | "namespace";

/** What is asked for at the API server, and how much of it is kept. */
export type Resource = {
  readonly object: LookupObject;
  /** The path of all objects in the cluster. */
  readonly listPath: string;
  /** What is wrong with the names, or undefined: only names that an object can have get into a URL. */
  readonly nameFault: (namespace: string, name: string) => string | undefined;
  /** The path of one object. */
  readonly path: (namespace: string, name: string) => string;
  /** Reads one object; undefined for what is none, and for one without name, Namespace or version. */
  readonly read: (object: Json | undefined) => ReadItem | undefined;
};

export type ReadItem = { readonly item: Item; readonly version: string };

/** ServiceAccounts of all Namespaces. */
export function serviceAccounts(filter: KeyFilter, keep: (text: string) => string): Resource {
  return {
    object: "serviceaccount",
    listPath: "/api/v1/serviceaccounts",
    nameFault: (namespace, name) =>
      namespaceFault(namespace) ?? (isObjectName(name) ? undefined : fault("ServiceAccount", name)),
    path: (namespace, name) => `${namespacePath(namespace)}/serviceaccounts/${encodeURIComponent(name)}`,
    read: (object) => readItem(object, (metadata) => textOf(metadata, "namespace"), filter, keep),
  };
}

/** Namespaces. */
export function namespaces(filter: KeyFilter, keep: (text: string) => string): Resource {
  return {
    object: "namespace",
    listPath: "/api/v1/namespaces",
    nameFault: (_, name) => namespaceFault(name),
    path: (_, name) => namespacePath(name),
    read: (object) => readItem(object, () => "", filter, keep),
  };
}

function namespacePath(name: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(name)}`;
}

function namespaceFault(name: string): string | undefined {
  return isNamespaceName(name) ? undefined : fault("Namespace", name);
}

function fault(kind: string, name: string): string {
  return `${JSON.stringify(name.slice(0, 260))} is no name that a ${kind} can have`;
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
