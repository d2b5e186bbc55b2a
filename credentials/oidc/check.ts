import { isJsonList, isJsonObject, jsonEqual, member, parseJson, type Json } from "../../engine/json.ts";
import type { Notice } from "../notice.ts";
import { cloudNames, keySetOf, type IssuerCloud } from "./documents.ts";
import { checkIssuer } from "./issuer.ts";
import type { PublicKey } from "./public-keys.ts";

/** A document that an issuer serves: where it is from and its text. */
export type ServedDocument = { readonly name: string; readonly text: string };

/** What is held against each other. */
export type IssuerToCheck = {
  /** What the cluster writes into its tokens (`--service-account-issuer`, the Authentication object). */
  readonly issuer: string;
  readonly discovery: ServedDocument;
  readonly jwks: ServedDocument;
  /** The keys that the cluster signs with now or next; none where only the documents are checked. */
  readonly keys: readonly PublicKey[];
  readonly cloud: IssuerCloud | undefined;
};

/**
 * What a cloud would refuse about an issuer: findings in the order in which clouds look, each with the message that users see. Empty where all
 * is well. Throws PodgraftError `usage.invalid` for an issuer that is none, `input.invalid` for keys that the cloud never takes.
 */
export function checkServedIssuer(given: IssuerToCheck): Notice[] {
  const notices = checkIssuer(given.issuer);
  if (given.keys.length > 0) keySetOf(given.keys, given.cloud);
  return [...notices, ...discoveryFaults(given), ...keySetFaults(given)];
}

function fault(code: string, message: string, file: string, path?: string): Notice {
  const location = path === undefined ? { file } : { file, path };
  return { severity: "error", code, message, location };
}

/** What clouds say where they find no provider for an issuer. */
const noProvider =
  "AWS: InvalidIdentityToken: No OpenIDConnect provider found; Azure: AADSTS700211; GCP: invalid_grant";

/** What clouds say where the key of a token is not among the issuer's. */
const noKey =
  "AWS: InvalidIdentityToken: Couldn't retrieve verification key from your identity provider; Azure: AADSTS700027; GCP: invalid_grant";

function discoveryFaults({ issuer, discovery, cloud }: IssuerToCheck): Notice[] {
  const file = discovery.name;
  const document = readJson(discovery);
  if (!isJsonObject(document)) {
    return [fault("discovery.unreadable", `is no JSON object; clouds read no keys (${noKey})`, file)];
  }
  return [
    ...issuerFaults(issuer, member(document, "issuer"), file),
    ...jwksUriFaults(issuer, member(document, "jwks_uri"), file),
    ...algorithmFaults(member(document, "id_token_signing_alg_values_supported"), file, cloud),
  ];
}

function issuerFaults(issuer: string, served: Json | undefined, file: string): Notice[] {
  if (served === issuer) return [];
  const how =
    typeof served === "string" && served.replace(/\/$/, "") === issuer.replace(/\/$/, "")
      ? "they differ in the slash at the end, and clouds compare letter by letter"
      : "clouds compare them letter by letter";
  const found = typeof served === "string" ? JSON.stringify(served) : "nothing";
  const message = `the document names ${found}, tokens say ${JSON.stringify(issuer)}: ${how} (${noProvider})`;
  return [fault("issuer.mismatch", message, file, "issuer")];
}

function jwksUriFaults(issuer: string, served: Json | undefined, file: string): Notice[] {
  if (typeof served !== "string" || !URL.canParse(served) || new URL(served).protocol !== "https:") {
    return [fault("jwks_uri.invalid", `expected an https URL; clouds fetch no keys (${noKey})`, file, "jwks_uri")];
  }
  const base = issuer.endsWith("/") ? issuer : `${issuer}/`;
  if (served.startsWith(base)) return [];
  const message = `${served} is not below the issuer ${issuer}: that is allowed, but nothing that is reviewed with the issuer covers it`;
  return [{ ...fault("jwks_uri.elsewhere", message, file, "jwks_uri"), severity: "warning" }];
}

function algorithmFaults(served: Json | undefined, file: string, cloud: IssuerCloud | undefined): Notice[] {
  const path = "id_token_signing_alg_values_supported";
  if (!isJsonList(served) || served.length === 0) {
    return [fault("algorithms.missing", "names no algorithm; RS256 is expected", file, path)];
  }
  if (served.includes("RS256") || cloud === undefined || cloud === "gcp") return [];
  return [fault("algorithms.refused", `names no RS256, the one that ${cloudNames[cloud]} takes`, file, path)];
}

function keySetFaults({ jwks, keys }: IssuerToCheck): Notice[] {
  const file = jwks.name;
  const document = readJson(jwks);
  const served = member(document, "keys");
  if (!isJsonList(served)) return [fault("jwks.unreadable", `is no JSON with a list of keys (${noKey})`, file)];
  if (served.length === 0) return [fault("jwks.empty", `has no keys: every token is refused (${noKey})`, file, "keys")];
  if (served.some((key) => ["d", "p", "q", "k"].some((name) => member(key, name) !== undefined))) {
    const message = "publishes a private key: whoever has read it can sign tokens; replace the cluster's key";
    return [fault("jwks.private", message, file, "keys")];
  }
  return keys.flatMap((key) => keyFaults(key, served, file));
}

function keyFaults({ jwk, file: from }: PublicKey, served: readonly Json[], file: string): Notice[] {
  const same = served.find((one) => member(one, "kid") === jwk.kid);
  const material = jwk.kty === "RSA" ? (["kty", "n", "e"] as const) : (["kty", "crv", "x", "y"] as const);
  const hasMaterial = (one: Json): boolean => material.every((name) => member(one, name) === member({ ...jwk }, name));
  if (same === undefined) {
    const other = served.find(hasMaterial);
    const why =
      other === undefined
        ? "the key is not published"
        : `the key is published under the id ${JSON.stringify(member(other, "kid") ?? null)}`;
    const message = `tokens of ${from} have the key id ${jwk.kid}, but ${why} (${noKey})`;
    return [fault("jwks.kid_missing", message, file, "keys")];
  }
  if (!hasMaterial(same)) {
    const message = `the key of the id ${jwk.kid} is another one than that of ${from}: every signature fails (${noKey})`;
    return [fault("jwks.key_differs", message, file, "keys")];
  }
  const algorithm = member(same, "alg");
  const faults: Notice[] = [];
  if (algorithm !== undefined && !jsonEqual(algorithm, jwk.alg)) {
    const message = `the key ${jwk.kid} is published for another algorithm than ${jwk.alg}, with which its tokens are signed (${noKey})`;
    faults.push(fault("jwks.alg_differs", message, file, "keys"));
  }
  const use = member(same, "use");
  if (use !== undefined && use !== "sig") {
    faults.push(
      fault("jwks.use_differs", `the key ${jwk.kid} is not published for signatures (${noKey})`, file, "keys"),
    );
  }
  return faults;
}

/** What is no JSON is told as such where it is used. */
function readJson({ text }: ServedDocument): Json {
  try {
    return parseJson(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
