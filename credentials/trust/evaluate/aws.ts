import type { Json } from "../../../engine/json.ts";
import { member } from "../../../engine/json.ts";
import { awsErrors } from "./errors.ts";
import { judgePolicy } from "./policy.ts";
import type { PolicyRequest } from "./policy-request.ts";
import { signatureFault, timeFault } from "./signature.ts";
import type { Circumstances, Token } from "./token.ts";
import { refused, type CloudError, type Fault, type Verdict } from "./verdict.ts";

/** An identity provider of IAM. */
export type AwsProvider = {
  /** Its ARN, if known; without it any that ends in the issuer is taken. */
  readonly arn?: string;
  /** As given to CreateOpenIDConnectProvider, or as IAM returns it: without `https://`. */
  readonly url: string;
  readonly clientIds: readonly string[];
  readonly thumbprints?: readonly string[];
};

/** What AWS needs to give a role's credentials for a token. */
export type AwsTrust = {
  readonly cloud: "aws";
  /** Null where it is not known: the issuer and the client ids are not judged then. */
  readonly provider: AwsProvider | null;
  /** The role's trust policy. */
  readonly policy: Json;
};

/** What AWS takes tokens to be signed with. */
const algorithms = ["RS256"];

/** Judges a token in the order of AWS: the provider of its issuer, the key, the time, the client id, and then the role's trust. */
export function evaluateAws({ provider, policy }: AwsTrust, token: Token, around: Circumstances): Verdict {
  const early = providerFault(provider, token) ?? tokenFault(token, around) ?? audienceFault(provider, token);
  if (early !== null) return refused(early.fault, early.error);
  const { allowed, fault, gaps } = judgePolicy(policy, requestOf(provider, token, policy));
  if (allowed) return { allowed, gaps };
  const [first] = gaps;
  const nearest = fault ?? { rule: null, path: first?.path ?? ["policy"], reason: first?.reason ?? "" };
  return { allowed: false, refusal: { ...nearest, error: awsErrors.notTrusted() }, gaps };
}

type Early = { readonly fault: Fault; readonly error: CloudError };

function providerFault(provider: AwsProvider | null, { iss }: Token): Early | null {
  if (provider === null) return null;
  const url = provider.url.startsWith("https://") ? provider.url : `https://${provider.url}`;
  if (url === iss) return null;
  const same = url.replace(/\/$/, "") === iss.replace(/\/$/, "");
  const how = same ? "; they differ in the slash at the end" : "";
  const reason = `the provider is for ${url}, the token's issuer is ${iss}${how}`;
  return { fault: { rule: "L1", path: ["provider", "url"], reason }, error: awsErrors.noProvider(iss) };
}

function tokenFault(token: Token, around: Circumstances): Early | null {
  const signature = signatureFault(token, around, algorithms);
  if (signature !== null) return { fault: signature, error: awsErrors.noKey() };
  const time = timeFault(token, around);
  if (time === null) return null;
  const isEarly = time.path.includes("nbf");
  return { fault: time, error: isEarly ? awsErrors.notYet() : awsErrors.expired(around.now ?? 0, token.exp ?? 0) };
}

function audienceFault(provider: AwsProvider | null, { aud }: Token): Early | null {
  if (aud.length === 0) {
    const reason = "the token has no audience: it is one of a Secret, not a projected one";
    return { fault: { rule: "L6", path: ["token", "aud"], reason }, error: awsErrors.noAudience() };
  }
  if (provider === null || provider.clientIds.some((id) => aud.includes(id))) return null;
  const reason = `the token's audience is ${aud.join(", ")}, the provider's client ids are ${provider.clientIds.join(", ") || "none"}`;
  return { fault: { rule: "L5", path: ["provider", "clientIds"], reason }, error: awsErrors.audience() };
}

function requestOf(provider: AwsProvider | null, { iss, aud, sub }: Token, policy: Json): PolicyRequest {
  const host = iss.replace(/^https:\/\//, "");
  return {
    action: "sts:AssumeRoleWithWebIdentity",
    isProvider: (arn) => isProviderOf(host, arn) && (provider?.arn === undefined || provider.arn === arn),
    values: new Map([
      [`${host}:sub`.toLowerCase(), [sub]],
      [`${host}:aud`.toLowerCase(), aud],
    ]),
    mayKnow: (key) => /^(?:aws|sts|iam):/i.test(key),
    hasVariables: member(policy, "Version") === "2012-10-17",
  };
}

function isProviderOf(host: string, arn: string): boolean {
  return /^arn:aws[a-z-]*:iam::[0-9]{12}:oidc-provider\//.test(arn) && arn.slice(arn.indexOf("/") + 1) === host;
}
