import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../../engine/json.ts";

/** How objects of one kind are addressed. */
export type Resource = { readonly base: string; readonly plural: string; readonly namespaced: boolean };

/** What names an object: any object does, and so does one with nothing but these members. */
export type Reference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
};

/** Asks the server how a kind is addressed, once for each group and version. */
export function createDiscovery(
  getJson: (path: string) => Promise<Json>,
): (apiVersion: string, kind: string) => Promise<Resource> {
  const known = new Map<string, Resource>();
  return async function discover(apiVersion, kind) {
    const key = `${apiVersion} ${kind}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const base = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const resource = resourceIn(await getJson(base), base, kind);
    if (resource === undefined) throw new Error(`the API server knows no ${kind} in ${apiVersion}`);
    known.set(key, resource);
    return resource;
  };
}

function resourceIn(list: Json, base: string, kind: string): Resource | undefined {
  const resources = member(list, "resources");
  for (const entry of isJsonList(resources) ? resources : []) {
    const plural = member(entry, "name");
    // A name with a slash is a subresource.
    if (member(entry, "kind") !== kind || typeof plural !== "string" || plural.includes("/")) continue;
    return { base, plural, namespaced: member(entry, "namespaced") === true };
  }
  return undefined;
}

/** The path of a collection, and of one object in it if `name` is given. A namespaced object without a namespace is in `default`. */
export function pathOf({ base, plural, namespaced }: Resource, namespace: string | undefined, name?: string): string {
  const folder = namespaced ? `${base}/namespaces/${encodeURIComponent(namespace ?? "default")}` : base;
  return `${folder}/${plural}${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;
}

/** The reference in an object that came as JSON. */
export function referenceTo(object: JsonObject): Reference {
  const { apiVersion, kind, metadata } = object;
  const name = member(metadata, "name");
  const namespace = member(metadata, "namespace");
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isJsonObject(metadata))
    throw new Error(`no apiVersion, kind or metadata: ${JSON.stringify(object)}`);
  return {
    apiVersion,
    kind,
    metadata: {
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof namespace === "string" ? { namespace } : {}),
    },
  };
}
