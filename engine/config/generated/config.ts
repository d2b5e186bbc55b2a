// Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit.
import type { JsonObject } from "../../json.ts";

/** A resolved configuration: files, environment, preset and `--set` merged, defaults filled in. */
export type Config = {
  /** Settings of a known platform, below all others. */
  readonly preset?: "eks" | "aks" | "ack" | "openshift-aws" | "openshift-azure" | "openshift-gcp" | "kops";
  /** Settings by provider; a provider that is absent is off. */
  readonly providers: {
    /** Amazon Web Services. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on. */
    readonly aws?: AwsSettings;
    /** Microsoft Azure. Present: on; `azureTenantId` is required; `null` switches off what a preset or extended file turned on. */
    readonly azure?: AzureSettings;
    /** Google Cloud. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on. */
    readonly gcp?: GcpSettings;
    /** Alibaba Cloud. Present: on; `accountUid` and one of `clusterId` and `oidcProviderArn` are required; `null` switches off what a preset or extended file turned on. */
    readonly alibaba?: AlibabaSettings;
  };
  /** Order in which the providers see a Pod; those not named follow in the order aws, azure, gcp, alibaba. */
  readonly order: readonly ("aws" | "azure" | "gcp" | "alibaba")[];
  /** What the rules may know beyond the stream. */
  readonly context: {
    /** Files with ServiceAccounts and Namespaces that are not in the stream, relative to the file that names them. */
    readonly files: readonly string[];
  };
  /** Identity map: annotations and labels for ServiceAccounts and Namespaces that are kept elsewhere; the first match wins. */
  readonly identities: readonly IdentityRule[];
  /** Severity of what is not known at render time. */
  readonly render: {
    /** A Pod's ServiceAccount is not known. */
    readonly unknownServiceAccount: "warn" | "skip" | "error";
    /** A rule needs the Namespace and it is not known. */
    readonly unknownNamespace: "warn" | "skip" | "error";
  };
  /** Severity of what verification finds. */
  readonly verify: {
    /** Foreign volumes, mounts, tokens or variables where the identity should be. */
    readonly conflicts: "warn" | "deny" | "ignore";
    /** A container without identity while others of the Pod are complete. */
    readonly lateContainers: "warn" | "deny" | "ignore";
  };
  /** What the admission server does. */
  readonly admission: {
    /** Mode of Namespaces without the label podgraft.dev/mode. Quote "off": YAML reads the bare word as false (which is accepted). */
    readonly mode: "off" | "audit" | "warn" | "enforce" | "mutate";
    /** When the ServiceAccount or the Namespace could not be obtained. */
    readonly lookupFailure: "deny" | "allow";
    /** When anything else fails inside. */
    readonly failure: "deny" | "allow";
  };
  /** Findings and denials that are accepted, for a while or for good. */
  readonly exceptions: readonly Exception[];
  /** More kinds that hold Pod templates. */
  readonly workloads: readonly WorkloadRow[];
};

/** Amazon Web Services. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on. */
export type AwsSettings = {
  /** Which release of the official webhook to agree with. */
  readonly profile: "0.6.17";
  /** Prefix of the annotations that the rules read. */
  readonly annotationPrefix: string;
  /** Audience of the token where the ServiceAccount names none. */
  readonly tokenAudience: string;
  /** Directory in the container where the token is mounted. */
  readonly tokenMountPath: string;
  /** Token lifetime in seconds where neither Pod nor ServiceAccount names one; less than 600 is raised to 600. */
  readonly tokenExpiration: number;
  /** Region for AWS_DEFAULT_REGION and AWS_REGION; empty: the variables are not set. */
  readonly awsDefaultRegion: string;
  /** Whether containers are told to use the regional STS endpoint where the ServiceAccount does not say. */
  readonly stsRegionalEndpoint: boolean;
  /** Whether `configMap` is read for ServiceAccounts without a role. */
  readonly watchConfigMap: boolean;
  /** Roles by `namespace/serviceAccount` (or `*\/serviceAccount`), as in the ConfigMap pod-identity-webhook: RoleARN, Audience, UseRegionalSTS, TokenExpiration. */
  readonly configMap: JsonObject;
  /** Whether a role-arn annotation without `arn:` is a role name, completed with the account of `instanceIdentity`. */
  readonly composeRoleArn: boolean;
  /** Account and region of the cluster, needed by `composeRoleArn`. */
  readonly instanceIdentity: {
    /** AWS account number, 12 digits. */
    readonly accountId: string;
    /** AWS region; its prefix decides the partition. */
    readonly region: string;
  } | null;
  /** EKS Pod Identity: container credentials instead of web identity. */
  readonly containerCredentials: {
    /** ServiceAccounts that get container credentials; exact names. */
    readonly identities: readonly {
      /** Namespace, exact. */
      readonly namespace: string;
      /** ServiceAccount, exact; empty matches a Pod that names none. */
      readonly serviceAccount: string;
    }[];
    /** Audience of the token. */
    readonly audience: string;
    /** Directory in the container where the token is mounted. */
    readonly tokenMountPath: string;
    /** Name of the token volume. */
    readonly tokenVolumeName: string;
    /** File name of the token under the mount path. */
    readonly tokenPath: string;
    /** Where the agent answers credential requests. */
    readonly fullUri: string;
  };
  /** How long the official webhook waits for a ServiceAccount, as a Go duration; accepted so that its flags can be copied, of no effect here. */
  readonly serviceAccountLookupGracePeriod: string;
  /** Lifetime of a container-credentials token that would be 86400 s: `stable` takes a value between 79200 and 86400 from namespace and owner, `pinned` always 79200. */
  readonly jitter: "stable" | "pinned";
};

