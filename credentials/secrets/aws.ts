import { PodgraftError } from "../../engine/errors.ts";
import type { Notice } from "../notice.ts";
import { secretKey, type CredentialsRequest } from "../requests/request.ts";
import { cutName, longestRoleName } from "../trust/role-name.ts";
import { readProviderArn } from "../trust/provider-arn.ts";
import { givenPrincipal, namedPrincipal, noPrincipal } from "./principal.ts";
import { apiServerTokenPath, openshiftTokenPath, type AwsSettings, type RenderSettings } from "./settings.ts";
import type { SecretContent } from "./manifest.ts";

/** The `credentials` file of an AWS component; undefined where the operator writes nothing. */
export function awsSecret(
  request: CredentialsRequest,
  settings: RenderSettings,
  cloud: AwsSettings,
  notices: Notice[],
): Pick<SecretContent, "field" | "entries"> | undefined {
  const given = givenPrincipal(request, settings, "role ARN");
  const role = given ?? (settings.form === "ccoctl" ? derivedRole(request, cloud, notices) : undefined);
  const arn = role ?? namedPrincipal(request, "stsIAMRoleARN", "role ARN");
  if (arn === undefined) {
    if (settings.form === "operator") return undefined;
    throw noPrincipal(request, "give --name and --identity-provider-arn, or --principal with its role ARN");
  }
  const file = tokenPath(request, settings, notices);
  const text = [
    "[default]",
    "sts_regional_endpoints = regional",
    `role_arn = ${arn}`,
    `web_identity_token_file = ${file}`,
  ].join("\n");
  return { field: "stringData", entries: [["credentials", text]] };
}

/** Roles that are cut to the same name are one role: the first one's trust policy, the last one's permissions. */
export function refuseEqualRoles(
  requests: readonly CredentialsRequest[],
  { roles }: AwsSettings,
  principals: RenderSettings["principals"],
): void {
  if (roles === undefined) return;
  const owners = new Map<string, CredentialsRequest>();
  for (const request of requests) {
    if (principals.has(secretKey(request))) continue;
    const { name } = cutName(roles.name, request.secret, longestRoleName);
    const other = owners.get(name);
    if (other !== undefined) {
      const message = `cut to ${longestRoleName} characters, the roles of ${secretKey(other)} and ${secretKey(request)} have the same name ${name}; choose a shorter --name or other Secret names`;
      throw new PodgraftError("input.invalid", message, request.at(["spec", "secretRef", "name"]));
    }
    owners.set(name, request);
  }
}

function derivedRole(request: CredentialsRequest, { roles }: AwsSettings, notices: Notice[]): string | undefined {
  if (roles === undefined) return undefined;
  const { partition, account } = readProviderArn(roles.providerArn);
  const { name, cut } = cutName(roles.name, request.secret, longestRoleName);
  if (cut) {
    const message = `the role's name is cut to the ${longestRoleName} characters that IAM takes: ${name}`;
    const location = request.at(["spec", "secretRef", "name"]);
    notices.push({ severity: "warning", code: "request.name_cut", message, location });
  }
  return `arn:${partition}:iam::${account}:role/${name}`;
}

function tokenPath(request: CredentialsRequest, { form }: RenderSettings, notices: Notice[]): string {
  const asked = request.cloudTokenPath;
  const location = request.at(["spec", "cloudTokenPath"]);
  if (form === "ccoctl") {
    if (asked !== undefined && asked !== openshiftTokenPath) {
      const message = `${asked} is not what the Secret will name: ccoctl always writes ${openshiftTokenPath} for AWS; use --form operator to have this path`;
      notices.push({ severity: "warning", code: "request.token_path", message, location });
    }
    return openshiftTokenPath;
  }
  if (asked !== undefined) return asked;
  const message = `without spec.cloudTokenPath the operator names ${apiServerTokenPath}, a token for the API server, which AWS refuses ("Incorrect token audience"); set it to ${openshiftTokenPath}`;
  notices.push({ severity: "warning", code: "request.token_path", message, location });
  return apiServerTokenPath;
}
