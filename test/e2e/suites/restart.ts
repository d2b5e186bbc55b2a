import type { Reference } from "../client/resources.ts";
import type { JsonObject } from "../../../engine/json.ts";
import type { Context, Suite } from "../suite.ts";

/** That a crash of the API server loses nothing and can be followed by other suites. It runs last all the same. */
export const restart: Suite = { name: "restart", run };

const namespace = "restart";

async function run({ client, cluster, count }: Context): Promise<void> {
  await client.createNamespace(namespace);
  const map: JsonObject & Reference = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "kept", namespace },
    data: { key: "1" },
  };
  await client.create(map);
  await cluster.killApiServer();
  const gone = await client.send({ method: "GET", path: "/version" }).catch((error: unknown) => error);
  count.ok("a killed API server does not answer", gone instanceof Error, () => JSON.stringify(gone));
  await cluster.restartApiServer();
  count.equal("what was stored is there after a restart", (await client.get(map)).data, { key: "1" });
  await client.createNamespace(`${namespace}-after`);
  count.ok("the controller manager has found it again", true);
}