/** Microsoft Azure. Present: on; `azureTenantId` is required; `null` switches off what a preset or extended file turned on. */
export type AzureSettings = {
  /** Which release of the official webhook to agree with. */
  readonly profile: "1.6.0" | "1.5.1";
  /** Tenant where the ServiceAccount names none; required. */
  readonly azureTenantId: string;
  /** Azure cloud: AzurePublicCloud, AzureUSGovernmentCloud, AzureChinaCloud or AzureGermanCloud, in any letter case. */
  readonly azureEnvironment: string;
  /** Image of the proxy sidecar; empty: Microsoft's image of the profile's release. */
  readonly proxyImage: string;
  /** Image of the proxy's init container; empty: Microsoft's image of the profile's release. */
  readonly proxyInitImage: string;
  /** Audience of the token; empty: api://AzureADTokenExchange. */
  readonly audience: string;
  /** Log level that the proxy is started with. */
  readonly logLevel: "" | "info" | "debug" | "trace" | "all";
  /** GitVersion of the API server, such as v1.34.0; from 1.32 the proxy is a native sidecar. */
  readonly kubernetesVersion: string;
  /** Label selector that the Pod's Namespace must satisfy. */
  readonly mutatingWebhookNamespaceSelector: {
    /** Labels that must have these values. */
    readonly matchLabels?: { readonly [key: string]: string };
    /** Requirements that must all hold. */
    readonly matchExpressions?: readonly ({
      /** Label key. */
      readonly key: string;
      /** Relation of the label to the values. */
      readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
      /** Values for In and NotIn; absent for Exists and DoesNotExist. */
      readonly values?: readonly string[];
    })[];
  };
  /** Profile 1.6.0: the Pod annotation `use-<suffix>` selects the custom token endpoint; needs customTokenEndpointAudience. */
  readonly customTokenEndpointAnnotationSuffix: string;
  /** Profile 1.6.0: audience of the token for the custom endpoint; needs customTokenEndpointAnnotationSuffix. */
  readonly customTokenEndpointAudience: string;
  /** Profile 1.6.0: URL of the custom token endpoint. */
  readonly azureKubernetesTokenProxy: string;
  /** Profile 1.6.0: server name for TLS to the custom token endpoint. */
  readonly azureKubernetesSniName: string;
  /** Profile 1.6.0: CA of the custom token endpoint as data; at most one CA source. */
  readonly azureKubernetesCaData: string;
  /** Profile 1.6.0: ConfigMap with the CA under ca.crt; at most one CA source. */
  readonly azureKubernetesCaConfigmapName: string;
  /** Profile 1.6.0: signer of the ClusterTrustBundles with the CA; at most one CA source. */
  readonly azureKubernetesCaCtbSignerName: string;
  /** Profile 1.6.0: label selector for the ClusterTrustBundles, as JSON text; needs azureKubernetesCaCtbSignerName. */
  readonly azureKubernetesCaCtbLabelSelector: string;
  /** Whether verification accepts a complete layout under other volume names and paths, as rendered where the Pod's name is not known. */
  readonly acceptEquivalentLayout: boolean;
};

