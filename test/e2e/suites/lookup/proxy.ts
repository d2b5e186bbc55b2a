import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

/** A wire between a client and a server on loopback that can be cut and mended. */
export type Proxy = {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly stop: () => Promise<void>;
};

/** Passes on whatever comes to `port` of this machine. */
export async function startProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    async stop() {
      const closed = once(server, "close");
      server.close();
      endAll();
      await closed;
    },
  };
}
