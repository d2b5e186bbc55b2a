import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { faultsWith } from "./config-of.ts";

const tenant = { azureTenantId: "t" };
const custom = { customTokenEndpointAnnotationSuffix: "x", customTokenEndpointAudience: "api://x" };
const account = { accountUid: "1", clusterId: "c" };

/** Settings of one provider, and the keys that are refused. */
const table: readonly [string, string, JsonObject, readonly string[]][] = [
  ["aws", "defaults", {}, []],
  ["aws", "composed role without account", { composeRoleArn: true }, ["composeRoleArn"]],
  [
    "aws",
    "composed role",
    { composeRoleArn: true, instanceIdentity: { accountId: "111122223333", region: "eu-west-1" } },
    [],
  ],
  ["aws", "grace period", { serviceAccountLookupGracePeriod: "30ms" }, []],
  ["aws", "grace period without unit", { serviceAccountLookupGracePeriod: "30" }, ["serviceAccountLookupGracePeriod"]],

  ["azure", "tenant missing", {}, ["azureTenantId"]],
  ["azure", "tenant", tenant, []],
  ...["AzureCloud", "azureUSGovernment", "AZURECHINACLOUD", "AzureGermanCloud", "AzureUSGovernmentCloud"].map(
    (azureEnvironment): [string, string, JsonObject, readonly string[]] => [
      "azure",
      azureEnvironment,
      { ...tenant, azureEnvironment },
      [],
    ],
  ),
  ["azure", "unknown cloud", { ...tenant, azureEnvironment: "AzureChina" }, ["azureEnvironment"]],
  ["azure", "cloud of a file elsewhere", { ...tenant, azureEnvironment: "AzureStackCloud" }, ["azureEnvironment"]],
  ["azure", "misspelt cloud", { ...tenant, azureEnvironment: "AzurePublicClod" }, ["azureEnvironment"]],
  ["azure", "far-off cloud", { ...tenant, azureEnvironment: "" }, ["azureEnvironment"]],
  ["azure", "suffix alone", { ...tenant, customTokenEndpointAnnotationSuffix: "x" }, ["customTokenEndpointAudience"]],
  ["azure", "audience alone", { ...tenant, customTokenEndpointAudience: "x" }, ["customTokenEndpointAnnotationSuffix"]],
  ["azure", "both", { ...tenant, ...custom }, []],
  [
    "azure",
    "default audience",
    { ...tenant, ...custom, customTokenEndpointAudience: "API://azureadtokenexchange" },
    ["customTokenEndpointAudience"],
  ],
  ["azure", "suffix with a capital", { ...tenant, ...custom, customTokenEndpointAnnotationSuffix: "Binding" }, []],
  [
    "azure",
    "suffix with a slash",
    { ...tenant, ...custom, customTokenEndpointAnnotationSuffix: "a/b" },
    ["customTokenEndpointAnnotationSuffix"],
  ],
  [
    "azure",
    "suffix too long",
    { ...tenant, ...custom, customTokenEndpointAnnotationSuffix: "a".repeat(60) },
    ["customTokenEndpointAnnotationSuffix"],
  ],
  [
    "azure",
    "flags of the later profile",
    { ...tenant, ...custom, profile: "1.5.1" },
    ["customTokenEndpointAnnotationSuffix", "customTokenEndpointAudience"],
  ],
  [
    "azure",
    "data and ConfigMap",
    { ...tenant, azureKubernetesCaData: "x", azureKubernetesCaConfigmapName: "x" },
    ["azureKubernetesCaConfigmapName"],
  ],
  [
    "azure",
    "data and signer",
    { ...tenant, azureKubernetesCaData: "x", azureKubernetesCaCtbSignerName: "x" },
    ["azureKubernetesCaCtbSignerName"],
  ],
  [
    "azure",
    "ConfigMap and signer",
    { ...tenant, azureKubernetesCaConfigmapName: "x", azureKubernetesCaCtbSignerName: "x" },
    ["azureKubernetesCaCtbSignerName"],
  ],
  [
    "azure",
    "the older profile reads no CA",
    { ...tenant, profile: "1.5.1", azureKubernetesCaData: "x", azureKubernetesCaCtbSignerName: "x" },
    [],
  ],
  [
    "azure",
    "selector without signer",
    { ...tenant, azureKubernetesCaCtbLabelSelector: "{}" },
    ["azureKubernetesCaCtbLabelSelector"],
  ],
  ["azure", "blank selector", { ...tenant, azureKubernetesCaCtbLabelSelector: " \u0085" }, []],
  [
    "azure",
    "selector",
    {
      ...tenant,
      azureKubernetesCaCtbLabelSelector: '{"matchExpressions":[{"key":"env","operator":"In"}]}',
      azureKubernetesCaCtbSignerName: "s",
    },
    [],
  ],
  [
    "azure",
    "bad selector",
    { ...tenant, azureKubernetesCaCtbLabelSelector: "not-json", azureKubernetesCaCtbSignerName: "s" },
    ["azureKubernetesCaCtbLabelSelector"],
  ],
  ["azure", "version without patch", { ...tenant, kubernetesVersion: "v1.32" }, ["kubernetesVersion"]],
  ["azure", "version without v", { ...tenant, kubernetesVersion: "1.32.0" }, []],
  ["azure", "log level", { ...tenant, logLevel: "loud" }, ["logLevel"]],

  ["gcp", "defaults", {}, []],
  ["gcp", "duration without unit", { tokenExpiration: "3600" }, ["tokenExpiration"]],
  ["gcp", "duration in days", { tokenExpiration: "1d" }, ["tokenExpiration"]],
  ["gcp", "resources", { setupContainerResources: '{"requests":{"cpu":"100m"}}' }, []],
  ["gcp", "bad JSON", { setupContainerResources: "{" }, ["setupContainerResources"]],
  ["gcp", "bad quantity", { setupContainerResources: '{"requests":{"cpu":"1x"}}' }, ["setupContainerResources"]],
  ["gcp", "a flag of the next profile", { defaultInjectionMode: "direct" }, ["defaultInjectionMode"]],
  ["gcp", "the next profile's flag", { profile: "next", defaultInjectionMode: "gcloud" }, []],
  ["gcp", "file mode", { tokenDefaultMode: 512 }, ["tokenDefaultMode"]],

  ["alibaba", "nothing", {}, ["accountUid", "clusterId"]],
  ["alibaba", "account and cluster", account, []],
  ["alibaba", "provider instead of cluster", { accountUid: "1", oidcProviderArn: "acs:ram::1:oidc-provider/own" }, []],
];

