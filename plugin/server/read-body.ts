/** What can be said of a body without reading it all. */
export type Body =
  { readonly kind: "whole"; readonly bytes: Buffer } | { readonly kind: "too_large" } | { readonly kind: "cut_off" };

/** The part of a request that is needed here: of HTTP/1.1 and HTTP/2 alike. */
export type BodyStream = {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end" | "close" | "aborted" | "error", listener: () => void): unknown;
};

/** Reads a body of at most `limit` bytes; a longer one is neither kept nor waited for. Never rejects. */
export function readBody(request: BodyStream, limit: number): Promise<Body> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) return Promise.resolve({ kind: "too_large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk) => {
      length += chunk.length;
      if (length > limit) {
        chunks.length = 0;
        resolve({ kind: "too_large" });
        return;
      }
      chunks.push(chunk);
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve({ kind: "whole", bytes: chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks) });
    });
    const cutOff = (): void => resolve({ kind: "cut_off" });
    request.on("close", cutOff);
    request.on("aborted", cutOff);
    request.on("error", cutOff);
  });
}
