import { member, type JsonObject } from "../../../../engine/json.ts";
import type { Client } from "../../client/client.ts";

/** Creates the ServiceAccounts that the Pods name, as a Pod is refused where its own does not exist. Names that no account can have stay without. */
export async function createAccounts(client: Client, namespace: string, pods: readonly JsonObject[]): Promise<void> {
  const names = new Set(pods.map((pod) => member(pod.spec, "serviceAccountName")));
  for (const name of names) {
    if (typeof name !== "string" || name === "" || name === "default") continue;
    await client.attempt({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } });
  }
}
