import { TLSSocket } from "node:tls";
import type { Endpoint } from "../admission-record.ts";
import { healthReply, type Readiness } from "./health.ts";
import type { AnyRequest, AnyResponse, Handle } from "./listen.ts";
import type { Reply, ReviewHandler } from "./review-handler.ts";

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
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    answer(request, response, routes).catch((error: unknown) => {
      routes.fault(error);
      if (!response.headersSent) send(response, { status: 500, body: '{"error":"internal"}' }, true);
    });
  };
}

async function answer(request: AnyRequest, response: AnyResponse, routes: Routes): Promise<void> {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const endpoint = endpoints.get(path);
  if (endpoint === undefined) {
    const health =
      request.method === "GET" || request.method === "HEAD" ? healthReply(path, routes.notReady) : undefined;
    if (health !== undefined) {
      sendText(response, health);
      return;
    }
    refuse(request, response, routes, 404, "there is /mutate, /verify, /healthz and /readyz");
    return;
  }
  if (request.method !== "POST") {
    refuse(request, response, routes, 405, "a review is asked for with POST");
    return;
  }
  const type = request.headers["content-type"] ?? "application/json";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    refuse(request, response, routes, 415, "expected content-type application/json");
    return;
  }
  if (!mayCall(request, routes.clientNames)) {
    refuse(request, response, routes, 403, "the client certificate's name is not one of --client-name");
    return;
  }
  send(response, await routes.review(endpoint, mark < 0 ? "" : url.slice(mark + 1), request), routes.isDraining());
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

function refuse(request: AnyRequest, response: AnyResponse, routes: Routes, status: number, reason: string): void {
  routes.rejected(status, reason);
  // The body is not read: without an end of the connection, the rest of it would be taken for the next request.
  request.resume();
  send(
    response,
    { status, body: JSON.stringify({ error: reason }) },
    request.method !== "GET" && request.method !== "HEAD",
  );
}

function send(response: AnyResponse, { status, body, headers = {} }: Reply, ends: boolean): void {
  const bytes = Buffer.from(body, "utf8");
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": bytes.length,
    ...(response.req.httpVersionMajor < 2
      ? ends
        ? { connection: "close", ...headers }
        : headers
      : withoutConnection(headers)),
  });
  response.end(bytes);
}

/** HTTP/2 has no such header, and Node throws at it. */
function withoutConnection({
  connection: _,
  ...headers
}: NonNullable<Reply["headers"]>): NonNullable<Reply["headers"]> {
  return headers;
}

function sendText(response: AnyResponse, { status, body }: { readonly status: number; readonly body: string }): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
