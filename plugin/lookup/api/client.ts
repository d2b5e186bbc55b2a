import { Agent, request as startRequest, type RequestOptions } from "node:https";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { parseJson, type Json } from "../../../engine/json.ts";
import type { ApiAccess, Credentials } from "./access.ts";
import { retryAfterOf } from "./retry-after.ts";
import { openStream, type Stream, type StreamHandlers } from "./stream.ts";

/** One request. `path` has its segments encoded already; `deadline` is of `performance.now()`. */
export type ApiRequest = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly deadline: number;
  readonly body?: Json;
  readonly contentType?: string;
};

/** What came of a request: an answer of whatever status, or none. `body` is null where the server's text is no JSON and the status no success. */
export type ApiAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly body: Json; readonly retryAfterMs: number }
  | { readonly kind: "failed"; readonly failure: ApiFailure; readonly message: string };

/** No answer in time, no connection, an answer that is none, or one that is larger than is ever read. */
export type ApiFailure = "timeout" | "unreachable" | "invalid" | "too_large";

/** A client of one API server. Nothing that it gives ever rejects or throws. */
export type ApiClient = {
  readonly request: (request: ApiRequest) => Promise<ApiAnswer>;
  /** Opens a watch: lines of text, until either side ends it. */
  readonly stream: (path: string, handlers: StreamHandlers) => Stream;
  /** Ends all connections but those of streams. */
  readonly close: () => void;
};

/** Far more than any object or usual page: what is read is held in memory twice while it is parsed. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** Makes a client with kept connections, at most `maxSockets` of them; watches have connections of their own. */
export function createApiClient(access: ApiAccess, maxSockets = 64): ApiClient {
  // Connections are kept apart by the certificates they were made with, so that those of yesterday are not used again.
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: 8, scheduling: "lifo" });

  function options(method: string, path: string, fresh: boolean): Prepared {
    const credentials = access.credentials(fresh);
    return {
      host: access.host,
      port: access.port,
      method,
      path: access.basePath + path,
      ...(access.serverName === undefined ? {} : { servername: access.serverName }),
      ...tlsOptions(credentials),
      agent,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
      headers: {
        accept: "application/json",
        "user-agent": "podgraft",
        ...(credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` }),
      },
    };
  }

  async function request(wanted: ApiRequest): Promise<ApiAnswer> {
    const first = await attempt(wanted, false);
    if (first.kind === "answer" && first.status === 401) return (await attempt(wanted, true)).answer;
    const mayRepeat = first.kind === "failed" && first.reusedConnection && wanted.method === "GET";
    // The server may have closed a kept connection just as it was used: that says nothing about the server.
    return mayRepeat ? (await attempt(wanted, false)).answer : first.answer;
  }

  function attempt(wanted: ApiRequest, fresh: boolean): Promise<Attempt> {
    return new Promise((resolve) => {
      try {
        exchange(options(wanted.method, wanted.path, fresh), wanted, resolve);
      } catch (error) {
        resolve(failed("invalid", `the request cannot be made: ${String(error)}`));
      }
    });
  }

  return {
    request,
    stream: (path, handlers) => openStream(() => ({ ...options("GET", path, false), agent: false }), handlers),
    close: () => agent.destroy(),
  };
}

type Prepared = Omit<RequestOptions, "headers"> & { readonly headers: OutgoingHttpHeaders };

type Attempt =
  | { readonly kind: "answer"; readonly status: number; readonly answer: ApiAnswer }
  | { readonly kind: "failed"; readonly reusedConnection: boolean; readonly answer: ApiAnswer };

/** Sends one request and settles exactly once, whatever events come. */
function exchange(options: Prepared, wanted: ApiRequest, settle: (attempt: Attempt) => void): void {
  const text = wanted.body === undefined ? undefined : JSON.stringify(wanted.body);
  const outgoing = startRequest(withBody(options, wanted, text));
  let settled = false;
  let answering = false;
  const timer = setTimeout(
    () => finish(failed("timeout", "the API server did not answer in time")),
    Math.max(0, wanted.deadline - performance.now()),
  );

  function finish(attempt: Attempt): void {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    if (attempt.kind === "failed") outgoing.destroy();
    settle(attempt);
  }

  outgoing.on("error", (error) => finish(failed("unreachable", error.message, outgoing.reusedSocket && !answering)));
  outgoing.on("response", (incoming) => {
    answering = true;
    collect(incoming, finish);
  });
  outgoing.end(text);
}

function withBody(options: Prepared, wanted: ApiRequest, text: string | undefined): RequestOptions {
  if (text === undefined) return options;
  const headers = {
    ...options.headers,
    "content-type": wanted.contentType ?? "application/json",
    "content-length": Buffer.byteLength(text),
  };
  return { ...options, headers };
}

function collect(incoming: IncomingMessage, finish: (attempt: Attempt) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) return finish(failed("too_large", `the answer is larger than ${maxAnswerBytes} bytes`));
    chunks.push(chunk);
  });
  incoming.on("error", (error) => finish(failed("unreachable", error.message)));
  incoming.on("close", () => finish(failed("unreachable", "the connection ended within the answer")));
  incoming.on("end", () => {
    if (!incoming.complete) return;
    finish(answerOf(incoming, Buffer.concat(chunks).toString("utf8")));
  });
}

function answerOf(incoming: IncomingMessage, text: string): Attempt {
  const status = incoming.statusCode ?? 0;
  const body = readJson(text);
  if (body === undefined && status >= 200 && status < 300) return failed("invalid", "the answer is not JSON");
  const retryAfterMs = retryAfterOf(incoming);
  return { kind: "answer", status, answer: { kind: "answer", status, body: body ?? null, retryAfterMs } };
}

function readJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function failed(failure: ApiFailure, message: string, reusedConnection = false): Attempt {
  return { kind: "failed", reusedConnection, answer: { kind: "failed", failure, message } };
}

function tlsOptions({ ca, certificate, key }: Credentials): RequestOptions {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}
