import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A certificate and its private key (PKCS #8), both in PEM. */
export type Pair = { readonly certificate: string; readonly key: string };

/** Milliseconds since 1970; a certificate holds whole seconds. */
export type Validity = { readonly notBefore: number; readonly notAfter: number };

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
const signingAlgorithm = { name: "ECDSA", hash: "SHA-256" };

/** Makes a certificate authority that signs itself and may sign servers' certificates only, not further authorities. */
export async function issueAuthority(name: string, validity: Validity): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      ...dates(validity),
      name: [{ CN: [name] }],
      serialNumber: serialNumber(),
      keys,
      signingAlgorithm,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return pair(certificate, keys);
}

/** Makes a server's certificate for `names` (DNS names and IP addresses, at least one), signed by `authority`. */
export async function issueServing(authority: Pair, names: readonly string[], validity: Validity): Promise<Pair> {
  const keys = await newKeys();
  const issuer = new X509Certificate(authority.certificate);
  const certificate = await X509CertificateGenerator.create(
    {
      ...dates(validity),
      subject: [{ CN: ["podgraft"] }],
      issuer: issuer.subjectName,
      serialNumber: serialNumber(),
      publicKey: keys.publicKey,
      signingKey: await signingKeyOf(authority.key),
      signingAlgorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(
          names.map((name) => ({ type: isIP(name) === 0 ? "dns" : "ip", value: name })),
        ),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, webcrypto),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return pair(certificate, keys);
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

function signingKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(pem), algorithm, false, ["sign"]);
}

async function pair(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<Pair> {
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { certificate: closed(certificate.toString("pem")), key: closed(PemConverter.encode(key, "PRIVATE KEY")) };
}

function closed(pem: string): string {
  return pem.trimEnd() + "\n";
}

function dates({ notBefore, notAfter }: Validity): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
}

/** 126 random bits; the first byte is from 0x40 on, so that the number is positive and its encoding has no leading zero. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString("hex");
}
