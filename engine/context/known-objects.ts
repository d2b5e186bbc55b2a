import { isJsonObject, type JsonObject } from "../json.ts";
import type { LocatedObject } from "../locate/locate-pods.ts";

/**
 * The ServiceAccounts and Namespaces that are known: from the stream itself and from context files. Objects without a namespace share one
 * unnamed namespace; `defaultNamespace` (`--namespace`) names it.
 */
export type KnownObjects = {
  readonly defaultNamespace: string | null;
  /** Metadata by namespace (null = the unnamed one) and name. */
  readonly serviceAccounts: ReadonlyMap<string | null, ReadonlyMap<string, JsonObject>>;
  /** Labels by name. */
  readonly namespaces: ReadonlyMap<string, JsonObject>;
};

/** Collects what is known. Where an object occurs twice the last one counts, as it would when the stream is applied. */
export function collectKnownObjects(objects: Iterable<LocatedObject>, defaultNamespace: string | null): KnownObjects {
  const serviceAccounts = new Map<string | null, Map<string, JsonObject>>();
  const namespaces = new Map<string, JsonObject>();
  for (const { object, value } of objects) {
    const metadata = objectOrEmpty(value.metadata);
    if (object.kind === "Namespace") {
      namespaces.set(object.name, objectOrEmpty(metadata.labels));
      continue;
    }
    const namespace = object.namespace ?? defaultNamespace;
    const inNamespace = serviceAccounts.get(namespace) ?? new Map<string, JsonObject>();
    serviceAccounts.set(namespace, inNamespace.set(object.name, metadata));
  }
  return { defaultNamespace, serviceAccounts, namespaces };
}

/** The metadata of a ServiceAccount, or undefined where it is not known. */
export function findServiceAccount(
  known: KnownObjects,
  namespace: string | null,
  name: string,
): JsonObject | undefined {
  return known.serviceAccounts.get(namespace)?.get(name);
}

/** Namespaces (null = unnamed) that hold a ServiceAccount of this name: what the user may have meant. */
export function namespacesWith(known: KnownObjects, name: string): (string | null)[] {
  return [...known.serviceAccounts].flatMap(([namespace, accounts]) => (accounts.has(name) ? [namespace] : []));
}

function objectOrEmpty(value: JsonObject[string]): JsonObject {
  return isJsonObject(value) ? value : {};
}
