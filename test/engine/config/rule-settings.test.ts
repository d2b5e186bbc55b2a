import t from "tap";
import { azureRuleSettings } from "../../../engine/config/settings/azure.ts";
import { gcpRuleSettings } from "../../../engine/config/settings/gcp.ts";
import { ruleSettings } from "../../../engine/config/rule-settings.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { configOf } from "./config-of.ts";

function settingsOf(provider: string, settings: JsonObject): Json | undefined {
  return ruleSettings(configOf({ providers: { [provider]: settings } }))[provider];
}

t.test("a provider that is absent is off", async (t) => {
  t.strictSame(ruleSettings(configOf({})), {});
});

t.test("aws defaults", async (t) => {
  t.strictSame(settingsOf("aws", {}), {
    profile: "0.6.17",
    annotationPrefix: "eks.amazonaws.com",
    tokenAudience: "sts.amazonaws.com",
    tokenMountPath: "/var/run/secrets/eks.amazonaws.com/serviceaccount",
    tokenExpiration: 86400,
    awsDefaultRegion: "",
    stsRegionalEndpoint: false,
    watchConfigMap: false,
    configMap: {},
    composeRoleArn: false,
    instanceIdentity: null,
    containerCredentials: {
      identities: [],
      audience: "pods.eks.amazonaws.com",
      tokenMountPath: "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount",
      tokenVolumeName: "eks-pod-identity-token",
      tokenPath: "eks-pod-identity-token",
      fullUri: "http://169.254.170.23/v1/credentials",
    },
    serviceAccountLookupGracePeriod: "0",
    jitter: "stable",
  });
});

t.test("azure defaults", async (t) => {
  t.strictSame(settingsOf("azure", { azureTenantId: "t" }), {
    profile: "1.6.0",
    azureTenantId: "t",
    azureEnvironment: "AzurePublicCloud",
    proxyImage: "",
    proxyInitImage: "",
    audience: "",
    logLevel: "",
    kubernetesVersion: "",
    mutatingWebhookNamespaceSelector: {},
    customTokenEndpointAnnotationSuffix: "",
    customTokenEndpointAudience: "",
    azureKubernetesTokenProxy: "",
    azureKubernetesSniName: "",
    azureKubernetesCaData: "",
    azureKubernetesCaConfigmapName: "",
    azureKubernetesCaCtbSignerName: "",
    azureKubernetesCaCtbLabelSelector: "",
    acceptEquivalentLayout: true,
    authorityHost: "https://login.microsoftonline.com/",
    azureKubernetesCaCtbLabelSelectorObject: null,
  });
});

t.test("gcp defaults", async (t) => {
  t.strictSame(settingsOf("gcp", {}), {
    profile: "0.7.0",
    annotationPrefix: "cloud.google.com",
    tokenAudience: "sts.googleapis.com",
    tokenExpiration: "24h",
    gcpDefaultRegion: "",
    gcloudImage: "gcr.io/google.com/cloudsdktool/google-cloud-cli:stable",
    tokenDefaultMode: 288,
    setupContainerResources: null,
    defaultInjectionMode: "gcloud",
    tokenExpirationSeconds: 86400,
  });
});

t.test("alibaba defaults", async (t) => {
  t.strictSame(settingsOf("alibaba", { accountUid: "1", clusterId: "c" }), {
    profile: "0.4.2",
    accountUid: "1",
    clusterId: "c",
    oidcProviderArn: "",
    region: "",
    autoInjectSTSEnvVars: true,
  });
});

const changes: readonly [string, JsonObject, JsonObject][] = [
  ["aws", { tokenExpiration: -5 }, { tokenExpiration: 600 }],
  ["aws", { tokenExpiration: 601 }, { tokenExpiration: 601 }],
  ["aws", { containerCredentials: { audience: "a" } }, { containerCredentials: { audience: "a", identities: [] } }],
  [
    "azure",
    { azureTenantId: "t", azureEnvironment: "azurecloud" },
    { azureEnvironment: "AzurePublicCloud", authorityHost: "https://login.microsoftonline.com/" },
  ],
  [
    "azure",
    { azureTenantId: "t", azureEnvironment: "AzureUSGovernment" },
    { azureEnvironment: "AzureUSGovernmentCloud", authorityHost: "https://login.microsoftonline.us/" },
  ],
  [
    "azure",
    { azureTenantId: "t", azureEnvironment: "AzureChinaCloud" },
    { authorityHost: "https://login.chinacloudapi.cn/" },
  ],
  [
    "azure",
    { azureTenantId: "t", azureEnvironment: "AzureGermanCloud" },
    { authorityHost: "https://login.microsoftonline.de/" },
  ],
  ["azure", { azureTenantId: "t", kubernetesVersion: " v1.34.0\n" }, { kubernetesVersion: "v1.34.0" }],
  [
    "azure",
    { azureTenantId: "t", azureKubernetesCaCtbSignerName: "s", azureKubernetesCaCtbLabelSelector: "{}" },
    { azureKubernetesCaCtbLabelSelector: "{}", azureKubernetesCaCtbLabelSelectorObject: {} },
  ],
  [
    "azure",
    { azureTenantId: "t", mutatingWebhookNamespaceSelector: { matchLabels: { a: "b" } } },
    { mutatingWebhookNamespaceSelector: { matchLabels: { a: "b" } } },
  ],
  ["gcp", { tokenExpiration: "90m0.5s" }, { tokenExpirationSeconds: 5400 }],
  ["gcp", { tokenExpiration: "10m" }, { tokenExpirationSeconds: 3600 }],
  ["gcp", { setupContainerResources: "{}" }, { setupContainerResources: null }],
  [
    "gcp",
    { setupContainerResources: '{"requests":{"cpu":"0.5","memory":"1024Ki"}}' },
    { setupContainerResources: { requests: { cpu: "500m", memory: "1Mi" } } },
  ],
  ["gcp", { profile: "next" }, { defaultInjectionMode: "direct" }],
  ["gcp", { profile: "next", defaultInjectionMode: "gcloud" }, { defaultInjectionMode: "gcloud" }],
  ["alibaba", { accountUid: "1", oidcProviderArn: "own" }, { oidcProviderArn: "own" }],
];

for (const [provider, settings, expected] of changes) {
  t.test(`${provider} ${JSON.stringify(settings)}`, async (t) => {
    const all = settingsOf(provider, settings);
    t.match(all, expected);
  });
}

t.test("settings that were never checked stay as harmless as they can be", async (t) => {
  const { azure, gcp } = configOf({ providers: { azure: { azureTenantId: "t" }, gcp: {} } }).providers;
  if (azure === undefined || gcp === undefined) throw new Error("both are on");
  t.match(azureRuleSettings({ ...azure, azureEnvironment: "Mars" }), { azureEnvironment: "Mars", authorityHost: "" });
  t.match(gcpRuleSettings({ ...gcp, tokenExpiration: "x" }), { tokenExpirationSeconds: 3600 });
});
