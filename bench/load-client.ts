// Sends reviews over so many connections, each with the next request as soon as its answer is there. A process of its own, so that its CPU is not
// the server's. Started with fork(); takes an Order, answers it with a Told.
import { connect, type TLSSocket } from "node:tls";
import type { Order, Pods, Target, Told } from "./admission/load-messages.ts";
import { createReviews, type ReviewBody } from "./admission/reviews.ts";

type Running = {
  readonly nextReview: () => ReviewBody;
  left: number;
  readonly until: number;
  requests: number;
  errors: number;
  readonly latencies: number[];
};
type Connection = { readonly socket: TLSSocket; readonly begin: (running: Running, done: () => void) => void };

const reviews = new Map<Pods, () => ReviewBody>();
let connections: readonly Connection[] = [];

async function obey(order: Order): Promise<Told> {
  if (order.kind === "connect") {
    for (const { socket } of connections) socket.destroy();
    const { target } = order;
    connections = await Promise.all(Array.from({ length: order.connections }, () => open(target)));
    return { kind: "connected" };
  }
  const { requests, seconds, pods } = order;
  const nextReview = reviews.get(pods) ?? createReviews(pods);
  reviews.set(pods, nextReview);
  const began = performance.now();
  const until = seconds > 0 ? began + seconds * 1000 : Number.POSITIVE_INFINITY;
  const left = requests > 0 ? requests : Number.POSITIVE_INFINITY;
  const running: Running = { nextReview, left, until, requests: 0, errors: 0, latencies: [] };
  await Promise.all(connections.map((one) => new Promise<void>((resolve) => one.begin(running, resolve))));
  return {
    kind: "done",
    requests: running.requests,
    errors: running.errors,
    seconds: (performance.now() - began) / 1000,
    latencies: seconds > 0 ? [] : running.latencies,
  };
}

function open(target: Target): Promise<Connection> {
  const { host, port, path, ca } = target;
  const head =
    `POST ${path}?timeout=5s HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: kube-apiserver-admission\r\n` +
    "Accept: application/json, */*\r\nContent-Type: application/json\r\nContent-Length: ";
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(ca === null ? { rejectUnauthorized: false } : { ca }) });
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      socket.off("error", reject);
      resolve({ socket, begin: (running, done) => converse(socket, head, running, done) });
    });
  });
}

/** One request after another until there are enough. */
function converse(socket: TLSSocket, head: string, running: Running, done: () => void): void {
  let asked: ReviewBody | undefined;
  let sentAt = 0;
  let answer = "";

  function send(): void {
    if (running.left <= 0 || performance.now() >= running.until) return end();
    running.left -= 1;
    const { text } = (asked = running.nextReview());
    answer = "";
    sentAt = performance.now();
    // In pieces of 4 KiB, as an API server's buffered writer sends them.
    const request = `${head}${text.length}\r\n\r\n${text}`;
    socket.write(request.slice(0, 4096));
    socket.write(request.slice(4096));
  }

  function receive(chunk: Buffer): void {
    answer += chunk.toString("latin1");
    const length = wholeLength(answer);
    if (length === undefined || answer.length < length) return;
    running.requests += 1;
    running.latencies.push(performance.now() - sentAt);
    if (!isAllowed(answer, asked?.uid ?? "")) running.errors += 1;
    send();
  }

  function lose(): void {
    running.requests += 1;
    running.errors += 1;
    end();
  }

  function end(): void {
    socket.off("data", receive);
    socket.off("error", lose);
    socket.off("close", lose);
    done();
  }

  socket.on("data", receive);
  socket.on("error", lose);
  socket.on("close", lose);
  send();
}

/** Bytes of head and body; undefined while the head is not complete. Answers of others may come in chunks: the last of them is empty. */
function wholeLength(answer: string): number | undefined {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, headEnd + 2))?.[1];
  if (length !== undefined) return headEnd + 4 + Number(length);
  return answer.endsWith("\r\n0\r\n\r\n") ? answer.length : undefined;
}

function isAllowed(answer: string, uid: string): boolean {
  return answer.startsWith("HTTP/1.1 200") && answer.includes('"allowed":true') && answer.includes(uid);
}

process.on("message", (order: Order) => {
  obey(order).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ kind: "failed", message: String(error) } satisfies Told),
  );
});
process.on("disconnect", () => process.exit());
