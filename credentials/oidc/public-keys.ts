import { sha256 } from "@noble/hashes/sha2.js";
import { base64url, exportJWK, exportSPKI, importSPKI } from "jose";
import { PodgraftError, type Location } from "../../engine/errors.ts";
import { algorithmOf, type Algorithm } from "./algorithm.ts";
import { readPemBlocks, type PemBlock } from "./pem.ts";

/** A key as it is published, members in the order of Kubernetes. */
export type PublicJwk =
  | {
      readonly use: "sig";
      readonly kty: "RSA";
      readonly kid: string;
      readonly alg: Algorithm;
      readonly n: string;
      readonly e: string;
    }
  | {
      readonly use: "sig";
      readonly kty: "EC";
      readonly kid: string;
      readonly crv: string;
      readonly alg: Algorithm;
      readonly x: string;
      readonly y: string;
    };

/** A public key of a ServiceAccount token issuer. */
export type PublicKey = {
  readonly jwk: PublicJwk;
  /** Of an RSA key's modulus, or of an EC key's curve. */
  readonly bits: number;
  readonly file: string;
  readonly line: number;
};

/** A file with public keys in PEM. */
export type KeyFile = { readonly name: string; readonly text: string };

/** RSA keys below are refused (NIST SP 800-57, and the clouds'). */
const leastRsaBits = 2048;

/**
 * The public keys of all files in their order, each once. Their ids are those that Kubernetes writes into the tokens' headers: SHA-256 of the
 * key's SubjectPublicKeyInfo. Throws PodgraftError `input.invalid` for private, weak, unsupported and broken keys, never with their content.
 */
export async function readPublicKeys(files: readonly KeyFile[]): Promise<PublicKey[]> {
  const keys: PublicKey[] = [];
  for (const { name, text } of files) {
    for (const block of readPemBlocks(text, name)) {
      const key = await readKey(block, name);
      if (keys.every(({ jwk }) => jwk.kid !== key.jwk.kid)) keys.push(key);
    }
  }
  return keys;
}

async function readKey({ der, line }: PemBlock, file: string): Promise<PublicKey> {
  const location = { file, line };
  const algorithm = algorithmOf(der);
  if (typeof algorithm !== "string") {
    const message = `${algorithm.unsupported}: Kubernetes signs tokens with RSA, or EC on P-256, P-384 or P-521`;
    throw new PodgraftError("input.invalid", message, location);
  }
  const { spki, jwk } = await importKey(der, algorithm, location);
  const kid = base64url.encode(sha256(spki));
  if (jwk.kty === "RSA" && jwk.n !== undefined && jwk.e !== undefined) {
    const bits = bitLength(base64url.decode(jwk.n));
    refuseWeak(bits, jwk.e, location);
    return { jwk: { use: "sig", kty: "RSA", kid, alg: algorithm, n: jwk.n, e: jwk.e }, bits, file, line };
  }
  const { crv = "", x = "", y = "" } = jwk;
  return { jwk: { use: "sig", kty: "EC", kid, crv, alg: algorithm, x, y }, bits: Number(crv.slice(2)), file, line };
}

/** Exported again, so that the id is that of the canonical form, whatever the file's. */
async function importKey(
  der: Uint8Array,
  algorithm: Algorithm,
  location: Location,
): Promise<{ readonly spki: Uint8Array; readonly jwk: Awaited<ReturnType<typeof exportJWK>> }> {
  try {
    const key = await importSPKI(toPem(der), algorithm, { extractable: true });
    return { spki: fromPem(await exportSPKI(key)), jwk: await exportJWK(key) };
  } catch {
    // The library's message may repeat some of the input.
    throw new PodgraftError("input.invalid", "this key is broken: it cannot be read as a public key", location);
  }
}

function refuseWeak(bits: number, exponent: string, location: Location): void {
  if (bits < leastRsaBits) {
    const message = `an RSA key of ${bits} bits; expected at least ${leastRsaBits}`;
    throw new PodgraftError("input.invalid", message, location);
  }
  const [last = 0] = base64url.decode(exponent).slice(-1);
  if (exponent !== "AQ" && last % 2 === 1) return;
  throw new PodgraftError("input.invalid", "an RSA key whose exponent is 1 or even protects nothing", location);
}

function bitLength(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0));
}

function toPem(der: Uint8Array): string {
  return `-----BEGIN PUBLIC KEY-----\n${btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(""))}\n-----END PUBLIC KEY-----\n`;
}

function fromPem(pem: string): Uint8Array {
  const base64 = pem.replace(/-----[A-Z ]+-----|\s/g, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
