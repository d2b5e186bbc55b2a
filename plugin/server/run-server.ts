import type { ClientAuthorities } from "../certificates/client-authorities.ts";
import type { TlsSource } from "../certificates/tls-source.ts";
import type { LiveCluster } from "../lookup/create-cluster.ts";
import type { WantedKeys } from "../lookup/wanted-keys.ts";
import type { Log, LogLevel } from "../log.ts";
import { createReviewLog } from "./create-log.ts";
import { createThrottle } from "./throttle.ts";
import type { Readiness } from "./health.ts";
import type { Limits } from "./limits.ts";
import { listenPlainly, listenSecurely, type Address } from "./listen.ts";
import { createMemory } from "./memory.ts";
import { createMetricsRoutes } from "./metrics-routes.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { startReloading, type RuleSource } from "./reloading.ts";
import { createReviewHandler, type Observer } from "./review-handler.ts";
import { createRoutes } from "./routes.ts";

export type ServerOptions = {
  readonly version: string;
  readonly listen: Address;
  /** Undefined where metrics are not served. */
  readonly metricsListen: Address | undefined;
  readonly http2: boolean;
  /** Anybody may call where it is undefined. */
  readonly clientCa: ClientAuthorities | undefined;
  readonly clientNames: readonly string[] | undefined;
  readonly limits: Limits;
  readonly drainMs: number;
  readonly reloadEveryMs: number;
  readonly source: RuleSource;
  readonly openCluster: (wanted: WantedKeys) => LiveCluster;
  /** Settles with the first certificate; the HTTPS port opens then. */
  readonly openCertificate: () => Promise<TlsSource>;
  readonly log: Log;
  /** The least important reviews that are logged; all where it is absent. */
  readonly logLevel?: LogLevel;
  /** Whether answers are remembered: see createMemory. They are unless told otherwise. */
  readonly remembers?: boolean;
};

/** A server that runs. */
export type RunningServer = {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Stops being ready, answers what has been asked, then ends. */
  readonly drain: () => Promise<void>;
};

/** After SIGTERM some still send reviews here until they have heard of it, in milliseconds. */
const lingerMs = 1000;
/** One line a second for each kind of refused requests. */
const refusalsEveryMs = 1000;

/**
 * Starts the admission server: reads rules and configuration, watches the cluster, opens the plain port, then, with the first certificate,
 * the HTTPS port. An API server that cannot be reached keeps it from being ready, not from starting. Throws PodgraftError `config.*`,
 * `internal.module`, and `usage.invalid` for a port that cannot be had; nothing is left open then.
 */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const opened: (() => Promise<void> | void)[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

async function start(options: ServerOptions, opened: (() => Promise<void> | void)[]): Promise<RunningServer> {
  const { log, limits, version, drainMs, http2, clientCa } = options;
  opened.push(() => clientCa?.stop());
  let isDraining = false;
  const tls: { source?: TlsSource } = {};
  const metrics = createMetrics({
    cacheState: () => reloading.cluster().state(),
    certificateNotAfter: () => tls.source?.current().notAfter ?? null,
    build: () => {
      const { configuration, module } = reloading.current().digests;
      return { version, config_digest: configuration, module_digest: module };
    },
  });
  const { source, openCluster, reloadEveryMs: everyMs } = options;
  const reloading = startReloading({ source, openCluster, everyMs, log, reloaded: metrics.reloaded });
  opened.push(reloading.stop);
  const notReady: Readiness = () => [
    ...(isDraining ? ["draining"] : []),
    ...(tls.source === undefined ? ["no certificate yet"] : []),
    ...Object.entries(reloading.cluster().state()).flatMap(([object, { synced }]) =>
      synced ? [] : [`${object}s are not listed yet`],
    ),
  ];
  const plain =
    options.metricsListen && (await listenPlainly(options.metricsListen, createMetricsRoutes(metrics, notReady)));
  opened.push(() => plain?.close({ lingerMs: 0, graceMs: 0 }));
  const certificate = await options.openCertificate();
  opened.push(certificate.stop);
  tls.source = certificate;
  const observer = observe(metrics, log, options.logLevel ?? "debug");
  const routes = createRoutes({
    review: createReviewHandler(reloading, createMemory(options.remembers ?? true), limits, observer, today),
    notReady,
    isDraining: () => isDraining,
    clientNames: options.clientNames,
    rejected: observer.rejected,
    fault: observer.fault,
  });
  const material = { certificate: certificate.current(), clientCa: clientCa?.current() };
  const secure = await listenSecurely(options.listen, { ...material, http2 }, routes);
  certificate.onChange(secure.useCertificate);
  clientCa?.onChange(secure.useClientCa);
  log("info", "Listening", {
    version,
    port: secure.port,
    metricsPort: plain?.port ?? null,
    http2,
    clientCertificates: clientCa !== undefined,
    ...limits,
    drainMs,
    mode: reloading.current().rules.config.admission.mode,
    providers: Object.keys(reloading.current().rules.config.providers),
    ...reloading.current().digests,
  });

  return {
    port: secure.port,
    metricsPort: plain?.port,
    async drain() {
      isDraining = true;
      log("info", "Draining", {});
      await secure.close({ lingerMs, graceMs: drainMs });
      for (const close of opened.reverse()) await close();
      log("info", "Stopped", {});
    },
  };
}

/** Metrics and log hear of the same. Refused requests may be a flood: each kind is logged once a second, with how many were not. */
function observe(metrics: Metrics, log: Log, level: LogLevel): Observer {
  const logReview = createReviewLog(log, level);
  const throttle = createThrottle(refusalsEveryMs);
  return {
    reviewed(record, seconds) {
      metrics.reviewed(record, seconds);
      logReview(record, seconds);
    },
    rejected(status, reason) {
      metrics.rejected(status);
      const untold = throttle(String(status));
      if (untold !== undefined) log("warn", "Request: refused", { status, reason, untold });
    },
    inFlight: metrics.inFlight,
    fault(error) {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log("error", "Request: a fault of ours, please report it", { cause });
    },
  };
}

/** In UTC, as all replicas have it. */
function today(): string {
  return new Date().toISOString().slice(0, "YYYY-MM-DD".length);
}
