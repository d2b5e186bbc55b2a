import type { JsonObject } from "../../../engine/json.ts";
import { createCluster, type ClusterOptions, type LiveCluster } from "../../../plugin/lookup/create-cluster.ts";
import type { WantedKeys } from "../../../plugin/lookup/wanted-keys.ts";
import { StandIn } from "./stand-in.ts";

export type UnderTest = LiveCluster & {
  readonly api: StandIn;
  readonly logged: string[];
  /** Ends both sides. */
  readonly end: () => Promise<void>;
};

const wanted: WantedKeys = {
  serviceAccounts: { prefixes: ["eks.amazonaws.com/"], keys: [] },
  namespaces: { prefixes: ["podgraft.dev/"], keys: ["team"] },
};

/** A cluster against a stand-in with the Namespace `shop` and its ServiceAccount `app`; not yet started. Pauses are short and silence is not. */
export async function clusterUnderTest(options: Partial<ClusterOptions> = {}): Promise<UnderTest> {
  const api = await StandIn.start();
  const logged: string[] = [];
  api.space("shop", { team: "a", other: "b", "podgraft.dev/mode": "enforce" });
  api.account("shop", "app", { "eks.amazonaws.com/role-arn": "arn:1", "kubectl.kubernetes.io/x": "y" });
  const live = createCluster({
    access: api.access(),
    wanted,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields)}`),
    maxAgeMs: 600_000,
    lookupTimeoutMs: 10_000,
    timing: { firstPauseMs: 10, longestPauseMs: 50, pageTimeoutMs: 5000, watchMs: 300_000, silenceMs: 60_000 },
    ...options,
  });
  return {
    ...live,
    api,
    logged,
    async end() {
      live.stop();
      await api.kill();
    },
  };
}

/** What the ServiceAccount `app` of the stand-in looks like to the rules. */
export function role(arn: string): JsonObject {
  return { annotations: { "eks.amazonaws.com/role-arn": arn } };
}

/** A deadline that no test reaches. */
export function later(): number {
  return performance.now() + 10_000;
}
