import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Of HTTP/1.1 and HTTP/2 alike. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** An HTTP answer; `type` is JSON where it is absent. */
export type Reply = {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
};

/** So much of a body that nobody wants is read and thrown away, so that the connection can go on. */
const worthReading = 256 * 1024;
/** How much, and how long, a caller may go on sending after it was refused, in bytes and milliseconds: one that is cut off while it sends never reads the answer. */
const linger = { bytes: 16 * 1024 * 1024, ms: 1000 } as const;

/** Answers a request whose body has been read; `closes` ends an HTTP/1.1 connection with it. */
export function respond(response: AnyResponse, reply: Reply, closes: boolean): void {
  writeHead(response, reply, closes);
  response.end(reply.body);
}

/** Answers a request whose body has not been read to its end, and does not read gigabytes of it. */
export function respondUnread(request: AnyRequest, response: AnyResponse, reply: Reply, closes: boolean): void {
  if ("stream" in response) {
    respond(response, reply, closes);
    // Without a code this tells the other side to stop sending, and is no error.
    response.stream.once("finish", () => response.stream.close());
    return;
  }
  if (!closes && rest(request) <= worthReading) {
    respond(response, reply, false);
    request.resume();
    return;
  }
  writeHead(response, reply, true);
  // All of the answer is on its way; `end` would cut the connection.
  response.write(reply.body);
  lingerOn(request, () => response.end());
}

function lingerOn(request: AnyRequest, end: () => void): void {
  let left: number = linger.bytes;
  const timer = setTimeout(finish, linger.ms);
  function finish(): void {
    clearTimeout(timer);
    request.pause();
    end();
  }
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) finish();
  });
  request.once("end", finish);
  request.once("close", finish);
  request.resume();
}

/** Bytes of the body that may still come; infinite where they were not announced. */
function rest(request: AnyRequest): number {
  if (request.complete) return 0;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length !== undefined) return Number(length);
  return encoding === undefined ? 0 : Number.POSITIVE_INFINITY;
}

function writeHead(response: AnyResponse, { status, body, type, retryAfter }: Reply, closes: boolean): void {
  response.writeHead(status, {
    "content-type": type ?? "application/json",
    "content-length": Buffer.byteLength(body),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    // HTTP/2 has no such header, and Node throws at it.
    ...(closes && response.req.httpVersionMajor < 2 ? { connection: "close" } : {}),
  });
}
