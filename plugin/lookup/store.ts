import type { JsonObject } from "../../engine/json.ts";
import { isAtLeast } from "./resource-version.ts";

/** One object as list, watch or a live GET gave it, with only what is kept of its metadata. The Namespace of a Namespace is "". */
export type Item = { readonly namespace: string; readonly name: string; readonly metadata: JsonObject };

/** The objects of one kind: what the watch has delivered, and over it what live GETs found before the watch came to it. */
export type Store = {
  /** The metadata, and when it was certain: undefined for what the watch delivers (certain while it runs), else the time of the live GET. */
  readonly get: (
    namespace: string,
    name: string,
  ) => { readonly metadata: JsonObject; readonly liveAt?: number } | undefined;
  /** Takes the place of everything that the watch delivered, at once: what is not in `items` is gone. */
  readonly replace: (items: Iterable<Item>, version: string, startedAt: number) => void;
  readonly put: (item: Item, version: string) => void;
  readonly remove: (namespace: string, name: string, version: string) => void;
  /** The watch has delivered everything up to `version`. */
  readonly advance: (version: string) => void;
  /** What a live GET found. Dropped as soon as the watch has come as far, and not taken at all where it already has. */
  readonly putLive: (item: Item, version: string, at: number) => void;
  /** A live GET found that there is none. */
  readonly removeLive: (namespace: string, name: string) => void;
  readonly size: () => number;
};

const maxLive = 2048;

type LiveItem = Item & { readonly version: string; readonly at: number };

/** Makes an empty store. */
export function createStore(): Store {
  let delivered = new Map<string, Map<string, JsonObject>>();
  let objects = 0;
  let position: string | undefined;
  const live = new Map<string, LiveItem>();

  function advance(version: string): void {
    position = version;
    for (const [key, item] of live) {
      // The watch is past it: what it holds is at least as new, and an object that it does not hold has been deleted since.
      if (isAtLeast(version, item.version) !== false) live.delete(key);
    }
  }

  return {
    get(namespace, name) {
      const found = live.size === 0 ? undefined : live.get(keyOf(namespace, name));
      if (found !== undefined) return { metadata: found.metadata, liveAt: found.at };
      const metadata = delivered.get(namespace)?.get(name);
      return metadata === undefined ? undefined : { metadata };
    },
    replace(items, version, startedAt) {
      const next = new Map<string, Map<string, JsonObject>>();
      for (const item of items) place(next, item);
      delivered = next;
      objects = countOf(next);
      // A cluster restored from a backup counts from an older version on: what was found before the list is no better than the list.
      for (const [key, item] of live) if (item.at < startedAt) live.delete(key);
      advance(version);
    },
    put(item, version) {
      if (place(delivered, item)) objects += 1;
      advance(version);
    },
    remove(namespace, name, version) {
      const names = delivered.get(namespace);
      if (names?.delete(name) === true) objects -= 1;
      if (names?.size === 0) delivered.delete(namespace);
      advance(version);
    },
    advance,
    putLive(item, version, at) {
      if (position !== undefined && isAtLeast(position, version) !== false) return;
      const key = keyOf(item.namespace, item.name);
      const known = live.get(key);
      if (known !== undefined && isAtLeast(version, known.version) === false) return;
      live.delete(key);
      live.set(key, { ...item, version, at });
      if (live.size > maxLive) dropOldest(live);
    },
    removeLive(namespace, name) {
      live.delete(keyOf(namespace, name));
    },
    size: () => objects,
  };
}

/** Whether the item is new. */
function place(objects: Map<string, Map<string, JsonObject>>, { namespace, name, metadata }: Item): boolean {
  let names = objects.get(namespace);
  if (names === undefined) {
    names = new Map();
    objects.set(namespace, names);
  }
  const before = names.size;
  names.set(name, metadata);
  return names.size > before;
}

function countOf(objects: Map<string, Map<string, JsonObject>>): number {
  let count = 0;
  for (const names of objects.values()) count += names.size;
  return count;
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function dropOldest(items: Map<string, LiveItem>): void {
  const [oldest] = items.keys();
  if (oldest !== undefined) items.delete(oldest);
}
