import type { JsonObject } from "../../engine/json.ts";

/** Configurations that inject into every Pod, whatever its ServiceAccount. */
export const maps: readonly { readonly name: string; readonly config: JsonObject }[] = [
  {
    name: "aws",
    config: everyPod({ aws: {} }, { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/corpus" }),
  },
  {
    name: "gcp-direct",
    config: everyPod(
      { gcp: {} },
      {
        "cloud.google.com/workload-identity-provider":
          "projects/123456789012/locations/global/workloadIdentityPools/corpus/providers/cluster",
        "cloud.google.com/service-account-email": "corpus@example-prod.iam.gserviceaccount.com",
        "cloud.google.com/injection-mode": "direct",
      },
    ),
  },
  {
    name: "gcp-gcloud",
    config: everyPod(
      { gcp: {} },
      {
        "cloud.google.com/workload-identity-provider":
          "projects/123456789012/locations/global/workloadIdentityPools/corpus/providers/cluster",
        "cloud.google.com/service-account-email": "corpus@example-prod.iam.gserviceaccount.com",
      },
    ),
  },
];

function everyPod(providers: JsonObject, annotations: JsonObject): JsonObject {
  return {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Config",
    providers,
    identities: [{ match: { namespace: "*", serviceAccount: "*" }, annotations }],
  };
}
