import type { JsonObject } from "../../../engine/json.ts";

/** A Pod with one container. */
export function pod(namespace: string, name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name, ...metadata },
    spec: { ...oneContainer, ...spec },
  };
}

const oneContainer = { containers: [{ name: "app", image: "registry.example/app:1" }] };

/** A ServiceAccount with annotations. */
export function serviceAccount(namespace: string, name: string, annotations: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace, name, annotations } };
}

/** Annotations by which a ServiceAccount has an identity, by cloud; the Pod's labels that go with it. */
export const clouds: readonly {
  readonly provider: "aws" | "azure" | "gcp" | "alibaba";
  readonly settings: JsonObject;
  readonly annotations: JsonObject;
  readonly podLabels: JsonObject;
  readonly namespaceLabels: JsonObject;
}[] = [
  {
    provider: "aws",
    settings: {},
    annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" },
    podLabels: {},
    namespaceLabels: {},
  },
  {
    provider: "azure",
    settings: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
    annotations: { "azure.workload.identity/client-id": "0d9e1c7a-1111-4222-8333-aaaabbbbcccc" },
    podLabels: { "azure.workload.identity/use": "true" },
    namespaceLabels: {},
  },
  {
    provider: "gcp",
    settings: {},
    annotations: {
      "cloud.google.com/workload-identity-provider":
        "projects/123456789012/locations/global/workloadIdentityPools/pool/providers/cluster",
      "cloud.google.com/service-account-email": "orders@shop-prod.iam.gserviceaccount.com",
    },
    podLabels: {},
    namespaceLabels: {},
  },
  {
    provider: "alibaba",
    settings: { accountUid: "1234567890123456", clusterId: "c0123456789abcdef0123456789abcdef", region: "cn-hangzhou" },
    annotations: { "pod-identity.alibabacloud.com/role-name": "orders" },
    podLabels: {},
    namespaceLabels: { "pod-identity.alibabacloud.com/injection": "on" },
  },
];

/** Workloads around a Pod template, by kind; none of them fires by itself but CronJobs, on the first of January. */
export function workloads(namespace: string, metadata: JsonObject, spec: JsonObject): readonly JsonObject[] {
  const labels = { app: "web", ...(metadata.labels as JsonObject | undefined) };
  const template = { metadata: { ...metadata, labels }, spec: { ...oneContainer, ...spec } };
  const once = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };
  const selector = { matchLabels: { app: "web" } };
  const named = (kind: string) => ({ name: kind.toLowerCase(), namespace });
  return [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: named("Deployment"),
      spec: { replicas: 1, selector, template },
    },
    {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: named("StatefulSet"),
      spec: { replicas: 1, serviceName: "web", selector, template },
    },
    { apiVersion: "batch/v1", kind: "Job", metadata: named("Job"), spec: { template: once } },
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: named("CronJob"),
      spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: once } } },
    },
  ];
}
