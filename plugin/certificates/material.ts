import { createPrivateKey, X509Certificate } from "node:crypto";
import { member, type Json, type JsonObject } from "../../engine/json.ts";
import type { Pair } from "./issue.ts";

/** What a self-managed Secret holds. */
export type Material = {
  /** Signs serving certificates. */
  readonly authority: Pair;
  /** The authorities' certificates, in PEM, that callers have to trust: that of `authority` first, then older ones. */
  readonly bundle: readonly string[];
  readonly serving: Pair;
};

/** What of it could be read; a pair that does not fit, or is no certificate, is undefined. */
export type ReadMaterial = {
  readonly authority: Pair | undefined;
  readonly bundle: readonly string[];
  readonly serving: Pair | undefined;
};

const keys = {
  authorityCertificate: "ca.crt",
  authorityKey: "ca.key",
  bundle: "ca-bundle.crt",
  servingCertificate: "tls.crt",
  servingKey: "tls.key",
} as const;

/** Reads `data` of a Secret (base64 by key). Nothing in it is trusted to be what it should be. */
export function readMaterial(data: Json | undefined): ReadMaterial {
  return {
    authority: fittingPair(decoded(data, keys.authorityCertificate), decoded(data, keys.authorityKey)),
    bundle: splitBundle(decoded(data, keys.bundle)).filter((pem) => certificateOf(pem)?.ca === true),
    serving: fittingPair(decoded(data, keys.servingCertificate), decoded(data, keys.servingKey)),
  };
}

/** The other way round: what goes into `data` of the Secret. */
export function writeMaterial({ authority, bundle, serving }: Material): JsonObject {
  return {
    [keys.authorityCertificate]: encoded(authority.certificate),
    [keys.authorityKey]: encoded(authority.key),
    [keys.bundle]: encoded(bundle.join("")),
    [keys.servingCertificate]: encoded(serving.certificate),
    [keys.servingKey]: encoded(serving.key),
  };
}

/** The certificate in a PEM text, or undefined where there is none. */
export function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Whether the certificate is signed by the authority. */
export function isSignedBy(certificate: string, authority: string): boolean {
  const signed = certificateOf(certificate);
  const signer = certificateOf(authority);
  if (signed === undefined || signer === undefined) return false;
  return signed.checkIssued(signer) && signed.verify(signer.publicKey);
}

function fittingPair(certificate: string, key: string): Pair | undefined {
  try {
    const fits = certificateOf(certificate)?.checkPrivateKey(createPrivateKey(key)) === true;
    return fits ? { certificate, key } : undefined;
  } catch {
    return undefined;
  }
}

function splitBundle(text: string): string[] {
  return (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map((pem) => `${pem}\n`);
}

function decoded(data: Json | undefined, key: string): string {
  const value = member(data, key);
  return typeof value === "string" ? Buffer.from(value, "base64").toString("utf8") : "";
}

function encoded(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
