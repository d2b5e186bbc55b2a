import { TLSSocket } from "node:tls";
import type { Endpoint } from "../admission-record.ts";
import { healthReply, type Readiness } from "./health.ts";
import type { Handle } from "./listen.ts";
import { respond, respondUnread, type AnyRequest, type AnyResponse, type Reply } from "./respond.ts";
import type { ReviewHandler } from "./review-handler.ts";

/** What the HTTPS port leads to. */
export type Routes = {
  readonly review: ReviewHandler;
  readonly notReady: Readiness;
  readonly isDraining: () => boolean;
  /** Names (common name or DNS) of client certificates that may ask for reviews; any where it is undefined. */
  readonly clientNames: readonly string[] | undefined;
  readonly rejected: (status: number, reason: string) => void;
  /** Told of what should never happen, so that it is not lost. */
  readonly fault: (error: unknown) => void;
};

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["/mutate", "mutate"],
  ["/verify", "verify"],
]);

/** Handles every request of the HTTPS port. API servers append `?timeout=5s`: only the path is compared. */
export function createRoutes(routes: Routes): Handle {
  return (request, response) => {
    // A connection that breaks while it is written to must not end the process.
    response.on("error", ignore);
    request.on("error", ignore);
    try {
      route(request, response, routes);
    } catch (error) {
      fail(response, routes, error);
    }
  };
}

function route(request: AnyRequest, response: AnyResponse, routes: Routes): void {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const endpoint = endpoints.get(path);
  const refuse = (status: number, error: string): void => {
    routes.rejected(status, error);
    respondUnread(request, response, { status, body: JSON.stringify({ error }) }, routes.isDraining());
  };
  if (endpoint === undefined) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const health = isRead ? healthReply(path, routes.notReady) : undefined;
    if (health === undefined) return refuse(404, "there is /mutate, /verify, /healthz and /readyz");
    return respond(response, { ...health, type: "text/plain; charset=utf-8" }, routes.isDraining());
  }
  if (request.method !== "POST") return refuse(405, "a review is asked for with POST");
  if (!isJson(request.headers["content-type"])) return refuse(415, "expected content-type application/json");
  if (!mayCall(request, routes.clientNames)) {
    return refuse(403, "the client certificate's name is not one of --client-name");
  }
  routes.review(endpoint, mark < 0 ? "" : url.slice(mark + 1), request, (reply: Reply, isRead) => {
    try {
      if (isRead) respond(response, reply, routes.isDraining());
      else respondUnread(request, response, reply, routes.isDraining());
    } catch (error) {
      fail(response, routes, error);
    }
  });
}

function isJson(type: string | undefined): boolean {
  return type === undefined || type === "application/json" || /^application\/json\s*(?:;|$)/i.test(type);
}

/** TLS has checked the certificate; it does not know whom it should be of. */
function mayCall({ socket }: AnyRequest, names: readonly string[] | undefined): boolean {
  if (names === undefined) return true;
  if (!(socket instanceof TLSSocket)) return false;
  const certificate = socket.getPeerCertificate();
  if (Object.keys(certificate).length === 0) return false;
  const alternatives = (certificate.subjectaltname ?? "")
    .split(", ")
    .flatMap((name) => (name.startsWith("DNS:") ? [name.slice(4)] : []));
  return [certificate.subject.CN, ...alternatives].flat().some((name) => name !== undefined && names.includes(name));
}

function fail(response: AnyResponse, routes: Routes, error: unknown): void {
  routes.fault(error);
  if (!response.writableEnded) response.destroy();
}

function ignore(): void {
  // Whoever asked has gone.
}
