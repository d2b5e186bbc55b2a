import type { Client } from "./client/client.ts";
import type { Kubectl } from "./client/kubectl.ts";
import type { Cluster } from "./cluster/cluster.ts";
import type { Count } from "./count.ts";

/** What every suite is given: one cluster for all of them, with a controller manager. */
export type Context = {
  readonly cluster: Cluster;
  /** As the cluster's administrator. */
  readonly client: Client;
  readonly kubectl: Kubectl;
  readonly count: Count;
  /** A line for the reader of the run. */
  readonly print: (line: string) => void;
};

/**
 * One theme of end-to-end tests. It works in namespaces of its own, whose names begin with its name, and leaves nothing behind that
 * reaches beyond them (webhook configurations, say). Whatever it throws is one failure.
 */
export type Suite = { readonly name: string; readonly run: (context: Context) => Promise<void> };
