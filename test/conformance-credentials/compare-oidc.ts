import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../../cli/input.ts";
import { discoveryOf, keySetOf } from "../../credentials/oidc/documents.ts";
import { checkIssuer } from "../../credentials/oidc/issuer.ts";
import { readPublicKeys } from "../../credentials/oidc/public-keys.ts";
import { isJsonList, isJsonObject, member, parseJson, type Json } from "../../engine/json.ts";
import { attempt, expectSame, startComparison } from "./outcome.ts";
import type { CaseVerdict } from "./suite.ts";

/** What Kubernetes itself makes of keys and issuers, where the folder has it: `oidc/*.json` beside the cases. */
export async function judgeOidc(root: string): Promise<CaseVerdict[]> {
  const published = member(jsonAt(root, "oidc/kubernetes-v1.34.4-discovery.json"), "results");
  const known = member(jsonAt(root, "oidc/kid-and-jwks.json"), "keys");
  const files = isJsonObject(published) ? Object.keys(published).filter((name) => name.endsWith(".pem")) : [];
  const issuers = member(published, "issuers");
  return [
    ...(await Promise.all(files.map((name) => judgePublished(root, name, member(published, name) ?? null)))),
    ...(await Promise.all((isJsonList(known) ? known : []).map((one) => judgeKeyId(root, one)))),
    ...Object.entries(isJsonObject(issuers) ? issuers : {}).map(([issuer, answer]) => judgeIssuer(issuer, answer)),
  ];
}

function jsonAt(root: string, path: string): Json {
  const file = join(root, path);
  return existsSync(file) ? parseJson(readFileSync(file, "utf8")) : null;
}

/** Kubernetes publishes the public half of a private key; ours refuses it, so its row is passed over where the key is there at all. */
async function judgePublished(root: string, names: string, observed: Json): Promise<CaseVerdict> {
  const id = `oidc/kubernetes ${names}`;
  const paths = names.split("+").map((name) => join(root, "keys", name));
  if (paths.some((path) => !existsSync(path))) return { id, faults: [], how: "out of scope: the key is not there" };
  const comparison = startComparison();
  await attempt(comparison, async () => {
    const keys = await readPublicKeys(paths.map((name) => ({ name, text: readText(name) })));
    const keySet = keySetOf(keys, undefined);
    expectSame(comparison, "JWKS", plain(keySet), once(parsed(member(observed, "jwks"))));
    const document = parsed(member(observed, "openidConfiguration"));
    const [issuer, jwksUri] = [member(document, "issuer"), member(document, "jwks_uri")];
    if (typeof issuer !== "string" || typeof jwksUri !== "string") return;
    expectSame(comparison, "document", plain(discoveryOf(issuer, keySet, { cloud: undefined, jwksUri })), document);
  });
  const isRefused = member(observed, "error") !== undefined;
  const refusals = comparison.refusals.map(({ message }) => `ours refuses it: ${message}`);
  const faults = isRefused && refusals.length > 0 ? [] : [...refusals, ...comparison.faults];
  return {
    id,
    faults: isRefused && refusals.length === 0 ? ["Kubernetes refuses it, ours does not"] : faults,
    how: "same",
  };
}

async function judgeKeyId(root: string, known: Json): Promise<CaseVerdict> {
  const name = String(member(known, "key"));
  const file = join(root, "keys", name);
  const comparison = startComparison();
  await attempt(comparison, async () => {
    const [key] = await readPublicKeys([{ name: file, text: readText(file) }]);
    expectSame(comparison, "key id", key?.jwk.kid, member(known, "spkiSha256Base64url"));
    const jwk = member(member(known, "kubernetes"), "jwk");
    if (jwk !== undefined && key !== undefined) expectSame(comparison, "key", plain(key.jwk), jwk);
  });
  // Kubernetes signs with no key of this kind, so it has no form there.
  const isForeign = member(member(known, "kubernetes"), "jwk") === undefined;
  const refusals = isForeign ? [] : comparison.refusals.map(({ message }) => `ours refuses it: ${message}`);
  return { id: `oidc/kid ${name}`, faults: [...refusals, ...comparison.faults], how: "same" };
}

function judgeIssuer(issuer: string, answer: Json | undefined): CaseVerdict {
  const comparison = startComparison();
  void attempt(comparison, () => {
    comparison.notices.push(...checkIssuer(issuer));
  });
  const isTaken = comparison.refusals.length === 0;
  const faults = isTaken === (answer === "ok") ? [] : [`Kubernetes says ${JSON.stringify(answer)}, ours does not`];
  return { id: `oidc/issuer ${issuer}`, faults, how: "same" };
}

/** Kubernetes publishes a key twice that it is given twice; ours does so once. */
function once(keySet: Json): Json {
  const keys = member(keySet, "keys");
  const distinct = new Map((isJsonList(keys) ? keys : []).map((key) => [JSON.stringify(key), key]));
  return { keys: [...distinct.values()] };
}

function plain(value: object): Json {
  return parseJson(JSON.stringify(value));
}

function parsed(text: Json | undefined): Json {
  return typeof text === "string" ? parseJson(text) : null;
}
