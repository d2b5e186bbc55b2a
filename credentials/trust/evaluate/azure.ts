import { azureErrors } from "./errors.ts";
import { signatureFault, timeFault } from "./signature.ts";
import type { Circumstances, Token } from "./token.ts";
import { refused, type Verdict } from "./verdict.ts";

/** A federated credential of a managed identity or an application. */
export type AzureCredential = {
  readonly name: string;
  readonly issuer: string;
  readonly subject: string;
  /** Azure takes exactly one. */
  readonly audiences: readonly string[];
};

/** What Microsoft Entra ID needs to give an identity's tokens for a token. */
export type AzureTrust = { readonly cloud: "azure"; readonly credentials: readonly AzureCredential[] };

/** What Entra ID takes tokens to be signed with. */
const algorithms = ["RS256"];

/**
 * Judges a token: one credential has to have its issuer, its subject and its audience, all letter by letter. Of several faults the one is told
 * that the nearest credential has: issuer before subject before audience.
 */
export function evaluateAzure({ credentials }: AzureTrust, token: Token, around: Circumstances): Verdict {
  const { iss, sub, aud } = token;
  if (credentials.length === 0) {
    const reason = "the identity has no federated credential";
    return refused({ rule: "L7", path: ["credentials"], reason }, azureErrors.none());
  }
  const all = credentials.map((credential, index) => ({ credential, index }));
  const ofIssuer = all.filter(({ credential }) => credential.issuer === iss);
  if (ofIssuer.length === 0) return otherIssuer(credentials, token);
  const signature = signatureFault(token, around, algorithms);
  if (signature !== null) return refused(signature, azureErrors.noKey());
  const time = timeFault(token, around);
  if (time !== null) return refused(time, azureErrors.time());
  const ofSubject = ofIssuer.filter(({ credential }) => credential.subject === sub);
  const [candidate] = ofSubject;
  if (candidate === undefined) return otherSubject(ofIssuer, sub);
  if (ofSubject.some(({ credential }) => credential.audiences.some((audience) => aud.includes(audience)))) {
    return { allowed: true, gaps: [] };
  }
  const { credential, index } = candidate;
  const reason = `the token's audience is ${aud.join(", ") || "none"}, the credential ${credential.name} is for ${credential.audiences.join(", ")}`;
  return refused(
    { rule: "L5", path: ["credentials", index, "audiences"], reason },
    azureErrors.audience(aud.join(", ")),
  );
}

function otherIssuer(credentials: readonly AzureCredential[], { iss }: Token): Verdict {
  const stem = iss.replace(/\/$/, "");
  const bySlash = credentials.findIndex(({ issuer }) => issuer.replace(/\/$/, "") === stem);
  const issuers = [...new Set(credentials.map(({ issuer }) => issuer))].join(", ");
  const how = bySlash === -1 ? "" : "; they differ in the slash at the end";
  const reason = `the token's issuer is ${iss}, the credentials are for ${issuers}${how}`;
  return refused(
    { rule: "L1", path: ["credentials", Math.max(bySlash, 0), "issuer"], reason },
    azureErrors.issuer(iss),
  );
}

function otherSubject(
  credentials: readonly { readonly credential: AzureCredential; readonly index: number }[],
  sub: string,
): Verdict {
  const lower = sub.toLowerCase();
  const inCase = credentials.find(({ credential }) => credential.subject.toLowerCase() === lower);
  if (inCase !== undefined) {
    const reason = `the credential's subject ${JSON.stringify(inCase.credential.subject)} differs from the token's ${JSON.stringify(sub)} in upper and lower case, which counts`;
    return refused(
      { rule: "L7", path: ["credentials", inCase.index, "subject"], reason },
      azureErrors.subjectCase(sub),
    );
  }
  const withStar = credentials.find(({ credential }) => credential.subject.includes("*"));
  const subjects = credentials.map(({ credential }) => JSON.stringify(credential.subject)).join(", ");
  const [first] = credentials;
  const nearest = withStar ?? first;
  const wildcard = withStar === undefined ? "" : "; a wildcard in a subject is none for Azure";
  const reason = `the token's subject is ${JSON.stringify(sub)}, the credentials are for ${subjects}${wildcard}`;
  const path = ["credentials", nearest?.index ?? 0, "subject"];
  return refused({ rule: withStar === undefined ? "L7" : "L9", path, reason }, azureErrors.subject(sub));
}
