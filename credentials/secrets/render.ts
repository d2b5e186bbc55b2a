import { checkIssuer } from "../oidc/issuer.ts";
import type { Notice } from "../notice.ts";
import { secretKey, type CredentialsRequest } from "../requests/request.ts";
import { awsSecret, refuseEqualRoles } from "./aws.ts";
import { azureSecret, azureWebhookSecret } from "./azure.ts";
import { gcpSecret } from "./gcp.ts";
import { authenticationText, secretText, type Manifest, type SecretContent } from "./manifest.ts";
import type { RenderSettings } from "./settings.ts";

/** What a run renders, and what is odd about it. */
export type Rendered = { readonly manifests: readonly Manifest[]; readonly notices: readonly Notice[] };

/**
 * The manifests of `requests`: a Secret each, the Authentication object if the issuer is known, and on Azure the webhook's Secret if the
 * tenant is. Pure and deterministic: the order is that of the requests. Throws PodgraftError `input.invalid` or `usage.invalid` where a value
 * is missing or cannot be meant; nothing is rendered then.
 */
export function renderCredentials(requests: readonly CredentialsRequest[], settings: RenderSettings): Rendered {
  const notices: Notice[] = [];
  const { cloud, form, issuer } = settings;
  if (cloud.cloud === "aws" && form === "ccoctl") refuseEqualRoles(requests, cloud, settings.principals);
  noteSharedPrincipals(requests, settings, notices);
  const manifests = requests.flatMap((request): Manifest[] => {
    const content = contentOf(request, settings, notices);
    if (content === undefined) {
      notices.push(nothingWritten(request));
      return [];
    }
    const markedFor = form === "operator" ? { markedFor: `${request.namespace}/${request.name}` } : {};
    const { namespace, name } = request.secret;
    const text = secretText({ namespace, name, ...content, ...markedFor });
    return [{ path: `manifests/${namespace}-${name}-credentials.yaml`, text }];
  });
  if (cloud.cloud === "azure" && cloud.tenantId !== undefined) {
    const text = azureWebhookSecret(cloud.tenantId);
    manifests.push({ path: "manifests/azure-ad-pod-identity-webhook-config.yaml", text });
  }
  if (issuer !== undefined) {
    notices.push(...checkIssuer(issuer));
    manifests.push({ path: "manifests/cluster-authentication-02-config.yaml", text: authenticationText(issuer) });
  }
  return { manifests, notices };
}

function contentOf(
  request: CredentialsRequest,
  settings: RenderSettings,
  notices: Notice[],
): Pick<SecretContent, "field" | "entries"> | undefined {
  const { cloud } = settings;
  if (cloud.cloud === "aws") return awsSecret(request, settings, cloud, notices);
  return cloud.cloud === "gcp" ? gcpSecret(request, settings, cloud) : azureSecret(request, settings, cloud);
}

function nothingWritten(request: CredentialsRequest): Notice {
  const message = `names no identity in spec.providerSpec: the operator writes no Secret ${secretKey(request)}`;
  return { severity: "warning", code: "request.no_identity", message, location: request.at(["spec", "providerSpec"]) };
}

/** Two Secrets for one identity give both components the permissions of both. */
function noteSharedPrincipals(
  requests: readonly CredentialsRequest[],
  { principals }: RenderSettings,
  notices: Notice[],
): void {
  const owners = new Map<string, string>();
  for (const request of requests) {
    const key = secretKey(request);
    const principal = principals.get(key);
    if (principal === undefined) continue;
    const other = owners.get(principal);
    owners.set(principal, other ?? key);
    if (other === undefined) continue;
    const message = `the Secrets ${other} and ${key} are for the same identity ${principal}: each component has the permissions of both`;
    notices.push({ severity: "warning", code: "request.shared_identity", message, location: request.at(["spec"]) });
  }
}
