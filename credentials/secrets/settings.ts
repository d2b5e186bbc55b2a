/** What the Secrets of a run are made with. */
export type RenderSettings = {
  /** `ccoctl`: as the installation tool writes them. `operator`: as the Cloud Credential Operator does in the cluster, from the requests alone. */
  readonly form: "ccoctl" | "operator";
  /** Role ARN, e-mail address or client id by `namespace/name` of the Secret. */
  readonly principals: ReadonlyMap<string, string>;
  readonly cloud: CloudSettings;
  /** The issuer of the cluster's tokens; with one the Authentication object is rendered too. */
  readonly issuer: string | undefined;
};

export type CloudSettings = AwsSettings | GcpSettings | AzureSettings;

export type AwsSettings = {
  readonly cloud: "aws";
  /** The prefix of role names, and the identity provider's ARN, whose account and partition the roles share. */
  readonly roles: { readonly name: string; readonly providerArn: string } | undefined;
};

export type GcpSettings = {
  readonly cloud: "gcp";
  readonly pool: { readonly projectNumber: string; readonly pool: string; readonly provider: string } | undefined;
  readonly universeDomain: string;
};

export type AzureSettings = {
  readonly cloud: "azure";
  readonly region: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly tenantId: string | undefined;
};

/** Where OKD's components find their token. */
export const openshiftTokenPath = "/var/run/secrets/openshift/serviceaccount/token";

/** Where the operator looks on AWS when a request names no path: a token for the API server, which no cloud takes. */
export const apiServerTokenPath = "/var/run/secrets/kubernetes.io/serviceaccount/token";
