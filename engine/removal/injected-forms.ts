import type { Provider, RuleSettings } from "../decision.ts";
import { member, type Json, type JsonObject } from "../json.ts";

/** A variable that injection writes. */
export type InjectedVariable = {
  readonly name: string;
  /** Whether a present value is one that injection would have written; a container's own variable of the name is not. */
  readonly isInjected: (value: string) => boolean;
  /** Written only together with the variable behind it, which has to be there and injected as well. */
  readonly beforePartner?: string;
  /** Names the token, and so a file below the token's mount. */
  readonly isTokenFile?: true;
  /** Written only together with the variable before it. */
  readonly afterPartner?: string;
};

/** How a provider's injection looks in a Pod, as far as taking it out needs to know. */
export type InjectedForm = {
  /** The volume that shows that the provider has injected at all. */
  readonly token: (volumeName: string) => boolean;
  /** In the order in which they are written. */
  readonly variables: readonly InjectedVariable[];
  /** Where the token is mounted by default. */
  readonly mountPaths: readonly string[];
  /** Variables whose presence anywhere in a container shows injection, with their paths. */
  readonly anchors: ReadonlySet<string>;
  readonly labels: readonly string[];
};

/** The injected form of each provider under its settings. Source: the orders and values of the official webhooks' outputs. */
export function injectedForm(provider: Provider, settings: RuleSettings): InjectedForm {
  return forms[provider](settings[provider] ?? {});
}

const anyValue = (): boolean => true;
const absolutePath = (value: string): boolean => value.startsWith("/") || /^C:\\/.test(value);
const exactly =
  (wanted: Json | undefined) =>
  (value: string): boolean =>
    value === (typeof wanted === "string" ? wanted : "");

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

const forms: { readonly [provider in Provider]: (settings: JsonObject) => InjectedForm } = {
  aws(settings) {
    const region = settings.awsDefaultRegion;
    const credentials = member(settings.containerCredentials, "tokenVolumeName") ?? "eks-pod-identity-token";
    return {
      token: (name) => name === "aws-iam-token" || name === credentials,
      variables: [
        {
          name: "AWS_STS_REGIONAL_ENDPOINTS",
          isInjected: (value) => value === "regional" && settings.stsRegionalEndpoint === true,
        },
        { name: "AWS_DEFAULT_REGION", isInjected: exactly(region), beforePartner: "AWS_REGION" },
        { name: "AWS_REGION", isInjected: exactly(region) },
        {
          name: "AWS_CONTAINER_CREDENTIALS_FULL_URI",
          isInjected: anyValue,
          beforePartner: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
        },
        {
          name: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
          isInjected: absolutePath,
          isTokenFile: true,
          afterPartner: "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        },
        { name: "AWS_ROLE_ARN", isInjected: anyValue, beforePartner: "AWS_WEB_IDENTITY_TOKEN_FILE" },
        {
          name: "AWS_WEB_IDENTITY_TOKEN_FILE",
          isInjected: absolutePath,
          isTokenFile: true,
          afterPartner: "AWS_ROLE_ARN",
        },
      ],
      mountPaths: [
        textOr(settings.tokenMountPath, "/var/run/secrets/eks.amazonaws.com/serviceaccount"),
        "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount",
      ],
      anchors: new Set(["AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"]),
      labels: ["eks.amazonaws.com/pod-identity"],
    };
  },
  azure: () => ({
    token: (name) => name === "azure-identity-token" || name.startsWith("azure-workload-identity-reserved-"),
    variables: [
      { name: "AZURE_CLIENT_ID", isInjected: anyValue },
      { name: "AZURE_TENANT_ID", isInjected: anyValue },
      { name: "AZURE_FEDERATED_TOKEN_FILE", isInjected: absolutePath, isTokenFile: true },
      { name: "AZURE_AUTHORITY_HOST", isInjected: (value) => value.startsWith("https://") },
      { name: "AZURE_KUBERNETES_TOKEN_PROXY", isInjected: anyValue },
      { name: "AZURE_KUBERNETES_SNI_NAME", isInjected: anyValue },
      { name: "AZURE_KUBERNETES_CA_FILE", isInjected: absolutePath },
      { name: "AZURE_KUBERNETES_CA_DATA", isInjected: anyValue },
    ],
    mountPaths: ["/var/run/secrets/azure/tokens"],
    anchors: new Set(["AZURE_FEDERATED_TOKEN_FILE"]),
    labels: [],
  }),
  gcp: (settings) => ({
    token: (name) => name === "gcp-iam-token",
    variables: [
      {
        name: "GOOGLE_APPLICATION_CREDENTIALS",
        isInjected: (value) =>
          /^\/var\/run\/secrets\/(?:gcloud\/config|workload-identity)\/federation\.json$/.test(value),
      },
      {
        name: "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
        isInjected: exactly("/var/run/secrets/workload-identity/federation.json"),
      },
      { name: "CLOUDSDK_CONFIG", isInjected: exactly("/var/run/secrets/gcloud/config") },
      { name: "CLOUDSDK_COMPUTE_REGION", isInjected: exactly(settings.gcpDefaultRegion) },
      { name: "CLOUDSDK_CORE_PROJECT", isInjected: anyValue },
    ],
    mountPaths: [],
    anchors: new Set(["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE", "CLOUDSDK_CONFIG"]),
    labels: [],
  }),
  alibaba(settings) {
    const region = typeof settings.region === "string" ? settings.region : "";
    return {
      token: (name) => name === "rrsa-oidc-token",
      variables: [
        { name: "ALIBABA_CLOUD_ROLE_ARN", isInjected: anyValue },
        { name: "ALIBABA_CLOUD_OIDC_PROVIDER_ARN", isInjected: anyValue },
        { name: "ALIBABA_CLOUD_OIDC_TOKEN_FILE", isInjected: absolutePath, isTokenFile: true },
        { name: "ALIBABA_CLOUD_STS_ENDPOINT", isInjected: exactly(`sts-vpc.${region}.aliyuncs.com`) },
        { name: "ALIBABA_CLOUD_STS_REGION", isInjected: exactly(region) },
        { name: "ALIBABA_CLOUD_VPC_ENDPOINT_ENABLED", isInjected: exactly("true") },
      ],
      mountPaths: ["/var/run/secrets/ack.alibabacloud.com/rrsa-tokens"],
      anchors: new Set(["ALIBABA_CLOUD_OIDC_TOKEN_FILE"]),
      labels: [],
    };
  },
};
