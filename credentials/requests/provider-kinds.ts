import type { RequestCloud } from "./request.ts";

/** The providerSpec of each cloud that has a short-term form. */
export const providerKinds: { readonly [cloud in RequestCloud]: string } = {
  aws: "AWSProviderSpec",
  gcp: "GCPProviderSpec",
  azure: "AzureProviderSpec",
};

/** Kinds of other platforms, so that a request of one of them is told from a misspelt kind. */
const otherKinds: ReadonlySet<string> = new Set([
  "IBMCloudProviderSpec",
  "IBMCloudPowerVSProviderSpec",
  "KubevirtProviderSpec",
  "NutanixProviderSpec",
  "OpenStackProviderSpec",
  "OvirtProviderSpec",
  "VSphereProviderSpec",
]);

/** What to say to a providerSpec that is not of `cloud`. */
export function foreignKindMessage(kind: string, cloud: RequestCloud): string {
  const expected = `expected ${providerKinds[cloud]}`;
  const own = Object.entries(providerKinds).find(([, own]) => own === kind)?.[0];
  if (own !== undefined)
    return `${expected}, got ${kind}: a request of another cloud; keep it elsewhere or use --cloud ${own}`;
  if (otherKinds.has(kind)) return `${expected}, got ${kind}: that platform has no short-term credentials`;
  return `${expected}, got the unknown kind ${JSON.stringify(kind)}`;
}
