import type { Json, JsonObject } from "../../../engine/json.ts";
import { evaluateCel } from "./cel.ts";
import { gcpErrors } from "./errors.ts";
import { memberMatches, type MappedToken } from "./gcp-member.ts";
import { signatureFault, timeFault } from "./signature.ts";
import type { Circumstances, Token } from "./token.ts";
import { refused, type Gap, type Verdict } from "./verdict.ts";

/** A provider of a workload identity pool. */
export type GcpProvider = {
  /** `projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/PROVIDER`. */
  readonly name: string;
  readonly issuer: string;
  /** Empty: its own full name, with and without `https:`. */
  readonly allowedAudiences: readonly string[];
  /** CEL expressions by attribute, as `google.subject` → `assertion.sub`. */
  readonly attributeMapping: { readonly [attribute: string]: string };
  readonly attributeCondition?: string;
  /** False where the provider or its pool is disabled or deleted. */
  readonly isActive?: boolean;
};

/** A role on a service account, and who has it. */
export type GcpBinding = {
  readonly role: string;
  readonly members: readonly string[];
  /** An IAM condition, which is not judged here. */
  readonly condition?: Json;
};

/** What Google Cloud needs to take a token, and to let its bearer act as a service account. */
export type GcpTrust = {
  readonly cloud: "gcp";
  readonly provider: GcpProvider;
  /** Of the service account; null where the token's bearer uses its federated token itself, or where they are not known. */
  readonly bindings: readonly GcpBinding[] | null;
};

const algorithms = ["RS256", "ES256"];

/** Google takes tokens of at most this age and life. */
const longestLifeSeconds = 24 * 3600;

/** The longest `google.subject`, in bytes. */
export const longestGcpSubject = 127;

/** The predefined roles that hold `iam.serviceAccounts.getAccessToken`. */
const impersonating = new Set(["roles/iam.workloadIdentityUser", "roles/iam.serviceAccountTokenCreator"]);

/** Judges a token: first the exchange by the provider, then, where bindings are given, the right to act as the service account. */
export function evaluateGcp({ provider, bindings }: GcpTrust, token: Token, around: Circumstances): Verdict {
  const refusal = providerRefusal(provider, token) ?? tokenRefusal(token, around) ?? audienceRefusal(provider, token);
  if (refusal !== null) return refusal;
  const mapped = mapToken(provider, token);
  if ("verdict" in mapped) return mapped.verdict;
  const condition = conditionRefusal(provider, token, mapped);
  if (condition !== null) return condition;
  return bindings === null ? { allowed: true, gaps: [] } : judgeBindings(provider, bindings, mapped);
}

function providerRefusal({ isActive, issuer, name }: GcpProvider, { iss }: Token): Verdict | null {
  if (isActive === false) {
    const reason = `the provider ${name} or its pool is disabled or deleted`;
    return refused({ rule: "L17", path: ["provider", "state"], reason }, gcpErrors.unavailable());
  }
  if (issuer === iss) return null;
  const slash = issuer.replace(/\/$/, "") === iss.replace(/\/$/, "") ? "; they differ in the slash at the end" : "";
  const reason = `the provider is for ${issuer}, the token's issuer is ${iss}${slash}`;
  return refused({ rule: "L1", path: ["provider", "oidc", "issuerUri"], reason }, gcpErrors.issuer(iss));
}

function tokenRefusal(token: Token, around: Circumstances): Verdict | null {
  const signature = signatureFault(token, around, algorithms);
  if (signature !== null) return refused(signature, gcpErrors.noKey());
  const time = timeFault(token, around);
  if (time !== null) return refused(time, gcpErrors.stale(token.iat ?? 0));
  const { iat, exp } = token;
  const end = around.now ?? exp;
  if (iat === undefined || end === undefined || end - iat <= longestLifeSeconds) return null;
  const reason = `the token was issued at ${iat}, more than 24 hours before its use at ${end}`;
  return refused({ rule: "L16", path: ["token", "iat"], reason }, gcpErrors.stale(iat));
}

function audienceRefusal({ allowedAudiences, name }: GcpProvider, { aud }: Token): Verdict | null {
  const full = `//iam.googleapis.com/${name}`;
  const allowed = allowedAudiences.length > 0 ? allowedAudiences : [full, `https:${full}`];
  if (allowed.some((audience) => aud.includes(audience))) return null;
  const reason = `the token's audience is ${aud.join(", ") || "none"}, the provider allows ${allowed.join(", ")}`;
  return refused(
    { rule: "L5", path: ["provider", "oidc", "allowedAudiences"], reason },
    gcpErrors.audience(aud.join(", ")),
  );
}

