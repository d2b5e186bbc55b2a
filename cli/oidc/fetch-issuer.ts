import type { ServedDocument } from "../../credentials/oidc/check.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { member, parseJson, type Json } from "../../engine/json.ts";

/** Discovery documents and key sets have a few KB. */
const largest = 1024 * 1024;

const timeoutMs = 15_000;

/**
 * Fetches the two documents of an issuer as a cloud does, over https and without following redirects. Throws PodgraftError
 * `input.unreadable` with the address and what went wrong.
 */
export async function fetchIssuer(issuer: string): Promise<{ discovery: ServedDocument; jwks: ServedDocument }> {
  const base = issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
  const discovery = await fetchDocument(`${base}/.well-known/openid-configuration`);
  const jwksUri = member(jsonOf(discovery.text), "jwks_uri");
  if (typeof jwksUri !== "string" || !URL.canParse(jwksUri) || new URL(jwksUri).protocol !== "https:") {
    const message = "names no https address of a key set in jwks_uri; clouds fetch no keys";
    throw new PodgraftError("input.invalid", message, { file: discovery.name });
  }
  return { discovery, jwks: await fetchDocument(jwksUri) };
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

async function fetchDocument(url: string): Promise<ServedDocument> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    if (response.status !== 200) throw new Error(`status ${response.status}, expected 200`);
    return { name: url, text: await limitedText(response) };
  } catch (cause) {
    const message = `cannot be fetched: ${reasonOf(cause)}`;
    throw new PodgraftError("input.unreadable", message, { file: url }, { cause });
  }
}

async function limitedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const read: { readonly value?: Uint8Array | undefined } = (await reader?.read()) ?? {};
    if (read.value === undefined) return Buffer.concat(chunks).toString("utf8");
    size += read.value.length;
    if (size > largest) throw new Error("more than 1 MiB");
    chunks.push(read.value);
  }
}

/** fetch hides what happened in its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}
