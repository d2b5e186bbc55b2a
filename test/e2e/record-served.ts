// Records what an API server makes of the Pods in suites/served/table.ts, for the tests of engine/served that run without one:
// `node dist/test/e2e/record-served.js`.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../engine/json.ts";
import { createClient } from "./client/client.ts";
import { startCluster } from "./cluster/cluster.ts";
import { findClusterTools } from "./cluster/tools.ts";
import { partsOf, withoutApiAccess } from "./suites/served/comparison.ts";
import { creatable } from "./suites/served/pods.ts";
import { tablePods } from "./suites/served/table.ts";

const file = fileURLToPath(new URL("../../../test/engine/served/recorded.json", import.meta.url));

type Recorded = {
  readonly id: string;
  readonly type: "Container" | "Volume";
  readonly written: JsonObject;
  readonly served: JsonObject;
};

async function record(): Promise<Recorded[]> {
  const tools = findClusterTools();
  if ("reason" in tools) throw new Error(tools.reason);
  const cluster = await startCluster({ tools, controllerManager: true });
  const client = createClient({ url: cluster.url, ca: cluster.ca, token: cluster.adminToken });
  try {
    await client.createNamespace("record");
    const recorded: Recorded[] = [];
    for (const { id, pod } of tablePods) {
      const { status, body } = await client.attempt(creatable(pod, "record"), { dryRun: true });
      if (status !== 201) continue;
      const list = id.startsWith("table: volume") ? "volumes" : "containers";
      const [written] = partsOf(pod, list);
      const [served] = partsOf(body, list);
      if (written === undefined || served === undefined) continue;
      const type = list === "volumes" ? "Volume" : "Container";
      recorded.push({ id, type, written, served: withoutApiAccess(served) });
    }
    return recorded;
  } finally {
    client.close();
    await cluster.stop();
  }
}

const recorded = await record();
writeFileSync(file, `[\n${recorded.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`);
console.log(`${recorded.length} recorded`);
