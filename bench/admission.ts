import { setTimeout as sleep } from "node:timers/promises";
import type { Figures } from "./main.ts";
import { Load, type Asked, type Run } from "./admission/load.ts";
import type { Pods } from "./admission/load-messages.ts";
import { residentMB } from "./admission/process-figures.ts";
import { loopbackCertificate, startApiServer, startFloor, startServe } from "./admission/servers.ts";

const rounds = 3;
const requests: { readonly [connections: number]: number } = { 1: 1500, 10: 4000, 50: 4000, 200: 4000 };
const warmUp = 3000;

/**
 * `podgraft serve` under load: mutating reviews of 7 KB for Pods of 300 Deployments, each with its ServiceAccount, all four clouds on (`new…`: for Pods
 * like none before; `verify…`: validating reviews of Pods that are complete), over loopback TLS with 1, 10, 50 and
 * 200 connections, in turn with a bare Node server that parses and answers a constant of the same size (and with the webhook at
 * PODGRAFT_BENCH_PEER, its process PODGRAFT_BENCH_PEER_PID if its CPU matters), then for `soakSeconds` over 10 connections. Times are milliseconds,
 * CPU microseconds, memory MB; `rssSoakSlopeKBs` is how fast memory grows in the soak's second half, KB a second.
 */
export async function benchAdmission(soakSeconds: number): Promise<Figures> {
  const load = new Load();
  const stops: (() => void)[] = [() => load.stop()];
  try {
    const pem = await loopbackCertificate();
    const api = await startApiServer();
    stops.push(api.stop);
    const served = await startServe(pem, api.kubeconfig);
    stops.push(served.stop);
    const floor = await startFloor(pem, served);
    stops.push(floor.stop);
    await sleep(2000);
    const rssIdleMB = residentMB(served.pid, "VmRSS");
    const asked = { "": served, floor, ...peer() };
    for (const one of Object.values(asked)) await load.run(one, 10, { requests: warmUp, seconds: 0, pods: "known" });
    const upTo50 = await inTurn(load, asked, [1, 10, 50]);
    const rssLoadedMB = residentMB(served.pid, "VmHWM");
    const cells = [...upTo50, ...(await inTurn(load, asked, [200]))];
    const soak = soakSeconds > 0 ? await soaked(load, served, soakSeconds) : undefined;
    const fresh = await inTurn(load, { new: served }, [10], "new");
    const verifying = { ...served, target: { ...served.target, path: "/verify" } };
    await load.run(verifying, 10, { requests: warmUp, seconds: 0, pods: "made" });
    const made = await inTurn(load, { verify: verifying }, [10, 50], "made");
    const own = [...cells.filter(({ name }) => name === ""), ...fresh, ...made].map(({ run }) => run);
    return {
      ...figuresOf([...cells, ...fresh, ...made]),
      rpsPerCpuSecond: rounded(1e6 / cpuEach(runsOf(cells, "", 50))),
      rssIdleMB: rounded(rssIdleMB),
      rssLoadedMB: rounded(rssLoadedMB),
      rssEndMB: rounded(residentMB(served.pid, "VmHWM")),
      ...(soak === undefined
        ? {}
        : { rssSoakSlopeKBs: rounded(soak.slopeKBs), soakSeconds, soakRequests: soak.run.requests }),
      errors: sum([...own, ...(soak === undefined ? [] : [soak.run])].map(({ errors }) => errors)),
    };
  } finally {
    for (const stop of stops.reverse()) stop();
  }
}

type Cell = { readonly name: string; readonly connections: number; readonly run: Run };

/** Who comes first changes with each round, so that nobody has the quieter half of the machine's time. */
async function inTurn(
  load: Load,
  asked: { readonly [name: string]: Asked },
  connections: readonly number[],
  pods: Pods = "known",
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = Object.entries(asked);
    if (round % 2 === 1) order.reverse();
    for (const count of connections) {
      for (const [name, one] of order) {
        const run = await load.run(one, count, { requests: requests[count] ?? 0, seconds: 0, pods });
        cells.push({ name, connections: count, run });
      }
    }
  }
  return cells;
}

/** Figures of each server and number of connections: `rps50`, `p50Ms50`, `p99Ms50`, `cpuUsPerRequest50`, with the server's name before those of others. */
function figuresOf(cells: readonly Cell[]): Figures {
  const figures: { [name: string]: number } = {};
  for (const name of new Set(cells.map((cell) => cell.name))) {
    for (const connections of new Set(cells.map((cell) => cell.connections))) {
      const runs = runsOf(cells, name, connections);
      if (runs.length === 0) continue;
      const latencies = Float64Array.from(runs.flatMap((run) => run.latencies)).sort();
      const put = (figure: string, value: number): void => {
        figures[
          name === "" ? `${figure}${connections}` : `${name}${figure[0]?.toUpperCase()}${figure.slice(1)}${connections}`
        ] = rounded(value);
      };
      put("rps", median(runs.map((run) => run.requests / run.seconds)));
      put("p50Ms", latencies[Math.floor(latencies.length * 0.5)] ?? 0);
      put("p99Ms", latencies[Math.floor(latencies.length * 0.99)] ?? 0);
      if (runs.every((run) => run.cpuSeconds !== null)) put("cpuUsPerRequest", cpuEach(runs));
      if (name !== "") put("errors", sum(runs.map((run) => run.errors)));
    }
  }
  return figures;
}

function runsOf(cells: readonly Cell[], name: string, connections: number): Run[] {
  return cells.filter((cell) => cell.name === name && cell.connections === connections).map(({ run }) => run);
}

function cpuEach(runs: readonly Run[]): number {
  return median(runs.map((run) => ((run.cpuSeconds ?? 0) * 1e6) / run.requests));
}

async function soaked(
  load: Load,
  served: Asked & { pid: number },
  seconds: number,
): Promise<{ run: Run; slopeKBs: number }> {
  const samples: { at: number; kilobytes: number }[] = [];
  const sample = (): void => {
    samples.push({ at: performance.now() / 1000, kilobytes: residentMB(served.pid, "VmRSS") * 1000 });
  };
  const timer = setInterval(sample, 500);
  const run = await load.run(served, 10, { requests: 0, seconds, pods: "known" });
  clearInterval(timer);
  return { run, slopeKBs: slope(samples.slice(samples.length / 2)) };
}

/** The median of the slopes between any two samples (Theil and Sen): garbage collection takes and gives memory in steps, which are no trend. */
function slope(samples: readonly { readonly at: number; readonly kilobytes: number }[]): number {
  return median(
    samples.flatMap((first, index) =>
      samples.slice(index + 1).map((second) => (second.kilobytes - first.kilobytes) / (second.at - first.at)),
    ),
  );
}

function peer(): { readonly [name: string]: Asked } {
  const address = process.env.PODGRAFT_BENCH_PEER;
  if (address === undefined || address === "") return {};
  const { hostname, port, pathname, protocol } = new URL(address);
  if (protocol !== "https:") throw new Error(`PODGRAFT_BENCH_PEER must be an https URL, and is ${address}`);
  const pid = process.env.PODGRAFT_BENCH_PEER_PID;
  return {
    peer: {
      target: { host: hostname, port: port === "" ? 443 : Number(port), path: pathname, ca: null },
      pid: pid === undefined || pid === "" ? null : Number(pid),
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
