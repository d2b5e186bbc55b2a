import { checkIssuer } from "../oidc/issuer.ts";
import { subjectsOf, type CredentialsRequest } from "../requests/request.ts";
import { cutName, longestIdentityName } from "./role-name.ts";

/** A federated identity credential of a managed identity. */
export type FederatedCredential = {
  readonly identity: string;
  readonly name: string;
  readonly issuer: string;
  readonly subject: string;
  readonly audiences: readonly string[];
};

/** One credential for each ServiceAccount of a request, called as it is, on the identity that is called by `name` and the Secret. Throws `usage.invalid` for an issuer that is none. */
export function federatedCredentials(
  request: CredentialsRequest,
  { name, issuer, audience }: { readonly name: string; readonly issuer: string; readonly audience: string },
): FederatedCredential[] {
  checkIssuer(issuer);
  const identity = cutName(name, request.secret, longestIdentityName).name;
  return subjectsOf(request).map((subject, index) => ({
    identity,
    name: request.serviceAccounts[index] ?? "",
    issuer,
    subject,
    audiences: [audience],
  }));
}
