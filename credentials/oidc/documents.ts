import { PodgraftError } from "../../engine/errors.ts";
import type { PublicJwk, PublicKey } from "./public-keys.ts";

/** The clouds for which an issuer's documents are made; each has its own places and limits. */
export const issuerClouds = ["aws", "gcp", "azure"] as const;

export type IssuerCloud = (typeof issuerClouds)[number];

/** What each cloud takes to sign with, as far as Kubernetes uses it. */
const acceptedAlgorithms: { readonly [cloud in IssuerCloud]: readonly string[] } = {
  aws: ["RS256"],
  gcp: ["RS256", "ES256"],
  azure: ["RS256"],
};

/** A discovery document (OpenID Connect Discovery 1.0, section 3) as issuers of Kubernetes publish it. */
export type DiscoveryDocument = {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly response_types_supported: readonly string[];
  readonly subject_types_supported: readonly string[];
  readonly id_token_signing_alg_values_supported: readonly string[];
  readonly claims_supported?: readonly string[];
};

/** A JSON Web Key Set (RFC 7517, section 5). */
export type KeySet = { readonly keys: readonly PublicJwk[] };

/** The key set of `keys`. Throws PodgraftError `input.invalid` for a key that `cloud` does not take, `usage.invalid` where there is none. */
export function keySetOf(keys: readonly PublicKey[], cloud: IssuerCloud | undefined): KeySet {
  if (keys.length === 0) throw new PodgraftError("usage.invalid", "no public keys; an empty key set lets nobody in");
  for (const { jwk, file, line } of keys) {
    if (cloud === undefined || acceptedAlgorithms[cloud].includes(jwk.alg)) continue;
    const accepted = acceptedAlgorithms[cloud].join(" and ");
    const message = `a key for ${jwk.alg}, which ${cloudNames[cloud]} does not take; it takes ${accepted}`;
    throw new PodgraftError("input.invalid", message, { file, line });
  }
  return { keys: keys.map(({ jwk }) => jwk) };
}

/** How clouds are called in messages. */
export const cloudNames: { readonly [cloud in IssuerCloud]: string } = { aws: "AWS", gcp: "GCP", azure: "Azure" };

/** Where the key set is, below an issuer that serves it as `cloud`'s storage does (Kubernetes' own place by default). */
export function usualJwksUri(issuer: string, cloud: IssuerCloud | undefined): string {
  const base = issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
  return `${base}/${cloud === "aws" || cloud === "gcp" ? "keys.json" : "openid/v1/jwks"}`;
}

/** The discovery document of `issuer`, whose keys are in `keySet`. The issuer stands in it exactly as it is given. */
export function discoveryOf(
  issuer: string,
  keySet: KeySet,
  { cloud, jwksUri }: { readonly cloud: IssuerCloud | undefined; readonly jwksUri: string | undefined },
): DiscoveryDocument {
  return {
    issuer,
    jwks_uri: jwksUri ?? usualJwksUri(issuer, cloud),
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keySet.keys.map(({ alg }) => alg))].sort(),
    // The official tool names `sub` twice, and it does no harm.
    ...(cloud === "aws" || cloud === "gcp" ? { claims_supported: ["aud", "exp", "sub", "iat", "iss", "sub"] } : {}),
  };
}
