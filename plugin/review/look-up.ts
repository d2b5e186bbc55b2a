import type { JsonObject } from "../../engine/json.ts";
import { effectiveServiceAccountName } from "../../engine/locate/service-account.ts";
import type { Cluster, Looked } from "../cluster.ts";
import { noteLookup, type Notes } from "./recorded.ts";
import type { Task } from "./task.ts";
import { accountNames } from "./workload.ts";

/** The metadata of ServiceAccounts by name; null where there is none of the name. */
export type Accounts = ReadonlyMap<string, JsonObject | null>;

/** A ServiceAccount that could not be looked up. */
export type LostAccount = { readonly name: string; readonly looked: Extract<Looked, { kind: "failed" }> };

/** The Namespace of a request. Noted, as every look-up. */
export async function lookUpNamespace(name: string, cluster: Cluster, deadline: number, notes: Notes): Promise<Looked> {
  const looked = await settled(cluster.namespace(name, deadline));
  noteLookup(notes, "namespace", looked);
  return looked;
}

/** The ServiceAccounts that a task's Pods run as, all of the request's own namespace; or the first that could not be looked up. */
export async function lookUpAccounts(
  task: Task,
  namespace: string,
  cluster: Cluster,
  deadline: number,
  notes: Notes,
): Promise<Map<string, JsonObject | null> | LostAccount> {
  const accounts = new Map<string, JsonObject | null>();
  const names = task.kind === "workload" ? accountNames(task.workload) : [effectiveServiceAccountName(task.pod.spec)];
  for (const name of names) {
    const looked = await settled(cluster.serviceAccount(namespace, name, deadline));
    noteLookup(notes, "serviceaccount", looked);
    if (looked.kind === "failed") return { name, looked };
    accounts.set(name, looked.kind === "found" ? looked.metadata : null);
  }
  return accounts;
}

/** A look-up that breaks its promise and rejects is a failed one. */
async function settled(answer: Looked | Promise<Looked>): Promise<Looked> {
  try {
    return await answer;
  } catch (error) {
    return { kind: "failed", failure: "invalid", message: String(error) };
  }
}