for (const [provider, title, settings, keys] of table) {
  t.test(`${provider}: ${title}`, async (t) => {
    t.strictSame(
      faultsWith({ providers: { [provider]: settings } }).map((line) => line.split(": ")[1]),
      keys.map((key) => `providers.${provider}.${key}`),
    );
  });
}

const exceptions: readonly [string, JsonObject, string | undefined][] = [
  ["finding", { code: "volume.conflict" }, undefined],
  ["reason", { code: "context.namespace_unknown" }, undefined],
  ["pattern", { code: "azure.*" }, undefined],
  ["leap day", { code: "*", until: "2028-02-29" }, undefined],
  ["leap day of a century", { code: "*", until: "2000-02-29" }, undefined],
  [
    "near code",
    { code: "volume.conflicts" },
    'podgraft.yaml: exceptions[0].code: unknown code "volume.conflicts"; did you mean "volume.conflict"?',
  ],
  [
    "unknown code",
    { code: "x" },
    'podgraft.yaml: exceptions[0].code: unknown code "x"; `podgraft explain` lists the codes',
  ],
  [
    "no leap year",
    { code: "*", until: "2100-02-29" },
    'podgraft.yaml: exceptions[0].until: "2100-02-29" is no day of the calendar',
  ],
  [
    "no such month",
    { code: "*", until: "2027-13-01" },
    'podgraft.yaml: exceptions[0].until: "2027-13-01" is no day of the calendar',
  ],
  [
    "day zero",
    { code: "*", until: "2027-01-00" },
    'podgraft.yaml: exceptions[0].until: "2027-01-00" is no day of the calendar',
  ],
];

for (const [title, exception, fault] of exceptions) {
  t.test(`exception: ${title}`, async (t) => {
    t.strictSame(
      faultsWith({ exceptions: [{ match: {}, reason: "why", ...exception }] }),
      fault === undefined ? [] : [fault],
    );
  });
}
