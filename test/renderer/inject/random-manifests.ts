import fc from "fast-check";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { objectOf } from "../../conformance/cases.ts";

/** Texts that trip YAML writers and readers, all of them legal values of a variable. */
const texts = fc.constantFrom(
  "1",
  "yes",
  "0644",
  "~",
  "",
  "a: b",
  "# no",
  "it's",
  "x\ny\n",
  "é😀",
  "- z",
  "{{ .x }}",
  " pad ",
  "null",
  "1e3",
  "/var/run",
);
const variableNames = fc.constantFrom(
  "LOG_LEVEL",
  "A",
  "AWS_REGION",
  "AWS_ROLE_ARN",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AZURE_CLIENT_ID",
  "AZURE_AUTHORITY_HOST",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "CLOUDSDK_CONFIG",
  "CLOUDSDK_CORE_PROJECT",
  "ALIBABA_CLOUD_ROLE_ARN",
);
const volumeNames = fc.constantFrom(
  "data",
  "config",
  "tmp",
  "aws-iam-token",
  "azure-identity-token",
  "gcp-iam-token",
  "gcloud-config",
  "rrsa-oidc-token",
);

const variable: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: variableNames, value: texts }) },
  fc.record({ name: variableNames }),
  variableNames.map((name) => ({ name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } })),
);

const mount: fc.Arbitrary<Json> = fc.record(
  {
    name: volumeNames,
    mountPath: fc.constantFrom("/data", "/etc/config", "/tmp"),
    readOnly: fc.boolean(),
    subPath: fc.constantFrom("a", "b/c"),
  },
  { requiredKeys: ["name", "mountPath"] },
);

const source: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { emptyDir: {} },
  { hostPath: { path: "/srv" } },
  { configMap: { name: "c", defaultMode: 420 } },
  { projected: { sources: [{ serviceAccountToken: { path: "token", audience: "x" } }] } },
);
const volume: fc.Arbitrary<Json> = fc.tuple(volumeNames, source).map(([name, from]) => ({ name, ...from }));

/** A list as manifests have it: filled, empty, null, or not there at all. */
function listOf(item: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }) },
    fc.constantFrom<Json | undefined>([], null, undefined),
  );
}

function present(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const container: fc.Arbitrary<Json> = fc
  .tuple(
    fc.constantFrom("app", "side", "proxy", "gcloud-setup"),
    listOf(variable),
    listOf(mount),
    fc.option(texts, { nil: undefined }),
    fc.boolean(),
  )
  .map(([name, env, volumeMounts, futureField, native]) =>
    present({
      name,
      image: "registry.example.com/app:1.4",
      env,
      volumeMounts,
      futureField,
      ...(native ? { restartPolicy: "Always" } : {}),
    }),
  );

const text = fc.constantFrom("orders", "true", "1.4", "a b", "'q'", "x: y");
const labels: fc.Arbitrary<Json | undefined> = fc.constantFrom<Json | undefined>(
  { app: "orders", "azure.workload.identity/use": "true" },
  { app: "orders", "pod-identity.alibabacloud.com/injection": "on", "azure.workload.identity/use": "true" },
  { app: "orders" },
  {},
  null,
  undefined,
);
const annotations: fc.Arbitrary<Json | undefined> = fc.oneof(
  text.map((value) => ({ note: value })),
  fc.constantFrom<Json | undefined>(
    { "eks.amazonaws.com/skip-containers": "side", "azure.workload.identity/skip-containers": "side" },
    {},
    null,
    undefined,
  ),
);

/** A Pod template with a random mixture of what may be there already. */
const template: fc.Arbitrary<JsonObject> = fc
  .tuple(
    labels,
    annotations,
    fc.array(container, { minLength: 1, maxLength: 3 }),
    listOf(container),
    listOf(volume),
    fc.boolean(),
  )
  .map(([podLabels, podAnnotations, containers, initContainers, volumes, withMetadata]) => {
    const metadata = present({ labels: podLabels, annotations: podAnnotations });
    return present({
      metadata: withMetadata || Object.keys(metadata).length > 0 ? metadata : undefined,
      spec: present({ serviceAccountName: "orders", initContainers, containers, volumes }),
    });
  });

const wrapped: fc.Arbitrary<Json> = fc.tuple(template, fc.nat(6)).map(([pod, kind]): Json => {
  const metadata = { name: "orders", namespace: "shop" };
  switch (kind) {
    case 0:
      return { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, ...objectOf(pod.metadata) }, spec: pod.spec };
    case 1:
      return {
        apiVersion: "batch/v1",
        kind: "CronJob",
        metadata,
        spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: pod } } },
      };
    case 2:
      return { apiVersion: "serving.knative.dev/v1", kind: "Service", metadata, spec: { template: pod } };
    case 3:
      return {
        apiVersion: "v1",
        kind: "List",
        items: [
          { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec: { template: pod } },
          { apiVersion: "v1", kind: "ConfigMap", metadata, data: { k: "0644" } },
        ],
      };
    case 4:
      return {
        apiVersion: "kubeflow.org/v1",
        kind: "PyTorchJob",
        metadata,
        spec: { pytorchReplicaSpecs: { Worker: { template: pod }, Master: { template: pod } } },
      };
    default:
      return {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata,
        spec: { selector: { matchLabels: { app: "orders" } }, template: pod, replicas: 3000000 },
      };
  }
});

const podless: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "x\ny\n", b: "0644" } },
  { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: { a: "YQ==" } },
);

const account: fc.Arbitrary<Json> = fc
  .record(
    {
      "eks.amazonaws.com/role-arn": fc.constantFrom("arn:aws:iam::111122223333:role/orders"),
      "azure.workload.identity/client-id": fc.constantFrom("0d9e1c7a-1111-4222-8333-aaaabbbbcccc"),
      "pod-identity.alibabacloud.com/role-name": fc.constantFrom("orders"),
      "cloud.google.com/injection-mode": fc.constantFrom("direct", "gcloud"),
    },
    { requiredKeys: [] },
  )
  .map((some) => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: {
      name: "orders",
      namespace: "shop",
      annotations: {
        ...some,
        ...("cloud.google.com/injection-mode" in some
          ? {
              "cloud.google.com/workload-identity-provider":
                "projects/1/locations/global/workloadIdentityPools/p/providers/c",
              "cloud.google.com/service-account-email": "orders@shop-prod.iam.gserviceaccount.com",
            }
          : {}),
      },
    },
  }));

const namespace: Json = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "shop", labels: { "pod-identity.alibabacloud.com/injection": "on" } },
};

/** The objects of a stream: an account, perhaps a Namespace, objects with Pods and without. */
export const manifests: fc.Arbitrary<readonly Json[]> = fc
  .tuple(
    account,
    fc.boolean(),
    fc.array(fc.oneof({ weight: 3, arbitrary: wrapped }, podless), { minLength: 1, maxLength: 3 }),
  )
  .map(([one, withNamespace, rest]) => [one, ...(withNamespace ? [namespace] : []), ...rest]);
