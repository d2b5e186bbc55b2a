import type { Log } from "../log.ts";
import type { ApiClient } from "./api/client.ts";
import type { Stream, StreamEnd } from "./api/stream.ts";
import { createBackoff } from "./backoff.ts";
import { listAll } from "./list.ts";
import type { Resource } from "./resource.ts";
import { sleep } from "./sleep.ts";
import type { Store } from "./store.ts";
import { readWatchEvent } from "./watch-event.ts";

/** How long things may take, in milliseconds; the defaults suit a kube-apiserver. */
export type ReflectorTiming = {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly pageTimeoutMs: number;
  /** After this the server ends a watch by itself, plus up to a fifth. */
  readonly watchMs: number;
  readonly silenceMs: number;
};

/** The reasons: an API server is back within seconds and a few replicas ask; it ends watches after 5 to 10 minutes for all clients; it sends a bookmark about every minute. */
export const usualTiming: ReflectorTiming = {
  firstPauseMs: 200,
  longestPauseMs: 10_000,
  pageTimeoutMs: 30_000,
  watchMs: 300_000,
  silenceMs: 150_000,
};

/** How a store is kept up to date, and how well that goes. */
export type Reflector = {
  /** Settles after the first list, or when stopped before; never rejects. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly state: () => ReflectorState;
};

export type ReflectorState = {
  /** A list has been read. */
  readonly synced: boolean;
  /** The watch is open, so that the store is as new as the watch's latency. */
  readonly watching: boolean;
  /** When the store was last known to be up to date, in milliseconds of `now`; undefined before the first list. */
  readonly contactAt: number | undefined;
  readonly lists: number;
  readonly watches: number;
};

const maxEventLength = 8 * 1024 * 1024;

/** Keeps `store` like the cluster by list and watch until it is stopped: after any failure it goes on from where it was, or lists anew. */
export function createReflector(parts: {
  readonly client: ApiClient;
  readonly resource: Resource;
  readonly store: Store;
  readonly log: Log;
  readonly now: () => number;
  readonly timing: ReflectorTiming;
}): Reflector {
  const { client, resource, store, log, now, timing } = parts;
  const stopping = new AbortController();
  const backoff = createBackoff(timing.firstPauseMs, timing.longestPauseMs);
  const fields = { object: resource.object };
  let stream: Stream | undefined;
  let synced = false;
  let watching = false;
  let contactAt: number | undefined;
  let version: string | undefined;
  let lists = 0;
  let watches = 0;
  let firstSync: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A broken list or watch must never end the loop: nothing would be brought up to date again.
      try {
        if (version === undefined) await list();
        else await watch(version);
      } catch (error) {
        log("error", "Look-up: unexpected failure, trying again", { ...fields, cause: String(error) });
        version = undefined;
        await sleep(backoff.next(), stopping.signal);
      }
    }
  }

  async function list(): Promise<void> {
    const startedAt = now();
    lists += 1;
    const into = store.beginList();
    const listed = await listAll(client, resource, timing.pageTimeoutMs, into.put);
    if (stopping.signal.aborted) return;
    if (listed.kind === "failed") {
      log("warn", "Look-up: the list failed, trying again", { ...fields, cause: listed.message });
      return sleep(Math.max(backoff.next(), listed.retryAfterMs), stopping.signal);
    }
    into.complete(listed.version, startedAt);
    version = listed.version;
    synced = true;
    contactAt = startedAt;
    log("info", "Look-up: listed", { ...fields, objects: store.size(), bytes: store.weight() });
    if (store.omitted() > 0) {
      log("warn", "Look-up: the cache is full, the rest is asked for one by one", {
        ...fields,
        omitted: store.omitted(),
      });
    }
    firstSync();
  }

  async function watch(from: string): Promise<void> {
    const openedAt = now();
    watches += 1;
    stream = client.stream(watchPath(from), {
      onOpen,
      onLine,
      silenceMs: timing.silenceMs,
      maxLineLength: maxEventLength,
    });
    const end = await stream.done;
    stream = undefined;
    watching = false;
    if (end.kind === "stopped") return;
    if (end.kind === "ended" && now() - openedAt > timing.firstPauseMs) {
      contactAt = now();
      backoff.reset();
      return;
    }
    if (mayHaveMissed(end)) version = undefined;
    log("warn", "Look-up: the watch ended, trying again", { ...fields, cause: describeEnd(end) });
    await sleep(Math.max(backoff.next(), end.kind === "status" ? end.retryAfterMs : 0), stopping.signal);
  }

  function watchPath(from: string): string {
    const seconds = Math.ceil((timing.watchMs * (1 + Math.random() / 5)) / 1000);
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${seconds}&resourceVersion=${encodeURIComponent(from)}`;
    return `${resource.listPath}?${query}`;
  }

  function onOpen(): void {
    watching = true;
    contactAt = now();
  }

  function onLine(line: string): string | undefined {
    const event = readWatchEvent(line);
    switch (event.kind) {
      case "bookmark":
        store.advance(event.version);
        version = event.version;
        break;
      case "object": {
        const read = resource.read(event.object);
        if (read === undefined) return "an event has an object without name or resourceVersion";
        const { namespace, name } = read.item;
        if (event.deleted) store.remove(namespace, name, read.version);
        else store.put(read.item, read.version);
        version = read.version;
        break;
      }
      case "error":
      case "malformed":
        return event.message;
    }
    contactAt = now();
    backoff.reset();
    return undefined;
  }

  return {
    start: () =>
      new Promise((resolve) => {
        firstSync = resolve;
        stopping.signal.addEventListener("abort", () => resolve(), { once: true });
        void run();
      }),
    stop() {
      stopping.abort();
      stream?.stop();
    },
    state: () => ({ synced, watching, contactAt, lists, watches }),
  };
}

/**
 * Whether only a list tells what came in between: an event was an error (410: the version is too old) or could not be read, or the server refuses
 * the version or keeps silent about it, as it does with one of its future after its store was restored from a backup. A lost connection and a
 * server that is busy or just starting lose nothing.
 */
function mayHaveMissed(end: StreamEnd): boolean {
  if (end.kind === "status") return end.status !== 429 && end.status !== 503;
  return end.kind === "refused" || end.kind === "silent";
}

function describeEnd(end: StreamEnd): string {
  switch (end.kind) {
    case "ended":
      return "the API server ended it at once";
    case "stopped":
      return "stopped";
    case "status":
      return `the API server answered ${end.status}`;
    case "failed":
    case "silent":
    case "refused":
      return end.message;
  }
}
