import type { AdmissionRecord } from "../admission-record.ts";
import type { CacheState } from "../lookup/create-cluster.ts";
import type { LookupObject } from "../lookup/resource.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { createTally } from "./tally.ts";

/** What the metrics read when they are asked for. */
export type MetricSources = {
  readonly cacheState: () => { readonly [kind in LookupObject]: CacheState };
  /** When the certificate expires, in milliseconds since 1970; null before there is one. */
  readonly certificateNotAfter: () => number | null;
  readonly build: () => { readonly version: string; readonly config_digest: string; readonly module_digest: string };
};

/** The metrics of the server, in Prometheus' text format. */
export type Metrics = {
  readonly reviewed: (record: AdmissionRecord, seconds: number) => void;
  readonly rejected: (status: number) => void;
  readonly inFlight: (count: number) => void;
  readonly reloaded: (succeeded: boolean) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
};

/** Upper bounds in seconds: from a quarter of a millisecond, where most reviews end, to what an API server still waits for. */
const buckets = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Makes the metrics; docs/monitoring.md tells what each means. */
export function createMetrics({ cacheState, certificateNotAfter, build }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const decisions = createTally(registry, {
    name: "podgraft_decisions_total",
    help: "Decisions by provider, outcome and reason.",
    labelNames: ["provider", "outcome", "reason"],
  });
  const reviews = createTally(registry, {
    name: "podgraft_reviews_total",
    help: "Reviews by webhook, operation and what became of them.",
    labelNames: ["endpoint", "operation", "outcome"],
  });
  const lookups = createTally(registry, {
    name: "podgraft_lookups_total",
    help: "Look-ups by object and where the answer came from, or why there was none.",
    labelNames: ["object", "source"],
  });
  const duration = new Histogram({
    name: "podgraft_review_duration_seconds",
    help: "From the request's last byte to its answer.",
    labelNames: ["endpoint"],
    buckets,
    registers,
  });
  const durations = { mutate: duration.labels("mutate"), verify: duration.labels("verify") };
  const failures = createTally(registry, {
    name: "podgraft_failures_total",
    help: "Reviews whose object could not be judged, by cause and by whether it was let through.",
    labelNames: ["code", "allowed"],
  });
  const rejections = createTally(registry, {
    name: "podgraft_rejected_requests_total",
    help: "Requests that were no reviews, or too many, by HTTP status.",
    labelNames: ["status"],
  });
  let reviewsInFlight = 0;
  gaugeOf("podgraft_in_flight_reviews", "Reviews that are being judged.", (gauge) => {
    gauge.set(reviewsInFlight);
  });
  const reloadFailures = new Counter({
    name: "podgraft_config_reload_failures_total",
    help: "Configurations or modules that were refused; the last good one stayed.",
    registers,
  });
  const reloadSuccess = new Gauge({
    name: "podgraft_config_last_reload_success_timestamp_seconds",
    help: "When configuration and module were last taken.",
    registers,
  });
  reloadSuccess.setToCurrentTime();
  gaugeOf("podgraft_certificate_expiry_timestamp_seconds", "When the serving certificate expires.", (gauge) => {
    const notAfter = certificateNotAfter();
    if (notAfter !== null) gauge.set(notAfter / 1000);
  });
  byObject(
    "podgraft_cache_age_seconds",
    "Since the cache was last known to be as the cluster is.",
    ({ ageSeconds }) => ageSeconds,
  );
  byObject("podgraft_cache_objects", "Objects in the cache.", ({ objects }) => objects);
  new Gauge({
    name: "podgraft_build_info",
    help: "1, with the version and the digests of configuration and module in labels.",
    labelNames: ["version", "config_digest", "module_digest"],
    registers: [registry],
    collect() {
      this.reset();
      this.set(build(), 1);
    },
  });

  function gaugeOf(name: string, help: string, read: (gauge: Gauge) => void): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        read(this);
      },
    });
  }

  function byObject(name: string, help: string, read: (state: CacheState) => number | null): void {
    new Gauge({
      name,
      help,
      labelNames: ["object"],
      registers: [registry],
      collect() {
        for (const [object, state] of Object.entries(cacheState())) {
          const value = read(state);
          if (value !== null) this.set({ object }, value);
        }
      },
    });
  }

  return {
    reviewed(record, seconds) {
      const { endpoint, operation, outcome } = record;
      reviews.add(endpoint, knownOperation(operation), outcome);
      durations[endpoint].observe(seconds);
      for (const decision of record.decisions) decisions.add(decision.provider, decision.outcome, decision.reason);
      for (const { object, result } of record.lookups) lookups.add(object, result);
      if (record.failure !== null) failures.add(record.failure, String(record.allowed));
    },
    rejected(status) {
      rejections.add(String(status));
    },
    inFlight(count) {
      reviewsInFlight = count;
    },
    reloaded(succeeded) {
      if (succeeded) reloadSuccess.setToCurrentTime();
      else reloadFailures.inc();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Whoever reaches the port can write any operation: metrics must not grow with it. */
function knownOperation(operation: string): string {
  return ["CREATE", "UPDATE", "DELETE", "CONNECT"].includes(operation) ? operation : "other";
}
