/** What came of a body: all of it, or that it was too much, too slow, or ended in the middle. */
export type Body =
  | { readonly kind: "whole"; readonly bytes: Buffer }
  | { readonly kind: "too_large" }
  | { readonly kind: "no_room" }
  | { readonly kind: "too_slow" }
  | { readonly kind: "cut_off" };

/** The part of a request that is needed here: of HTTP/1.1 and HTTP/2 alike. */
export type BodyStream = {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly httpVersionMajor: number;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
};

/** Bytes that all bodies which are being read may take together, and take now. */
export type Room = { readonly limit: number; taken: number };

/** How long a body may take over HTTP/2, in milliseconds; HTTP/1.1 requests have the server's own requestTimeout, without a timer each. */
const patienceMs = 10_000;

/**
 * Reads a body of at most `limit` bytes, as far as there is room for it beside all others; `done` is called once, with nothing kept but a whole
 * body. What comes after that is for the caller to discard.
 */
export function readBody(request: BodyStream, limit: number, room: Room, done: (body: Body) => void): void {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) return done({ kind: "too_large" });
  let chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const timer =
    request.httpVersionMajor < 2
      ? undefined
      : setTimeout(() => {
          settle({ kind: "too_slow" });
        }, patienceMs);

  function settle(body: Body): void {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    room.taken -= length;
    chunks = [];
    done(body);
  }

  request.on("data", (chunk) => {
    if (isDone) return;
    length += chunk.length;
    room.taken += chunk.length;
    if (length > limit) return settle({ kind: "too_large" });
    if (room.taken > room.limit) return settle({ kind: "no_room" });
    chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    settle({
      kind: "whole",
      bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length),
    });
  });
  const cutOff = (): void => {
    settle({ kind: "cut_off" });
  };
  request.on("close", cutOff);
  request.on("error", cutOff);
}
