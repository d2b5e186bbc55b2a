import type { Cluster, Looked } from "../cluster.ts";
import type { Log } from "../log.ts";
import type { ApiAccess } from "./api/access.ts";
import { createApiClient } from "./api/client.ts";
import { createInterner } from "./interner.ts";
import { createLiveGets, type LiveGets } from "./live-gets.ts";
import { createReflector, usualTiming, type Reflector, type ReflectorTiming } from "./reflector.ts";
import { namespaces, serviceAccounts } from "./resource.ts";
import type { LookupObject, Resource } from "./resource.ts";
import type { ShelfLimits } from "./shelf.ts";
import { createStore, type Store } from "./store.ts";
import type { WantedKeys } from "./wanted-keys.ts";

export type ClusterOptions = {
  readonly access: ApiAccess;
  readonly wanted: WantedKeys;
  readonly log: Log;
  /** How old what is cached may be while the watch is interrupted, in milliseconds. */
  readonly maxAgeMs: number;
  /** How long one live GET may take, in milliseconds; a look-up's own deadline may be earlier. */
  readonly lookupTimeoutMs: number;
  /** GETs at the same time; further ones wait. 32 by default. */
  readonly maxOutstanding?: number;
  readonly timing?: ReflectorTiming;
  /** How much is cached of each kind. */
  readonly limits?: ShelfLimits;
  /** The clock that ages are taken from, `performance.now` by default. */
  readonly now?: () => number;
};

/** The cache of one kind of objects, for metrics and readiness. */
export type CacheState = {
  readonly objects: number;
  /** About what they take. */
  readonly bytes: number;
  /** Objects that were too heavy for the cache since the last list: they are asked for one by one. */
  readonly omitted: number;
  /** Since the cache was last known to be as the cluster is; null before the first list. */
  readonly ageSeconds: number | null;
  /** Whether a list has been read. */
  readonly synced: boolean;
  /** Whether the watch is open. */
  readonly watching: boolean;
  readonly lists: number;
  readonly watches: number;
};

/** The cluster as look-ups see it, with its caches. */
export type LiveCluster = {
  readonly cluster: Cluster;
  /** Begins to list and watch, and settles when both caches are filled or `stop` is called; never rejects, and look-ups need not wait for it. */
  readonly start: () => Promise<void>;
  /** Ends watches and connections. Look-ups after it get what is cached, or fail. */
  readonly stop: () => void;
  readonly state: () => { readonly [kind in LookupObject]: CacheState };
};

type Cache = { readonly resource: Resource; readonly store: Store; readonly reflector: Reflector };

/**
 * Makes the cluster of an API server. An object that the cache holds is answered at once while the watch runs, or was interrupted no longer than
 * `maxAgeMs` ago. Everything else is asked for by a live GET: what is not in the cache may have been created a moment ago, so only the API
 * server itself says that something is absent.
 */
export function createCluster(options: ClusterOptions): LiveCluster {
  const client = createApiClient(options.access);
  const now = options.now ?? (() => performance.now());
  const keep = createInterner();
  const gets = createLiveGets(client, {
    maxOutstanding: options.maxOutstanding ?? 32,
    timeoutMs: options.lookupTimeoutMs,
    now,
  });
  const accounts = cacheOf(serviceAccounts(options.wanted.serviceAccounts, keep));
  const spaces = cacheOf(namespaces(options.wanted.namespaces, keep));

  function cacheOf(resource: Resource): Cache {
    const store = createStore(options.limits);
    const timing = options.timing ?? usualTiming;
    return { resource, store, reflector: createReflector({ client, resource, store, log: options.log, now, timing }) };
  }

  function look(cache: Cache, namespace: string, name: string, deadline: number): Looked | Promise<Looked> {
    const known = cache.store.get(namespace, name);
    if (known !== undefined && isCurrent(cache.reflector, known.liveAt)) {
      return { kind: "found", source: "cache", metadata: known.metadata };
    }
    const fault = cache.resource.nameFault(namespace, name);
    if (fault !== undefined) return { kind: "failed", failure: "invalid", message: fault };
    return fetch(cache, gets, { namespace, name, deadline, tooOld: known !== undefined });
  }

  function isCurrent(reflector: Reflector, liveAt: number | undefined): boolean {
    const { watching, contactAt } = reflector.state();
    if (watching) return true;
    const certainAt = liveAt ?? contactAt;
    return certainAt !== undefined && now() - certainAt <= options.maxAgeMs;
  }

  function stateOf({ reflector, store }: Cache): CacheState {
    const { synced, watching, contactAt, lists, watches } = reflector.state();
    const ageSeconds = contactAt === undefined ? null : Math.max(0, now() - contactAt) / 1000;
    return {
      objects: store.size(),
      bytes: store.weight(),
      omitted: store.omitted(),
      ageSeconds,
      synced,
      watching,
      lists,
      watches,
    };
  }

  return {
    cluster: {
      serviceAccount: (namespace, name, deadline) => look(accounts, namespace, name, deadline),
      namespace: (name, deadline) => look(spaces, "", name, deadline),
    },
    async start() {
      await Promise.all([accounts.reflector.start(), spaces.reflector.start()]);
    },
    stop() {
      accounts.reflector.stop();
      spaces.reflector.stop();
      client.close();
    },
    state: () => ({ serviceaccount: stateOf(accounts), namespace: stateOf(spaces) }),
  };
}

type Wanted = {
  readonly namespace: string;
  readonly name: string;
  readonly deadline: number;
  /** The cache has it, but from too long ago. */
  readonly tooOld: boolean;
};

async function fetch({ resource, store }: Cache, gets: LiveGets, wanted: Wanted): Promise<Looked> {
  const { namespace, name, deadline, tooOld } = wanted;
  const fetched = await gets(resource.path(namespace, name), deadline);
  switch (fetched.kind) {
    case "absent":
      store.removeLive(namespace, name);
      return { kind: "absent", source: "live" };
    case "failed":
      if (!tooOld) return fetched;
      return { ...fetched, failure: "stale", message: `what is cached is too old, and ${fetched.message}` };
    case "found": {
      const read = resource.read(fetched.object);
      if (read?.item.name !== name || read.item.namespace !== namespace) {
        return { kind: "failed", failure: "invalid", message: "the API server answered with another object" };
      }
      store.putLive(read.item, read.version, fetched.at);
      return { kind: "found", source: "live", metadata: read.item.metadata };
    }
  }
}
