import { healthReply, type Readiness } from "./health.ts";
import type { Handle } from "./listen.ts";
import type { Metrics } from "./metrics.ts";

/** Handles every request of the plain port: metrics and health, nothing that a cluster would have to hide. */
export function createMetricsRoutes(metrics: Pick<Metrics, "text" | "contentType">, notReady: Readiness): Handle {
  return (request, response) => {
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    const path = (request.url ?? "/").replace(/\?.*$/s, "");
    const send = (status: number, body: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
      response.end(body);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return send(405, "only GET\n");
    const health = healthReply(path, notReady);
    if (health !== undefined) return send(health.status, health.body);
    if (path !== "/metrics") return send(404, "there is /metrics, /healthz and /readyz\n");
    metrics.text().then(
      (text) => send(200, text, metrics.contentType),
      () => send(500, "the metrics could not be collected\n"),
    );
  };
}
