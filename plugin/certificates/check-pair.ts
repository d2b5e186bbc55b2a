import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import type { TlsMaterial } from "./tls-source.ts";

/**
 * Checks that certificate and key, both PEM, are such, belong together and have not expired at `now` (milliseconds since 1970), and that TLS
 * takes them. Gives the material, or a sentence that says what is wrong.
 */
export function checkPair(cert: string, key: string, now: number): TlsMaterial | string {
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) return "the key is not that of the certificate";
    const notAfter = Date.parse(certificate.validTo);
    if (!(notAfter > now)) return `the certificate expired on ${certificate.validTo}`;
    createSecureContext({ cert, key });
    return { cert, key, notAfter };
  } catch (error) {
    return `certificate or key cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
