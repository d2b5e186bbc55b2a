import type { Location } from "../../engine/errors.ts";
import type { JsonObject, Segment } from "../../engine/json.ts";

/** The clouds whose CredentialsRequests have a short-term form. */
export const requestClouds = ["aws", "gcp", "azure"] as const;

export type RequestCloud = (typeof requestClouds)[number];

/** One CredentialsRequest, its fields checked and of one type. */
export type CredentialsRequest = {
  readonly name: string;
  readonly namespace: string;
  /** The Secret in which the component looks for its credentials; its namespace is that of the component's ServiceAccounts. */
  readonly secret: { readonly namespace: string; readonly name: string };
  readonly serviceAccounts: readonly string[];
  readonly cloudTokenPath: string | undefined;
  /** What is asked of the cloud, `{}` where nothing is written. */
  readonly providerSpec: JsonObject;
  /** Where a field of the request stands. */
  readonly at: (path: readonly Segment[]) => Location;
};

/** The request's Secret as `namespace/name`: that is how principals are given for it. */
export function secretKey({ secret }: CredentialsRequest): string {
  return `${secret.namespace}/${secret.name}`;
}

/** What the tokens of the request's Pods say who they are, one for each ServiceAccount. */
export function subjectsOf({ secret, serviceAccounts }: CredentialsRequest): string[] {
  return serviceAccounts.map((name) => `system:serviceaccount:${secret.namespace}:${name}`);
}
