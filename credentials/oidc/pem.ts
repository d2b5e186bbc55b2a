import { PodgraftError } from "../../engine/errors.ts";

/** The content of one PEM block, and the line on which it begins. */
export type PemBlock = { readonly der: Uint8Array; readonly line: number };

/**
 * The public keys of a PEM text (`BEGIN PUBLIC KEY`), what stands around them left out. Throws PodgraftError `input.invalid` where there is
 * none, for other blocks and for anything private; what the text holds is never part of the message.
 */
export function readPemBlocks(text: string, file: string): PemBlock[] {
  refusePrivate(text, file);
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: PemBlock[] = [];
  let begin: number | undefined;
  for (const [index, line] of lines.entries()) {
    const [, edge, label = ""] = /^\s*-----(BEGIN|END) ([A-Z0-9 ]+)-----\s*$/.exec(line) ?? [];
    if (edge === "BEGIN") {
      if (begin !== undefined) throw unfinished(file, begin);
      refuseLabel(label, file, index + 1);
      begin = index;
    }
    if (edge === "END" && begin !== undefined) {
      blocks.push({ der: decode(lines.slice(begin + 1, index).join(""), file, begin + 1), line: begin + 1 });
      begin = undefined;
    }
  }
  if (begin !== undefined) throw unfinished(file, begin);
  if (blocks.length > 0) return blocks;
  throw new PodgraftError("input.invalid", "no public key in it; expected PEM, -----BEGIN PUBLIC KEY-----", { file });
}

/** Wherever a word of a private key stands: it is better to refuse one text too many than to publish a key. */
function refusePrivate(text: string, file: string): void {
  const line = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.exec(text);
  const isPrivateJwk = /"kty"\s*:/.test(text) && /"(?:d|k)"\s*:\s*"/.test(text);
  if (line === null && !isPrivateJwk) return;
  const message =
    "a private key, where the public one is expected; nothing of it was used. Make the public one: openssl pkey -in FILE -pubout";
  const place = line === null ? {} : { line: text.slice(0, line.index).split(/\r\n|\n|\r/).length };
  throw new PodgraftError("input.invalid", message, { file, ...place });
}

function refuseLabel(label: string, file: string, line: number): void {
  if (label === "PUBLIC KEY") return;
  const message =
    label === "RSA PUBLIC KEY"
      ? "an RSA key in PKCS#1 form, which Kubernetes does not read; convert it: openssl rsa -RSAPublicKey_in -in FILE -pubout"
      : label === "CERTIFICATE"
        ? "a certificate; take its public key: openssl x509 -in FILE -noout -pubkey"
        : `a block "${label}"; expected -----BEGIN PUBLIC KEY-----`;
  throw new PodgraftError("input.invalid", message, { file, line });
}

function unfinished(file: string, begin: number): PodgraftError {
  return new PodgraftError("input.invalid", "this block has no end", { file, line: begin + 1 });
}

function decode(base64: string, file: string, line: number): Uint8Array {
  const compact = base64.replace(/\s/g, "");
  if (compact !== "" && compact.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    return Uint8Array.from(atob(compact), (character) => character.charCodeAt(0));
  }
  throw new PodgraftError("input.invalid", "what stands in this block is not base64", { file, line });
}
