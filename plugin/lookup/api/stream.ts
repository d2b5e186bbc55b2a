import { request as startRequest, type RequestOptions } from "node:https";
import type { IncomingMessage } from "node:http";
import { retryAfterOf } from "./retry-after.ts";

/** How a stream ended. `ended` is the server's own end, `status` an answer other than 200, `refused` what the reader of its lines did not accept. */
export type StreamEnd =
  | { readonly kind: "ended" | "stopped" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterMs: number }
  | { readonly kind: "failed" | "silent" | "refused"; readonly message: string };

export type StreamHandlers = {
  /** The server has answered 200. */
  readonly onOpen: () => void;
  /** One line without its end. What it returns or throws as a text ends the stream as `refused`. */
  readonly onLine: (line: string) => string | undefined;
  /** So many milliseconds without a byte, and the connection counts as dead. */
  readonly silenceMs: number;
  readonly maxLineLength: number;
};

/** A stream under way; `done` never rejects. */
export type Stream = { readonly done: Promise<StreamEnd>; readonly stop: () => void };

/**
 * Opens a stream of lines. A peer that vanished without a word is found by TCP's own probes, and behind a proxy, which answers those, by
 * silence: the API server sends a bookmark about every minute.
 */
export function openStream(options: () => RequestOptions, handlers: StreamHandlers): Stream {
  let stop: () => void = () => undefined;
  const done = new Promise<StreamEnd>((settle) => {
    stop = begin(options, handlers, settle);
  });
  return { done, stop: () => stop() };
}

function begin(options: () => RequestOptions, handlers: StreamHandlers, settle: (end: StreamEnd) => void): () => void {
  let settled = false;
  let end: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;

  function finish(outcome: StreamEnd): void {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    end();
    settle(outcome);
  }

  /** Nothing may be thrown out of an event handler: it would end the process. */
  function guarded(work: () => void): void {
    if (settled) return;
    try {
      work();
    } catch (error) {
      finish({ kind: "refused", message: String(error) });
    }
  }

  function receive(incoming: IncomingMessage): void {
    if (incoming.statusCode !== 200) {
      incoming.resume();
      return finish({ kind: "status", status: incoming.statusCode ?? 0, retryAfterMs: retryAfterOf(incoming) });
    }
    handlers.onOpen();
    const lines = new LineReader(handlers.maxLineLength);
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => {
      timer?.refresh();
      guarded(() => {
        for (const line of lines.read(text)) {
          const refusal = handlers.onLine(line);
          if (refusal !== undefined) return finish({ kind: "refused", message: refusal });
        }
      });
    });
    incoming.on("error", (error) => finish({ kind: "failed", message: error.message }));
    incoming.on("close", () => finish({ kind: "failed", message: "the connection ended within the stream" }));
    incoming.on("end", () => {
      if (incoming.complete) finish({ kind: "ended" });
    });
  }

  guarded(() => {
    const outgoing = startRequest(options());
    end = () => outgoing.destroy();
    timer = setTimeout(
      () => finish({ kind: "silent", message: `nothing came for ${handlers.silenceMs} ms` }),
      handlers.silenceMs,
    );
    outgoing.on("socket", (socket) => socket.setKeepAlive(true, 15_000));
    outgoing.on("error", (error) => finish({ kind: "failed", message: error.message }));
    outgoing.on("response", (incoming) => guarded(() => receive(incoming)));
    outgoing.end();
  });
  return () => finish({ kind: "stopped" });
}

/** Cuts text that comes in pieces into lines, and holds no more of an unfinished one than it may be long. */
class LineReader {
  readonly #maxLength: number;
  #rest = "";

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that `text` completes, one at a time so that the reader may stop between them. Throws on a line that is too long. */
  *read(text: string): Generator<string> {
    let start = 0;
    for (let stop = text.indexOf("\n"); stop >= 0; stop = text.indexOf("\n", start)) {
      const line = this.#rest + text.slice(start, stop);
      this.#rest = "";
      start = stop + 1;
      if (line.length > this.#maxLength) throw new Error(`an event is longer than ${this.#maxLength} characters`);
      if (line.trim() !== "") yield line;
    }
    this.#rest += text.slice(start);
    if (this.#rest.length > this.#maxLength) throw new Error(`an event is longer than ${this.#maxLength} characters`);
  }
}
