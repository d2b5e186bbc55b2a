import { once } from "node:events";
import { createServer } from "node:https";
import type { Cluster } from "../cluster/cluster.ts";

/** A server that takes requests and never answers one. */
export async function startSlowServer(
  cluster: Cluster,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { certificate, key } = await cluster.issueCertificate(["127.0.0.1"]);
  const server = createServer({ cert: certificate, key }, () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
