import type { TlsSource } from "../certificates/tls-source.ts";
import type { LiveCluster } from "../lookup/create-cluster.ts";
import type { WantedKeys } from "../lookup/wanted-keys.ts";
import type { Log } from "../log.ts";
import { logReview } from "./create-log.ts";
import type { Readiness } from "./health.ts";
import type { Limits } from "./limits.ts";
import { listenPlainly, listenSecurely, type Address } from "./listen.ts";
import { createMetricsRoutes } from "./metrics-routes.ts";
import { createMetrics } from "./metrics.ts";
import { startReloading, type RuleSource } from "./reloading.ts";
import { createReviewHandler } from "./review-handler.ts";
import { createRoutes } from "./routes.ts";

export type ServerOptions = {
  readonly version: string;
  readonly listen: Address;
  /** Undefined where metrics are not served. */
  readonly metricsListen: Address | undefined;
  readonly http2: boolean;
  readonly clientCa: string | undefined;
  readonly clientNames: readonly string[] | undefined;
  readonly limits: Limits;
  readonly drainMs: number;
  readonly reloadEveryMs: number;
  readonly source: RuleSource;
  readonly openCluster: (wanted: WantedKeys) => LiveCluster;
  /** Settles with the first certificate; the HTTPS port opens then. */
  readonly openCertificate: () => Promise<TlsSource>;
  readonly log: Log;
};

/** A server that runs. */
export type RunningServer = {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Stops being ready, answers what has been asked, then ends. */
  readonly drain: () => Promise<void>;
};

/**
 * Starts the admission server: reads rules and configuration, watches the cluster, opens the plain port, then, with the first certificate,
 * the HTTPS port. An API server that cannot be reached keeps it from being ready, not from starting. Throws PodgraftError `config.*`,
 * `internal.module`, and `usage.invalid` for a port that cannot be had.
 */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { log, limits, version } = options;
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
  const reloading = startReloading({
    source: options.source,
    openCluster: options.openCluster,
    everyMs: options.reloadEveryMs,
    log,
    reloaded: metrics.reloaded,
  });
  const notReady: Readiness = () => [
    ...(isDraining ? ["draining"] : []),
    ...(tls.source === undefined ? ["no certificate yet"] : []),
    ...Object.entries(reloading.cluster().state()).flatMap(([object, { synced }]) =>
      synced ? [] : [`${object}s are not listed yet`],
    ),
  ];
  const plain =
    options.metricsListen === undefined
      ? undefined
      : await listenPlainly(options.metricsListen, createMetricsRoutes(metrics, notReady));
  const certificate = await options.openCertificate();
  tls.source = certificate;
  const rejected = (status: number, reason: string): void => {
    metrics.rejected(status);
    log("warn", "Request: refused", { status, reason });
  };
  const review = createReviewHandler(
    reloading,
    limits,
    {
      reviewed(record, seconds) {
        metrics.reviewed(record, seconds);
        logReview(log, record, seconds);
      },
      rejected,
      inFlight: metrics.inFlight,
    },
    () => new Date().toISOString().slice(0, "YYYY-MM-DD".length),
  );
  const routes = createRoutes({
    review,
    notReady,
    isDraining: () => isDraining,
    clientNames: options.clientNames,
    rejected,
    fault: (error) => log("error", "Request: a fault of ours", { cause: String(error) }),
  });
  const secure = await listenSecurely(
    options.listen,
    { certificate: certificate.current(), http2: options.http2, clientCa: options.clientCa },
    routes,
  );
  certificate.onChange(secure.useCertificate);
  log("info", "Listening", {
    version,
    port: secure.port,
    metricsPort: plain?.port ?? null,
    http2: options.http2,
    mode: reloading.current().rules.config.admission.mode,
    ...reloading.current().digests,
  });

  return {
    port: secure.port,
    metricsPort: plain?.port,
    async drain() {
      isDraining = true;
      log("info", "Draining", {});
      await secure.close(options.drainMs);
      reloading.stop();
      certificate.stop();
      await plain?.close(0);
      log("info", "Stopped", {});
    },
  };
}
