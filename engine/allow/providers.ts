import type { Provider, RuleSettings } from "../decision.ts";
import { jsonEqual, member, type Json, type JsonObject } from "../json.ts";
import type { Declaration, DeclaredContainer, VolumeSource } from "./declaration.ts";

/** The names of the containers that each provider may add to a Pod; no other provider ever touches a container of such a name. */
export const declaredContainers: { readonly [provider in Provider]: readonly string[] } = {
  aws: [],
  azure: ["azwi-proxy", "azwi-proxy-init"],
  gcp: ["gcloud-setup"],
  alibaba: [],
};

/** What each provider may write, given its settings. Source: the outputs of the official webhooks, nothing beyond them. */
export function declarationOf(provider: Provider, settings: RuleSettings): Declaration {
  return declare[provider](settings[provider] ?? {});
}

const declare: { readonly [provider in Provider]: (settings: JsonObject) => Declaration } = {
  aws: awsDeclaration,
  azure: azureDeclaration,
  gcp: gcpDeclaration,
  alibaba: alibabaDeclaration,
};

function awsDeclaration(settings: JsonObject): Declaration {
  const credentialsVolume = textOf(member(settings.containerCredentials, "tokenVolumeName"));
  return {
    variables: new Set([
      "AWS_STS_REGIONAL_ENDPOINTS",
      "AWS_DEFAULT_REGION",
      "AWS_REGION",
      "AWS_ROLE_ARN",
      "AWS_WEB_IDENTITY_TOKEN_FILE",
      "AWS_CONTAINER_CREDENTIALS_FULL_URI",
      "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
    ]),
    volume: (name) => (name === "aws-iam-token" || name === credentialsVolume ? "projected" : undefined),
    containers: new Map(),
    labels: new Set(["eks.amazonaws.com/pod-identity"]),
    annotations: new Set(),
  };
}

function azureDeclaration(settings: JsonObject): Declaration {
  const version = textOf(settings.profile);
  const image = (name: string, repository: string): string =>
    textOf(settings[name]) || `mcr.microsoft.com/oss/azure/workload-identity/${repository}:v${version}`;
  return {
    variables: new Set([
      "AZURE_CLIENT_ID",
      "AZURE_TENANT_ID",
      "AZURE_FEDERATED_TOKEN_FILE",
      "AZURE_AUTHORITY_HOST",
      "AZURE_KUBERNETES_TOKEN_PROXY",
      "AZURE_KUBERNETES_SNI_NAME",
      "AZURE_KUBERNETES_CA_FILE",
      "AZURE_KUBERNETES_CA_DATA",
      "PROXY_PORT",
    ]),
    volume: (name) => (name === "azure-identity-token" || isReservedAzureName(name) ? "projected" : undefined),
    containers: new Map<string, DeclaredContainer>([
      [
        "azwi-proxy",
        { image: image("proxyImage", "proxy"), permitsSecurityContext: (context) => jsonEqual(context, proxyContext) },
      ],
      [
        "azwi-proxy-init",
        {
          image: image("proxyInitImage", "proxy-init"),
          permitsSecurityContext: (context) => jsonEqual(context, proxyInitContext),
        },
      ],
    ]),
    labels: new Set(),
    annotations: new Set(),
  };
}

/** The sidecar runs without any privilege. */
const proxyContext: JsonObject = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  privileged: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
};

/** The init container redirects traffic with iptables; it is the one privileged thing that any provider adds, on explicit request. */
const proxyInitContext: JsonObject = {
  capabilities: { add: ["NET_ADMIN"], drop: ["ALL"] },
  privileged: true,
  runAsNonRoot: false,
  runAsUser: 0,
};

const reservedAzurePrefix = "azure-workload-identity-reserved-";

function isReservedAzureName(name: string): boolean {
  return name.startsWith(reservedAzurePrefix) && /^[0-9a-f]{30}$/.test(name.slice(reservedAzurePrefix.length));
}

const gcpVolumes: { readonly [name: string]: VolumeSource } = {
  "gcp-iam-token": "projected",
  "gcloud-config": "emptyDir",
  "external-credential-config": "downwardAPI",
};

function gcpDeclaration(settings: JsonObject): Declaration {
  const prefix = textOf(settings.annotationPrefix);
  const key = (name: string): string => joinedKey(prefix, name);
  return {
    variables: new Set([
      "GOOGLE_APPLICATION_CREDENTIALS",
      "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
      "CLOUDSDK_CONFIG",
      "CLOUDSDK_COMPUTE_REGION",
      "CLOUDSDK_CORE_PROJECT",
      "GCP_WORKLOAD_IDENTITY_PROVIDER",
      "GCP_SERVICE_ACCOUNT",
    ]),
    volume: (name) => (Object.hasOwn(gcpVolumes, name) ? gcpVolumes[name] : undefined),
    containers: new Map([
      ["gcloud-setup", { image: textOf(settings.gcloudImage), permitsSecurityContext: isSetupContext }],
    ]),
    labels: new Set(),
    annotations: new Set(
      [
        "workload-identity-provider",
        "service-account-email",
        "audience",
        "token-expiration",
        "external-credentials-json",
      ].map(key),
    ),
  };
}

/** No privilege; the user may be chosen by the ServiceAccount's annotation. */
function isSetupContext(context: JsonObject): boolean {
  const { runAsUser, ...rest } = context;
  const fixed = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
  return (runAsUser === undefined || typeof runAsUser === "number") && jsonEqual(rest, fixed);
}

/** Google's webhook joins keys as paths: slashes at the seam collapse, an empty prefix gives bare keys. */
function joinedKey(prefix: string, name: string): string {
  const elements = `${prefix}/${name}`.split("/").filter((element) => element !== "" && element !== ".");
  return (prefix.startsWith("/") ? "/" : "") + elements.join("/");
}

function alibabaDeclaration(): Declaration {
  return {
    variables: new Set([
      "ALIBABA_CLOUD_ROLE_ARN",
      "ALIBABA_CLOUD_OIDC_PROVIDER_ARN",
      "ALIBABA_CLOUD_OIDC_TOKEN_FILE",
      "ALIBABA_CLOUD_STS_ENDPOINT",
      "ALIBABA_CLOUD_STS_REGION",
      "ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED",
    ]),
    volume: (name) => (name === "rrsa-oidc-token" ? "projected" : undefined),
    containers: new Map(),
    labels: new Set(),
    annotations: new Set(),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
