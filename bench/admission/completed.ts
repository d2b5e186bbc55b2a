import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { createChain, decide } from "../../engine/decide.ts";
import { providers } from "../../engine/decision.ts";
import type { JsonObject } from "../../engine/json.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";

/** What the server is configured with: all four clouds, so that three of them have to find that they have nothing to do. */
export const configuration: JsonObject = {
  apiVersion: "podgraft.dev/v1alpha1",
  kind: "Config",
  providers: {
    aws: { awsDefaultRegion: "eu-west-1", stsRegionalEndpoint: true },
    azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
    gcp: {},
    alibaba: { accountUid: "1234567890", clusterId: "c1", region: "cn-hangzhou" },
  },
  admission: { mode: "mutate" },
};

/** Completes a Pod as the server would, whose ServiceAccount has this role. */
export type Complete = (
  pod: JsonObject,
  about: { readonly namespace: string; readonly account: string; readonly role: string },
) => JsonObject;

/** Loads the rules. */
export function completer(): Complete {
  const module = loadRuleModule();
  const chain = createChain(providers, ruleSettings(resolveConfig({ file: "bench", value: configuration })));
  return (pod, { namespace, account, role }) => {
    const annotations = { "eks.amazonaws.com/role-arn": role, "eks.amazonaws.com/audience": "sts.amazonaws.com" };
    const { pod: completed } = decide(
      {
        pod,
        namespace: { name: namespace, labels: {} },
        serviceAccount: { name: account, found: true, metadata: { annotations } },
        owner: { apiVersion: "v1", kind: "Pod", name: "", path: [], nameIsFinal: true },
      },
      module,
      chain,
    );
    return completed;
  };
}
