import fc from "fast-check";
import type { Json, JsonObject } from "../../../engine/json.ts";

/** Texts that trip readers and writers of YAML, all of them legal values of a variable. */
const texts: readonly string[] = [
  ..."1 yes 0644 ~ on null 1e3 0x1F 1_000 12:30 -0 .5 NaN <<".split(" "),
  ..."é😀 *a &b !c @d `e %f |g >h ?i -j {k} [l] a,b".split(" "),
  "",
  "a: b",
  "# no",
  "a #b",
  "it's",
  'say "no"',
  "x\ny\n",
  "x\ny",
  "  x\n\n y\n\n",
  "\n# - z\nz",
  "- z",
  "{{ .x }}",
  "${X}",
  " pad ",
  "back\\slash",
  "tab\tin",
  "\u2028",
  "---",
  "...",
  "/var/run/secrets",
  "https://example.com/a?b=c#d",
  "2001-01-01",
  "arn:aws:iam::111122223333:role/other",
];

const variableNames: readonly string[] = [
  "LOG_LEVEL",
  "A",
  "AWS_REGION",
  "AWS_DEFAULT_REGION",
  "AWS_ROLE_ARN",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_STS_REGIONAL_ENDPOINTS",
  "AZURE_CLIENT_ID",
  "AZURE_AUTHORITY_HOST",
  "AZURE_FEDERATED_TOKEN_FILE",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "CLOUDSDK_CONFIG",
  "CLOUDSDK_CORE_PROJECT",
  "CLOUDSDK_COMPUTE_REGION",
  "ALIBABA_CLOUD_ROLE_ARN",
  "ALIBABA_CLOUD_STS_REGION",
];

const volumeNames: readonly string[] = [
  "data",
  "config",
  "aws-iam-token",
  "azure-identity-token",
  "gcp-iam-token",
  "gcloud-config",
  "rrsa-oidc-token",
];

const mountPaths: readonly string[] = [
  "/data",
  "/etc/config",
  "/var/run/secrets",
  "/var/run/secrets/eks.amazonaws.com/serviceaccount",
  "/var/run/secrets/azure/tokens",
  "/var/run/secrets/gcloud/config",
  "/var/run/secrets/ack.alibabacloud.com/rrsa-tokens",
];

/** A list as manifests have it: filled, empty, null, or not there at all. */
function listOf(item: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(item, { minLength: 1, maxLength: 3, size: "max" }) },
    { weight: 3, arbitrary: fc.constantFrom<Json | undefined>([], null, undefined) },
  );
}

const text = fc.constantFrom(...texts);
const variableName = fc.constantFrom(...variableNames);

const variable: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: variableName, value: text }) },
  { weight: 1, arbitrary: fc.record({ value: text, name: variableName }) },
  { weight: 1, arbitrary: fc.record({ name: variableName }) },
  { weight: 1, arbitrary: fc.record({ name: variableName, value: fc.constant(null) }) },
  {
    weight: 1,
    arbitrary: variableName.map((name) => ({ name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } })),
  },
);

const mount: fc.Arbitrary<Json> = fc.record(
  { name: fc.constantFrom(...volumeNames), mountPath: fc.constantFrom(...mountPaths), readOnly: fc.boolean() },
  { requiredKeys: ["name", "mountPath"] },
);

const token: Json = {
  sources: [{ serviceAccountToken: { audience: "sts.amazonaws.com", expirationSeconds: 86400, path: "token" } }],
};

const volume: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ name: fc.constantFrom(...volumeNames), emptyDir: fc.constantFrom<Json>({}, { sizeLimit: "1Gi" }) }),
  fc.constantFrom(...volumeNames).map((name) => ({ configMap: { name, defaultMode: 420, optional: true }, name })),
  fc.constantFrom(...volumeNames).map((name) => ({ name, projected: token })),
);

const containerNames = ["app", "side car", "istio-proxy", "gcloud-setup", "azwi-proxy", "azwi-proxy-init"];

const container: fc.Arbitrary<JsonObject> = fc
  .record({
    name: fc.constantFrom(...containerNames),
    image: fc.constantFrom<Json | undefined>("registry.example.com/app:1.4", "1.4", undefined),
    args: fc.oneof(fc.array(text, { maxLength: 3 }), fc.constantFrom<Json | undefined>(undefined, null)),
    env: listOf(variable),
    resources: fc.constantFrom<Json | undefined>(undefined, {}, null, { limits: { cpu: 0.5, memory: "1e3" } }),
    volumeMounts: listOf(mount),
    restartPolicy: fc.constantFrom(undefined, undefined, "Always"),
    futureField: fc.oneof(text, fc.constantFrom<Json | undefined>(undefined, undefined, { a: [[], [{}], null] })),
  })
  .map((members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));

/** Up to `most` containers, at least one; parts of one may repeat in the next, so that there is something to share by anchors. */
export function containers(most: number): fc.Arbitrary<Json> {
  return fc.oneof<fc.Arbitrary<Json>[]>(
    fc.array(container, { minLength: 1, maxLength: most, size: "max" }),
    container.map((one) => (most === 1 ? [one] : [one, { ...one, name: "copy" }, { ...one, tty: true }])),
  );
}

export const volumes: fc.Arbitrary<Json | undefined> = listOf(volume);

export const labels: fc.Arbitrary<Json | undefined> = fc.constantFrom<Json | undefined>(
  { app: "orders", "azure.workload.identity/use": "true" },
  { "azure.workload.identity/use": "true", "pod-identity.alibabacloud.com/injection": "on" },
  { app: "0644" },
  {},
  null,
  undefined,
);

export const annotations: fc.Arbitrary<Json | undefined> = fc.oneof(
  text.map((note) => ({ note, "a/b": "true" })),
  fc.constantFrom<Json | undefined>(
    { "eks.amazonaws.com/skip-containers": "side car", "azure.workload.identity/inject-proxy-sidecar": "true" },
    { "azure.workload.identity/skip-containers": "app;copy", "cloud.google.com/skip-containers": "app" },
    {},
    null,
    undefined,
  ),
);
