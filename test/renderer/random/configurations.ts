import type { Provider } from "../../../engine/decision.ts";
import type { Rules } from "../../../engine/document/decide-document.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";

const annotations: { readonly [provider in Provider]: { readonly [key: string]: string } } = {
  aws: { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" },
  azure: { "azure.workload.identity/client-id": "11111111-2222-4333-8444-555555555555" },
  gcp: {
    "cloud.google.com/workload-identity-provider": "projects/1/locations/global/workloadIdentityPools/pool/providers/p",
    "cloud.google.com/service-account-email": "orders@project.iam.gserviceaccount.com",
  },
  alibaba: { "pod-identity.alibabacloud.com/role-name": "orders" },
};

const settings: { readonly [provider in Provider]: readonly JsonObject[] } = {
  aws: [{ awsDefaultRegion: "eu-west-1" }, { stsRegionalEndpoint: true }],
  azure: [
    { azureTenantId: "99999999-2222-4333-8444-555555555555" },
    { azureTenantId: "99999999-2222-4333-8444-555555555555", profile: "1.5.1" },
  ],
  gcp: [{ gcpDefaultRegion: "europe-west1" }, { profile: "next" }],
  alibaba: [{ accountUid: "1234567890123456", clusterId: "c0", region: "cn-hangzhou" }],
};

/** Rules with `providers` on, one a choice of settings; every ServiceAccount that the identity map does not leave out has an identity. */
export function configurationsOf(providers: readonly Provider[]): readonly Rules[] {
  const module = loadRuleModule();
  return [0, 1].flatMap((choice) =>
    ["gcloud", "direct"].map((mode) => {
      const direct = { "cloud.google.com/injection-mode": mode };
      const identity = Object.fromEntries(providers.flatMap((provider) => Object.entries(annotations[provider])));
      const map: JsonObject = {
        match: { namespace: "*", serviceAccount: "*" },
        annotations: { ...identity, ...(providers.includes("gcp") ? direct : {}) },
        namespaceLabels: { "pod-identity.alibabacloud.com/injection": "on" },
      };
      const chosen = providers.map((provider) => {
        const choices = settings[provider];
        return [provider, choices[choice % choices.length] ?? {}] as const;
      });
      return rulesOf({ providers: Object.fromEntries(chosen), identities: [map] }, module);
    }),
  );
}
