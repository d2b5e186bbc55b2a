import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createCluster, type LiveCluster } from "../plugin/lookup/create-cluster.ts";
import type { Figures } from "./main.ts";

const server = fileURLToPath(new URL("lookup-server.js", import.meta.url));
const count = 50_000;
const rounds = 1_000_000;

/**
 * What the cache of 50,000 ServiceAccounts costs, each with a role of its own, in 2,500 Namespaces: memory of this process before,
 * right after the list (peak) and once garbage is collected, time to the first sync, and of one look-up in the cache.
 */
export async function benchLookup(): Promise<Figures> {
  const child = fork(server, [String(count)], { stdio: "inherit" });
  try {
    const { port, ca } = listening((await once(child, "message"))[0]);
    const before = memory();
    const live = clusterAt(port, ca);
    const began = performance.now();
    await live.start();
    const syncMs = performance.now() - began;
    const peakMB = toMB(process.memoryUsage().rss);
    const after = memory();
    const nanoseconds = lookUps(live);
    live.stop();
    return {
      serviceAccounts: live.state().serviceaccount.objects,
      syncMs: Math.round(syncMs),
      rssBeforeMB: before.rss,
      rssPeakMB: peakMB,
      rssMB: after.rss,
      heapBeforeMB: before.heap,
      heapMB: after.heap,
      bytesEach: Math.round(((after.heap - before.heap) * 1_000_000) / count),
      cacheLookUpNs: Math.round(nanoseconds),
    };
  } finally {
    child.kill();
  }
}

function clusterAt(port: number, ca: string): LiveCluster {
  return createCluster({
    access: { host: "127.0.0.1", port, basePath: "", credentials: () => ({ ca }) },
    wanted: { serviceAccounts: { prefixes: ["eks.amazonaws.com/"], keys: [] }, namespaces: "all" },
    log: () => undefined,
    maxAgeMs: 600_000,
    lookupTimeoutMs: 1000,
  });
}

/** Nanoseconds of one look-up that the cache answers. */
function lookUps({ cluster }: LiveCluster): number {
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const index = (round * 7919) % count;
    const looked = cluster.serviceAccount(`team-${Math.floor(index / 20)}`, `service-${index}`, 0);
    if (looked instanceof Promise || looked.kind !== "found") throw new Error(`service-${index} is not in the cache`);
  }
  return ((performance.now() - began) * 1_000_000) / rounds;
}

function listening(message: unknown): { port: number; ca: string } {
  if (typeof message !== "object" || message === null || !("port" in message) || !("ca" in message)) {
    throw new Error("the server beside the benchmark says nothing");
  }
  return { port: Number(message.port), ca: String(message.ca) };
}

function memory(): { readonly rss: number; readonly heap: number } {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: toMB(rss), heap: toMB(heapUsed) };
}

function toMB(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
