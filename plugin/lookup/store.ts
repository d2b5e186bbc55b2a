import type { JsonObject } from "../../engine/json.ts";
import { isAtLeast } from "./resource-version.ts";
import { createShelf, usualLimits, weightOf, type Item, type ShelfLimits } from "./shelf.ts";

/** The objects of one kind: what the watch has delivered, and over it what live GETs found before the watch came to it. */
export type Store = {
  /** The metadata, and when it was certain: undefined for what the watch delivers (certain while it runs), else the time of the live GET. */
  readonly get: (
    namespace: string,
    name: string,
  ) => { readonly metadata: JsonObject; readonly liveAt?: number } | undefined;
  /** Begins to read a list. */
  readonly beginList: () => ListInto;
  readonly put: (item: Item, version: string) => void;
  readonly remove: (namespace: string, name: string, version: string) => void;
  /** The watch has delivered everything up to `version`. */
  readonly advance: (version: string) => void;
  /** What a live GET found. Dropped as soon as the watch has come as far, and not taken at all where it already has. */
  readonly putLive: (item: Item, version: string, at: number) => void;
  /** A live GET found that there is none. */
  readonly removeLive: (namespace: string, name: string) => void;
  readonly size: () => number;
  readonly weight: () => number;
  /** How many objects were too heavy since the last list. */
  readonly omitted: () => number;
};

/** A list under way. Until it is complete the store answers as before. */
export type ListInto = {
  readonly put: (item: Item) => void;
  /** Takes the place of everything that the watch delivered, at once: what was not put is gone. */
  readonly complete: (version: string, startedAt: number) => void;
};

const maxLive = 2048;

type LiveItem = Item & { readonly version: string; readonly at: number };

/** Makes an empty store. */
export function createStore(limits: ShelfLimits = usualLimits): Store {
  let delivered = createShelf(limits);
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
      const metadata = delivered.get(namespace, name);
      return metadata === undefined ? undefined : { metadata };
    },
    beginList() {
      const next = createShelf(limits);
      return {
        put: next.put,
        complete(version, startedAt) {
          delivered = next;
          // A cluster restored from a backup counts from an older version on: what was found before the list is no better than the list.
          for (const [key, item] of live) if (item.at < startedAt) live.delete(key);
          advance(version);
        },
      };
    },
    put(item, version) {
      delivered.put(item);
      advance(version);
    },
    remove(namespace, name, version) {
      delivered.remove(namespace, name);
      advance(version);
    },
    advance,
    putLive(item, version, at) {
      if (weightOf(item.name, item.metadata) > limits.item) return;
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
    size: () => delivered.size(),
    weight: () => delivered.weight(),
    omitted: () => delivered.omitted(),
  };
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function dropOldest(items: Map<string, LiveItem>): void {
  const [oldest] = items.keys();
  if (oldest !== undefined) items.delete(oldest);
}
