import { isJsonObject, type JsonObject } from "../../engine/json.ts";

/** One object with only what is kept of its metadata. The Namespace of a Namespace is "". */
export type Item = { readonly namespace: string; readonly name: string; readonly metadata: JsonObject };

/** Objects by Namespace and name, within a budget. */
export type Shelf = {
  readonly get: (namespace: string, name: string) => JsonObject | undefined;
  /** Puts the item in the place of one of the same name, or leaves both out where it is too heavy: what is not here is asked for by a GET. */
  readonly put: (item: Item) => void;
  readonly remove: (namespace: string, name: string) => void;
  readonly size: () => number;
  /** About the bytes that all of it takes. */
  readonly weight: () => number;
  /** How many times an item was left out. */
  readonly omitted: () => number;
};

/** What one object may weigh, and all of a kind together: anyone who may create ServiceAccounts decides how many there are and what they carry. */
export type ShelfLimits = { readonly item: number; readonly total: number };

/** A role and its like take some hundred bytes: 32 MiB are room for 100,000 of them, twice that while a new list is read. */
export const usualLimits: ShelfLimits = { item: 16 * 1024, total: 32 * 1024 * 1024 };

/** Maps, objects and strings beside their characters, as measured. */
const fixedWeight = 200;

/** Makes an empty shelf. */
export function createShelf(limits: ShelfLimits): Shelf {
  const namespaces = new Map<string, Map<string, JsonObject>>();
  let size = 0;
  let weight = 0;
  let omitted = 0;

  function remove(namespace: string, name: string): void {
    const names = namespaces.get(namespace);
    const metadata = names?.get(name);
    if (names === undefined || metadata === undefined) return;
    names.delete(name);
    if (names.size === 0) namespaces.delete(namespace);
    size -= 1;
    weight -= weightOf(name, metadata);
  }

  return {
    get: (namespace, name) => namespaces.get(namespace)?.get(name),
    put({ namespace, name, metadata }) {
      remove(namespace, name);
      const added = weightOf(name, metadata);
      if (added > limits.item || weight + added > limits.total) {
        omitted += 1;
        return;
      }
      let names = namespaces.get(namespace);
      if (names === undefined) {
        names = new Map();
        namespaces.set(namespace, names);
      }
      names.set(name, metadata);
      size += 1;
      weight += added;
    },
    remove,
    size: () => size,
    weight: () => weight,
    omitted: () => omitted,
  };
}

/** About the bytes that an object takes on a shelf. */
export function weightOf(name: string, metadata: JsonObject): number {
  let weight = fixedWeight + name.length;
  for (const map of [metadata.labels, metadata.annotations]) {
    if (!isJsonObject(map)) continue;
    for (const key of Object.keys(map)) {
      const value = map[key];
      weight += key.length + (typeof value === "string" ? value.length : 0);
    }
  }
  return weight;
}