/** Google Cloud. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on. */
export type GcpSettings = {
  /** Which release of the official webhook to agree with. */
  readonly profile: "0.7.0" | "next";
  /** Prefix of the annotations that the rules read and write. */
  readonly annotationPrefix: string;
  /** Audience of the token where the ServiceAccount names none. */
  readonly tokenAudience: string;
  /** Token lifetime where neither Pod nor ServiceAccount names one, as a Go duration such as 24h or 90m; less than an hour is raised to an hour. */
  readonly tokenExpiration: string;
  /** Value of CLOUDSDK_COMPUTE_REGION. */
  readonly gcpDefaultRegion: string;
  /** Image of the gcloud-setup init container. */
  readonly gcloudImage: string;
  /** File mode of the token, decimal (288 is 0440). */
  readonly tokenDefaultMode: number;
  /** ResourceRequirements of the gcloud-setup container as JSON text. */
  readonly setupContainerResources: string;
  /** Profile next: mode where the ServiceAccount names none; profile 0.7.0 always takes gcloud. */
  readonly defaultInjectionMode: "direct" | "gcloud";
};

/** Alibaba Cloud. Present: on; `accountUid` and one of `clusterId` and `oidcProviderArn` are required; `null` switches off what a preset or extended file turned on. */
export type AlibabaSettings = {
  /** Which release of the official add-on to agree with. */
  readonly profile: "0.4.2" | "0.1.1";
  /** Number of the Alibaba Cloud account; required. */
  readonly accountUid: string;
  /** ID of the ACK cluster; required unless oidcProviderArn is set. */
  readonly clusterId: string;
  /** ARN of the RRSA OIDC provider; empty: acs:ram::<accountUid>:oidc-provider/ack-rrsa-<clusterId>. */
  readonly oidcProviderArn: string;
  /** Region for the STS variables; empty: they are not set. Profile 0.4.2. */
  readonly region: string;
  /** Whether the STS and VPC variables are set without an annotation. Profile 0.4.2. */
  readonly autoInjectSTSEnvVars: boolean;
};

/** One rule of the map. */
export type IdentityRule = {
  /** Which ServiceAccounts; globs `*` and `?`. */
  readonly match: {
    /** Namespace; `*` also matches an unknown one. */
    readonly namespace: string;
    /** Name of the ServiceAccount. */
    readonly serviceAccount: string;
  };
  /** Annotations that the ServiceAccount gets where it lacks them; present (even empty), the account counts as found. */
  readonly annotations?: { readonly [key: string]: string };
  /** Labels that the Namespace gets where it lacks them. */
  readonly namespaceLabels?: { readonly [key: string]: string };
  /** Whether these values replace those that are there. */
  readonly override: boolean;
};

/** One exception. */
export type Exception = {
  /** Which objects; globs `*` and `?`. */
  readonly match: {
    /** Namespace of the object; `*` also matches an unknown one. */
    readonly namespace: string;
    /** Name of the object. */
    readonly name: string;
    /** Kind of the object. */
    readonly kind: string;
    /** ServiceAccount of the Pod. */
    readonly serviceAccount: string;
  };
  /** Code of the finding or of the denial's reason; globs `*` and `?`. */
  readonly code: string;
  /** Last day on which the exception holds, YYYY-MM-DD; absent: for good. */
  readonly until?: string;
  /** Why; shown in reports. */
  readonly reason: string;
};

/** One kind. */
export type WorkloadRow = {
  /** API version with group, such as example.com/v1; a glob `*` stands for any version. */
  readonly apiVersion: string;
  /** Kind of the object. */
  readonly kind: string;
  /** Path of the Pod template in the object, such as spec.template or spec.groups[*].template. */
  readonly template?: string;
  /** Path of the Pod's metadata, where it is not `metadata` of the template. */
  readonly metadata?: string;
  /** Path of the containers, where it is not `spec.containers` of the template. */
  readonly containers?: string;
  /** Path of the init containers, where it is not `spec.initContainers` of the template. */
  readonly initContainers?: string;
  /** Path of the volumes, where it is not `spec.volumes` of the template. */
  readonly volumes?: string;
  /** Path of the ServiceAccount's name, where it is not `spec.serviceAccountName` of the template. */
  readonly serviceAccountName?: string;
};
