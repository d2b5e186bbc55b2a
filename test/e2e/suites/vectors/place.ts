import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject, type JsonObject } from "../../../../engine/json.ts";
import type { Client } from "../../client/client.ts";
import type { Case } from "../../../conformance/cases.ts";
import { accountOf } from "./unfit.ts";

/** Far longer than a watch takes to tell of a change, in milliseconds. */
const watchLatency = 150;

/**
 * Makes the Namespace and the ServiceAccount of a case. Where they are there already, as `default` is, they are changed, and a watch needs a
 * moment to tell of that; what is new is asked for at once.
 */
export async function placeCase(client: Client, given: Case, namespace: string): Promise<void> {
  const labels = { ...given.namespace.labels, "podgraft.dev/mode": "mutate" };
  const known = await ensure(client, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } });
  const metadata = isJsonObject(given.serviceAccount?.metadata) ? given.serviceAccount.metadata : {};
  const { annotations = {} } = metadata;
  const account = { name: accountOf(given.pod), namespace, annotations };
  const knew = await ensure(client, { apiVersion: "v1", kind: "ServiceAccount", metadata: account });
  if (known || knew) await pause(watchLatency);
}

/** Creates the object, or gives what is there its labels and annotations and no others; whether it was there. */
async function ensure(client: Client, object: JsonObject & { readonly metadata: JsonObject }): Promise<boolean> {
  const { status, body } = await client.attempt(object);
  if (status === 201) return false;
  if (status !== 409) throw new Error(`${status} ${String(body.message)}`);
  const { name, namespace, labels, annotations } = object.metadata;
  const reference = {
    apiVersion: String(object.apiVersion),
    kind: String(object.kind),
    metadata: { name: String(name), ...(namespace === undefined ? {} : { namespace: String(namespace) }) },
  };
  const maps = { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) };
  await client.patch(reference, "merge", { metadata: Object.fromEntries(Object.keys(maps).map((key) => [key, null])) });
  await client.patch(reference, "merge", { metadata: maps });
  return true;
}
