import type { CloudError } from "./verdict.ts";

/** What AWS STS answers to AssumeRoleWithWebIdentity. */
export const awsErrors = {
  noProvider: (issuer: string): CloudError =>
    reported(400, "InvalidIdentityToken", `No OpenIDConnect provider found in your account for ${issuer}`),
  noKey: (): CloudError =>
    reported(
      400,
      "InvalidIdentityToken",
      "Couldn't retrieve verification key from your identity provider, please reference AssumeRoleWithWebIdentity documentation for requirements",
    ),
  thumbprint: (): CloudError =>
    reported(
      400,
      "InvalidIdentityToken",
      "OpenIDConnect provider's HTTPS certificate doesn't match configured thumbprint",
    ),
  expired: (now: number, exp: number): CloudError =>
    reported(
      400,
      "ExpiredTokenException",
      `Token expired: current date/time ${now} must be before the expiration date/time ${exp}`,
    ),
  notYet: (): CloudError => likely(400, "InvalidIdentityToken", "The token is not valid yet"),
  noAudience: (): CloudError => reported(400, "InvalidIdentityToken", "Missing a required claim: aud"),
  audience: (): CloudError => reported(400, "InvalidIdentityToken", "Incorrect token audience"),
  notTrusted: (): CloudError =>
    reported(403, "AccessDenied", "Not authorized to perform sts:AssumeRoleWithWebIdentity"),
} as const;

const azureAdvice =
  "Check your federated identity credential Subject, Audience and Issuer against the presented assertion. https://learn.microsoft.com/entra/workload-id/workload-identity-federation";

/** What Microsoft Entra ID answers to a client assertion. */
export const azureErrors = {
  none: (): CloudError =>
    reported(
      401,
      "AADSTS70025",
      "The client has no configured federated identity credentials. Please add federated identity credentials to the application",
    ),
  issuer: (issuer: string): CloudError => azureMismatch("AADSTS700211", "issuer", issuer),
  audience: (audience: string): CloudError => azureMismatch("AADSTS700212", "audience", audience),
  subject: (subject: string): CloudError => azureMismatch("AADSTS700213", "subject", subject),
  subjectCase: (subject: string): CloudError =>
    reported(
      401,
      "AADSTS7002138",
      `No matching federated identity record found for presented assertion subject '${subject}'. The subject matches with case-insensitive comparison, but not with case-sensitive comparison. ${azureAdvice}`,
    ),
  time: (): CloudError => reported(401, "AADSTS700024", "Client assertion is not within its valid time range"),
  noKey: (): CloudError =>
    likely(401, "AADSTS700027", "Client assertion contains an invalid signature. [Reason - The key was not found.]"),
} as const;

function azureMismatch(code: string, what: string, value: string): CloudError {
  return reported(
    401,
    code,
    `No matching federated identity record found for presented assertion ${what} '${value}'. ${azureAdvice}`,
  );
}

/** What Google's security token service and its credentials service answer. */
export const gcpErrors = {
  unavailable: (): CloudError =>
    reported(
      400,
      "invalid_target",
      'The target service indicated by the "audience" parameters is invalid. This might either be because the pool or provider is disabled or deleted or because it doesn\'t exist.',
    ),
  issuer: (issuer: string): CloudError =>
    likely(400, "invalid_grant", `The issuer in ID Token ${issuer} does not match the expected ones`),
  audience: (audience: string): CloudError =>
    reported(400, "invalid_grant", `The audience in ID Token [${audience}] does not match the expected audience.`),
  stale: (iat: number): CloudError => reported(400, "invalid_grant", `ID Token issued at ${iat} is stale to sign-in.`),
  noKey: (): CloudError => likely(400, "invalid_grant", "Unable to verify the ID Token signature."),
  subjectLength: (): CloudError =>
    reported(
      400,
      "invalid_request",
      "The size of mapped attribute google.subject exceeds the 127 bytes limit. Either modify your attribute mapping or the incoming assertion to produce a mapped attribute that is less than 127 bytes.",
    ),
  mapping: (): CloudError => likely(400, "invalid_grant", "The mapped attribute google.subject must be of type STRING"),
  condition: (): CloudError =>
    reported(400, "unauthorized_client", "The given credential is rejected by the attribute condition."),
  noBinding: (): CloudError =>
    reported(
      403,
      "PERMISSION_DENIED",
      "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).",
    ),
} as const;

/** What Alibaba Cloud's STS answers to AssumeRoleWithOIDC. */
export const alibabaErrors = {
  issuer: (): CloudError =>
    likely(
      400,
      "AuthenticationFail.OIDCToken.IssuerNotMatch",
      "The issuer of the OIDC token does not match the OIDC provider.",
    ),
  noKey: (): CloudError =>
    likely(400, "AuthenticationFail.OIDCToken.Invalid", "The signature of the OIDC token cannot be verified."),
  expired: (): CloudError => likely(400, "AuthenticationFail.OIDCToken.Expired", "The OIDC token has expired."),
  stale: (): CloudError =>
    likely(400, "AuthenticationFail.OIDCToken.Expired", "The OIDC token was issued too long ago."),
  audience: (): CloudError =>
    reported(
      400,
      "AuthenticationFail.OIDCToken.AudienceNotMatch",
      "The audience of the OIDC token does not match the client ids of the OIDC provider.",
    ),
  notTrusted: (): CloudError =>
    likely(403, "AuthenticationFail.NoPermission", "This operation is not permitted by the trust policy of the role."),
} as const;

function reported(status: number, code: string, message: string): CloudError {
  return { status, code, message, reported: true };
}

function likely(status: number, code: string, message: string): CloudError {
  return { status, code, message, reported: false };
}
