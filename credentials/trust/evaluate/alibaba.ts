import type { Json } from "../../../engine/json.ts";
import { alibabaErrors } from "./errors.ts";
import { judgePolicy } from "./policy.ts";
import { signatureFault, timeFault } from "./signature.ts";
import type { Circumstances, Token } from "./token.ts";
import { refused, type CloudError, type Fault, type Verdict } from "./verdict.ts";

/** An OIDC provider of RAM. */
export type AlibabaProvider = {
  /** `acs:ram::<account>:oidc-provider/<name>`; without it any provider of the policy is taken for this one. */
  readonly arn?: string;
  readonly issuer: string;
  readonly clientIds: readonly string[];
  /** The longest time between a token's issue and its use, in hours (IssuanceLimitTime); RAM's default is 12. */
  readonly issuanceLimitHours?: number;
};

/** What Alibaba Cloud needs to give a role's credentials for a token. */
export type AlibabaTrust = {
  readonly cloud: "alibaba";
  /** Null where it is not known. */
  readonly provider: AlibabaProvider | null;
  readonly policy: Json;
};

/** What RAM takes tokens to be signed with. */
const algorithms = ["RS256", "ES256"];

const usualLimitHours = 12;

/** Judges a token: the provider's issuer, the key, the times, the client id, and then the role's trust. */
export function evaluateAlibaba({ provider, policy }: AlibabaTrust, token: Token, around: Circumstances): Verdict {
  const early = tokenFault(provider, token, around) ?? audienceFault(provider, token);
  if (early !== null) return refused(early.fault, early.error);
  const { allowed, fault, gaps } = judgePolicy(policy, {
    action: "sts:AssumeRole",
    isProvider: (arn) =>
      provider?.arn === undefined ? /^acs:ram::[^:]*:oidc-provider\//.test(arn) : provider.arn === arn,
    values: new Map([
      ["oidc:iss", [token.iss]],
      ["oidc:aud", token.aud],
      ["oidc:sub", [token.sub]],
    ]),
    mayKnow: (key) => !/^oidc:/i.test(key) && !/:(?:sub|aud|iss)$/i.test(key),
    hasVariables: true,
  });
  if (allowed) return { allowed, gaps };
  const [first] = gaps;
  const nearest = fault ?? { rule: null, path: first?.path ?? ["policy"], reason: first?.reason ?? "" };
  return { allowed: false, refusal: { ...nearest, error: alibabaErrors.notTrusted() }, gaps };
}

type Early = { readonly fault: Fault; readonly error: CloudError };

function tokenFault(provider: AlibabaProvider | null, token: Token, around: Circumstances): Early | null {
  if (provider !== null && provider.issuer !== token.iss) {
    const reason = `the provider is for ${provider.issuer}, the token's issuer is ${token.iss}`;
    return { fault: { rule: "L1", path: ["provider", "issuer"], reason }, error: alibabaErrors.issuer() };
  }
  const signature = signatureFault(token, around, algorithms);
  if (signature !== null) return { fault: signature, error: alibabaErrors.noKey() };
  const time = timeFault(token, around);
  if (time !== null) return { fault: time, error: alibabaErrors.expired() };
  return ageFault(provider, token, around);
}

/** A token that lives longer than the provider's limit works at first and is refused later, so its whole life counts. */
function ageFault(provider: AlibabaProvider | null, { iat, exp }: Token, { now }: Circumstances): Early | null {
  const hours = provider?.issuanceLimitHours ?? usualLimitHours;
  const end = now ?? exp;
  if (iat === undefined || end === undefined || end - iat <= hours * 3600) return null;
  const reason = `the token was issued at ${iat}, more than the provider's ${hours} hours before its use at ${end}`;
  return { fault: { rule: "L16", path: ["token", "iat"], reason }, error: alibabaErrors.stale() };
}

function audienceFault(provider: AlibabaProvider | null, { aud }: Token): Early | null {
  if (provider === null || provider.clientIds.some((id) => aud.includes(id))) return null;
  const reason = `the token's audience is ${aud.join(", ") || "none"}, the provider's client ids are ${provider.clientIds.join(", ") || "none"}`;
  return { fault: { rule: "L5", path: ["provider", "clientIds"], reason }, error: alibabaErrors.audience() };
}
