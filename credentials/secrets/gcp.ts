import { PodgraftError } from "../../engine/errors.ts";
import type { CredentialsRequest } from "../requests/request.ts";
import { givenPrincipal, namedPrincipal, noPrincipal, specText } from "./principal.ts";
import { openshiftTokenPath, type GcpSettings, type RenderSettings } from "./settings.ts";
import type { SecretContent } from "./manifest.ts";

const key = "service_account.json";

/** The external account of a GCP component; undefined where the operator writes nothing. */
export function gcpSecret(
  request: CredentialsRequest,
  settings: RenderSettings,
  cloud: GcpSettings,
): Pick<SecretContent, "field" | "entries"> | undefined {
  const email =
    givenPrincipal(request, settings, "service account e-mail") ??
    namedPrincipal(request, "serviceAccountEmail", "service account e-mail");
  if (settings.form === "operator") {
    if (email === undefined) return undefined;
    const path = request.cloudTokenPath ?? openshiftTokenPath;
    return { field: "stringData", entries: [[key, accountText(ownAudience(request), email, path, cloud)]] };
  }
  if (email === undefined)
    throw noPrincipal(request, "give --principal with the e-mail address of its service account");
  // Only ASCII gets in: e-mail, numbers and names are checked.
  const text = accountText(poolAudience(cloud), email, openshiftTokenPath, cloud);
  return { field: "data", entries: [[key, btoa(text)]] };
}

function poolAudience({ pool }: GcpSettings): string {
  if (pool === undefined) {
    const message = "GCP needs --project-number, --workload-identity-pool and --workload-identity-provider";
    throw new PodgraftError("usage.invalid", message);
  }
  return `//iam.googleapis.com/projects/${pool.projectNumber}/locations/global/workloadIdentityPools/${pool.pool}/providers/${pool.provider}`;
}

function ownAudience(request: CredentialsRequest): string {
  const audience = specText(request, "audience");
  const form = "//iam.googleapis.com/projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER";
  if (audience === undefined) {
    const message = `spec.providerSpec.audience is missing beside serviceAccountEmail; expected ${form}`;
    throw new PodgraftError("input.invalid", message, request.at(["spec", "providerSpec"]));
  }
  const whole =
    /^\/\/iam\.googleapis\.com\/projects\/[0-9]+\/locations\/global\/workloadIdentityPools\/[a-zA-Z0-9-]+\/providers\/[a-zA-Z0-9-]+$/;
  if (whole.test(audience)) return audience;
  const message = `${JSON.stringify(audience)}: expected ${form}, with the project's number and without https:`;
  throw new PodgraftError("input.invalid", message, request.at(["spec", "providerSpec", "audience"]));
}

function accountText(audience: string, email: string, path: string, { universeDomain }: GcpSettings): string {
  const account = {
    type: "external_account",
    audience,
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `https://sts.${universeDomain}/v1/token`,
    service_account_impersonation_url: `https://iamcredentials.${universeDomain}/v1/projects/-/serviceAccounts/${email}:generateAccessToken`,
    credential_source: { file: path, format: { type: "text" } },
    ...(universeDomain === "googleapis.com" ? {} : { universe_domain: universeDomain }),
  };
  return JSON.stringify(account, null, 2);
}
