import { connect, type TLSSocket } from "node:tls";
import t, { type Test } from "tap";
import { eventually } from "../lookup/eventually.ts";
import { desk, responseOf, review, Serve, type Desk } from "./serving.ts";

/** A connection on which the test writes what it likes. */
class Wire {
  heard = "";
  isClosed = false;
  /** Bytes that the other side has taken. */
  sent = 0;
  readonly #socket: TLSSocket;

  constructor(t: Test, { authority }: Desk, { port }: Serve) {
    this.#socket = connect({ host: "127.0.0.1", port, ca: authority.certificate });
    this.#socket.setEncoding("latin1").on("data", (text: string) => (this.heard += text));
    this.#socket.on("error", () => (this.isClosed = true));
    this.#socket.on("close", () => (this.isClosed = true));
    t.teardown(() => this.#socket.destroy());
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** Goes on sending until it may not any more, or has sent so much. */
  async flood(limit: number, piece = "x".repeat(65_536)): Promise<void> {
    while (this.sent < limit && !this.isClosed) {
      await new Promise<void>((resolve) => this.#socket.write(piece, () => resolve()));
      this.sent += piece.length;
    }
  }
}

const head = (length: string, path = "/mutate"): string =>
  `POST ${path} HTTP/1.1\r\nHost: podgraft\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
const gigabyte = 1024 ** 3;

const refusals: readonly [string, string, string, string?][] = [
  ["a gigabyte, as announced", head(`Content-Length: ${gigabyte}`), "413 Payload Too Large"],
  [
    "a gigabyte in pieces",
    head("Transfer-Encoding: chunked"),
    "413 Payload Too Large",
    `10000\r\n${"x".repeat(65_536)}\r\n`,
  ],
  ["a gigabyte to nowhere", head(`Content-Length: ${gigabyte}`, "/nowhere"), "404 Not Found"],
];

t.test("who sends too much hears why, and is cut off", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given, ["--max-body=1000000"]).ready();
  for (const [title, start, status, piece] of refusals) {
    const wire = new Wire(t, given, serve);
    wire.write(start);
    await wire.flood(gigabyte, piece);
    await eventually("the end of the connection", () => wire.isClosed);
    t.match(wire.heard, `HTTP/1.1 ${status}`, title);
    t.match(wire.heard, /connection: close/i);
    t.match(wire.heard, /\{"error":".+"\}$/);
    t.ok(wire.sent < 64 * 1024 * 1024, `it was not read to its end: ${wire.sent}`);
    t.match(responseOf(await serve.ask("POST", "/mutate", review("u"))), { patchType: "JSONPatch" });
  }
  t.match(await serve.metrics(), /podgraft_rejected_requests_total\{status="413"\} 2/);
});

t.test("who is slow takes no place from others", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given, ["--max-concurrent=1"]).ready();
  const slow = Array.from({ length: 20 }, () => new Wire(t, given, serve));
  for (const wire of slow) wire.write(`${head("Content-Length: 1000")}{"kind":`);
  const silent = Array.from({ length: 20 }, () => new Wire(t, given, serve));
  for (const wire of silent) wire.write("POST /mutate HTTP/1.1\r\nHost:");
  for (let round = 0; round < 20; round += 1) {
    t.equal((await serve.ask("POST", "/mutate", review("u"))).status, 200);
  }
  await eventually("the slow ones to be told off", () => [...slow, ...silent].every(({ isClosed }) => isClosed));
  for (const { heard } of [...slow, ...silent]) t.match(heard, "HTTP/1.1 408");
  t.equal((await serve.ask("POST", "/mutate", review("u"))).status, 200);
});

t.test("a refusal of something small leaves the connection as it is", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given).ready();
  const wire = new Wire(t, given, serve);
  wire.write(`${head("Content-Length: 2", "/nowhere")}{}`);
  await eventually("the first answer", () => wire.heard.includes("404 Not Found"));
  wire.write(`${head("Content-Length: 2")}{}`);
  await eventually("the second", () => wire.heard.includes("400 Bad Request"));
  const good = review("u");
  wire.write(head(`Content-Length: ${good.length}`) + good);
  await eventually("the third", () => wire.heard.includes("200 OK"));
  t.notOk(wire.isClosed);
});

t.test("a flood of refusals is no flood of lines", async (t) => {
  const given = await desk(t);
  const serve = await new Serve(t, given).ready();
  for (let round = 0; round < 100; round += 1) await serve.ask("POST", "/mutate", "{}");
  const lines = serve.log.filter(({ message }) => message === "Request: refused").length;
  t.ok(lines >= 1 && lines < 50, `${lines} lines`);
  t.match(await serve.metrics(), /podgraft_rejected_requests_total\{status="400"\} 100/);
});