function mapToken({ attributeMapping }: GcpProvider, token: Token): MappedToken | { readonly verdict: Verdict } {
  const values = new Map<string, Json>();
  const gaps: Gap[] = [];
  for (const [attribute, expression] of Object.entries(attributeMapping)) {
    const result = evaluateCel(expression, { assertion: assertionOf(token) });
    if ("value" in result) values.set(attribute, result.value);
    else gaps.push({ path: ["provider", "attributeMapping", attribute], reason: result.fault });
  }
  const subject = values.get("google.subject");
  const path = ["provider", "attributeMapping", "google.subject"];
  if (typeof subject !== "string") {
    const reason = gaps[0]?.reason ?? "google.subject is not mapped to a text";
    return { verdict: refused({ rule: "L7", path, reason }, gcpErrors.mapping()) };
  }
  const bytes = new TextEncoder().encode(subject).length;
  if (bytes > longestGcpSubject) {
    const reason = `the subject ${JSON.stringify(subject)} has ${bytes} bytes, Google takes ${longestGcpSubject}`;
    return { verdict: refused({ rule: "L18", path, reason }, gcpErrors.subjectLength()) };
  }
  return { subject, values, gaps };
}

function conditionRefusal({ attributeCondition }: GcpProvider, token: Token, { values }: MappedToken): Verdict | null {
  if (attributeCondition === undefined || attributeCondition === "") return null;
  const result = evaluateCel(attributeCondition, { assertion: assertionOf(token), ...nested(values) });
  if ("value" in result && result.value === true) return null;
  const path = ["provider", "attributeCondition"];
  if ("value" in result) {
    const reason = `the condition ${JSON.stringify(attributeCondition)} does not hold for the token`;
    return refused({ rule: "L7", path, reason }, gcpErrors.condition());
  }
  return {
    ...refused({ rule: null, path, reason: result.fault }, gcpErrors.condition()),
    gaps: [{ path, reason: result.fault }],
  };
}

/** `google.subject` and `attribute.x` as conditions read them: members of `google` and `attribute`. */
function nested(values: MappedToken["values"]): {
  readonly google: { [name: string]: Json };
  readonly attribute: { [name: string]: Json };
} {
  const of = (prefix: string): { [name: string]: Json } =>
    Object.fromEntries(
      [...values]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [name.slice(prefix.length), value]),
    );
  return { google: of("google."), attribute: of("attribute.") };
}

function assertionOf({ iss, sub, aud, exp, iat, nbf, claims }: Token): JsonObject {
  const times = Object.fromEntries(Object.entries({ exp, iat, nbf }).filter(([, value]) => value !== undefined));
  return { ...claims, ...times, iss, sub, aud };
}

function judgeBindings(provider: GcpProvider, bindings: readonly GcpBinding[], mapped: MappedToken): Verdict {
  const gaps: Gap[] = [...mapped.gaps];
  for (const [index, { role, members, condition }] of bindings.entries()) {
    if (!members.some((member) => memberMatches(member, provider.name, mapped))) continue;
    if (condition !== undefined && condition !== null) {
      gaps.push({ path: ["bindings", index, "condition"], reason: "a condition of a binding is not judged here" });
    } else if (impersonating.has(role)) {
      return { allowed: true, gaps: [] };
    } else if (/^(?:projects|organizations)\//.test(role)) {
      gaps.push({
        path: ["bindings", index, "role"],
        reason: `what the custom role ${role} permits is not known here`,
      });
    }
  }
  const [first] = gaps;
  const error = gcpErrors.noBinding();
  if (first !== undefined) return { allowed: false, refusal: { rule: null, ...first, error }, gaps };
  const members = bindings.filter(({ role }) => impersonating.has(role)).flatMap((binding) => binding.members);
  const named = members.length === 0 ? "nobody" : members.join(", ");
  const reason = `the subject ${JSON.stringify(mapped.subject)} may not act as the service account, which roles/iam.workloadIdentityUser allows to ${named}`;
  return { allowed: false, refusal: { rule: "L7", path: ["bindings"], reason, error }, gaps };
}
