/** What a key can sign with, as far as Kubernetes uses it for tokens. */
export type Algorithm = "RS256" | "ES256" | "ES384" | "ES512";

/** Object identifiers, in DER. */
const rsa = "06092a864886f70d010101";
const ec = "06072a8648ce3d0201";
const curves: { readonly [oid: string]: Algorithm } = {
  "06082a8648ce3d030107": "ES256",
  "06052b81040022": "ES384",
  "06052b81040023": "ES512",
};
const others: { readonly [oid: string]: string } = {
  "06032b6570": "Ed25519",
  "06032b6571": "Ed448",
  "06092a864886f70d01010a": "RSA-PSS",
  "06072a8648ce380401": "DSA",
};

/**
 * What a SubjectPublicKeyInfo in DER signs with, by its AlgorithmIdentifier (RFC 5280, 4.1.2.7); `unsupported` names what Kubernetes does not
 * sign tokens with.
 */
export function algorithmOf(der: Uint8Array): Algorithm | { readonly unsupported: string } {
  const identifier = innerSequence(der);
  const starts = (oid: string): boolean => identifier.startsWith(oid);
  if (starts(rsa)) return "RS256";
  if (starts(ec)) {
    const curve = Object.entries(curves).find(([oid]) => starts(ec + oid))?.[1];
    return curve ?? { unsupported: "an EC key of another curve than P-256, P-384 and P-521" };
  }
  const other = Object.entries(others).find(([oid]) => starts(oid))?.[1];
  return { unsupported: other === undefined ? "a key of an unknown kind" : `a key of ${other}` };
}

/** What is in the sequence in the sequence, in hexadecimal digits. */
function innerSequence(der: Uint8Array): string {
  const outer = contentStart(der, 0);
  const inner = outer === undefined ? undefined : contentStart(der, outer);
  if (inner === undefined) return "";
  return Array.from(der.subarray(inner, inner + 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Where the content of the sequence at `offset` starts. */
function contentStart(der: Uint8Array, offset: number): number | undefined {
  const length = der[offset + 1];
  if (der[offset] !== 0x30 || length === undefined) return undefined;
  return offset + 2 + (length < 0x80 ? 0 : length & 0x7f);
}
