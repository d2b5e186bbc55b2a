import { join } from "node:path";
import { readText } from "../../cli/input.ts";
import { discoveryOf, keySetOf, type IssuerCloud } from "../../credentials/oidc/documents.ts";
import { readPublicKeys } from "../../credentials/oidc/public-keys.ts";
import { usualIssuer } from "../../credentials/oidc/usual-issuer.ts";
import { renderCredentials } from "../../credentials/secrets/render.ts";
import { awsProvider } from "../../credentials/trust/aws.ts";
import { gcpPool, gcpProvider } from "../../credentials/trust/gcp.ts";
import { isJsonList, isJsonObject, jsonEqual, member, parseJson, type Json } from "../../engine/json.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { expectedFiles, flagOf, jsonFile, type ObservedCase } from "./cases.ts";
import { universeOf } from "./compare-requests.ts";
import { attempt, expectSame, type Comparison } from "./outcome.ts";

/** What `oidc` gives for the key of a case, and the objects that name its issuer, against what was written and sent. */
export async function compareIssuer(given: ObservedCase, cloud: IssuerCloud, comparison: Comparison): Promise<void> {
  await attempt(comparison, async () => {
    refuseUnknownMethod(given);
    const issuer = issuerOf(given, cloud);
    const file = join(given.root, flagOf(given, "public-key-file") ?? "keys/absent");
    const keys = await readPublicKeys([{ name: file, text: readText(file) }]);
    const keySet = keySetOf(keys, cloud);
    const discovery = discoveryOf(issuer, keySet, { cloud, jwksUri: undefined });
    const documents = { discovery: { ...discovery }, keySet: { keys: keySet.keys.map((key) => ({ ...key })) } };
    compareFiles(given, cloud, issuer, documents, comparison);
    compareCalls(given, issuer, documents, comparison);
  });
}

type Documents = { readonly discovery: Json; readonly keySet: Json };

function issuerOf(given: ObservedCase, cloud: IssuerCloud): string {
  const universe = universeOf(given);
  return usualIssuer(cloud, {
    name: flagOf(given, "name"),
    region: flagOf(given, "region"),
    universeDomain: universe === "googleapis.com" ? undefined : universe,
    storageAccount: flagOf(given, "storage-account-name"),
    container: flagOf(given, "blob-container-name"),
  });
}

function refuseUnknownMethod(given: ObservedCase): void {
  const method = flagOf(given, "key-storage-method") ?? "public-bucket";
  if (["public-bucket", "pool-jwk-file"].includes(method)) return;
  throw new PodgraftError("usage.invalid", `the way of storing keys ${JSON.stringify(method)}: no option of ours`);
}

function compareFiles(
  given: ObservedCase,
  cloud: IssuerCloud,
  issuer: string,
  { discovery, keySet }: Documents,
  comparison: Comparison,
): void {
  const tenantId = flagOf(given, "tenant-id");
  const settings =
    cloud === "azure"
      ? ({ cloud, region: undefined, subscriptionId: undefined, tenantId } as const)
      : cloud === "aws"
        ? ({ cloud, roles: undefined } as const)
        : ({ cloud, pool: undefined, universeDomain: "googleapis.com" } as const);
  const { manifests } = renderCredentials([], { form: "ccoctl", principals: new Map(), cloud: settings, issuer });
  const ours = new Map(manifests.map(({ path, text }) => [path, text]));
  for (const [path, text] of expectedFiles(given)) {
    if (/(?:^|-)openid-configuration$/.test(path)) expectSame(comparison, path, discovery, parseJson(text));
    if (/(?:^\d+-keys\.json|^jwks)$/.test(path)) compareKeys(path, keySet, text, comparison);
    if (path === "04-iam-identity-provider.json") {
      expectSame(comparison, path, awsProvider(issuer), withoutThumbprint(parseJson(text)));
    }
    if (/^manifests\/(?:cluster-authentication|azure-ad-pod)/.test(path)) {
      expectSame(comparison, path, ours.get(path), `${text}\n`);
    }
  }
}

/** The tool publishes the first key of a file; whoever has more of them finds that noted. */
function compareKeys(path: string, keySet: Json, text: string, comparison: Comparison): void {
  const observed = text === "" ? "" : parseJson(text);
  const [own, theirs] = [member(keySet, "keys"), member(observed, "keys")];
  if (isJsonList(own) && isJsonList(theirs) && own.length > theirs.length && jsonEqual(own[0], theirs[0])) {
    const message = `${own.length} keys, where the tool has ${theirs.length}`;
    comparison.notices.push({ severity: "warning", code: "key.more", message, location: {} });
  }
  expectSame(comparison, path, keySet, observed);
}

/** AWS checks well-known authorities itself, and a dry run knows no thumbprint. */
function withoutThumbprint(provider: Json): Json {
  if (!isJsonObject(provider)) return provider;
  return Object.fromEntries(Object.entries(provider).filter(([key]) => key !== "ThumbprintList" && key !== "op"));
}

function compareCalls(
  given: ObservedCase,
  issuer: string,
  { discovery, keySet }: Documents,
  comparison: Comparison,
): void {
  const calls = jsonFile(given, "expect/cloud-calls.json");
  const name = flagOf(given, "name") ?? "";
  for (const call of isJsonList(calls) ? calls : []) {
    const op = member(call, "op");
    if (op === "PutObject" || op === "Blob.UploadBuffer") {
      const body = parsed(member(call, "Body") ?? member(call, "body"));
      if (body !== undefined) {
        const isDiscovery = member(body, "issuer") !== undefined;
        expectSame(comparison, "uploaded document", isDiscovery ? discovery : keySet, body);
      }
    }
    if (op === "CreateOpenIDConnectProvider") {
      expectSame(comparison, op, awsProvider(issuer), withoutThumbprint(call));
    }
    if (op === "CreateWorkloadIdentityProvider") {
      const provider = withParsedKeys(member(call, "provider") ?? null);
      const keys = member(member(provider, "oidc"), "jwksJson") === undefined ? {} : { keys: JSON.stringify(keySet) };
      const ours = gcpProvider(name, issuer, { audiences: ["openshift"], ...keys });
      expectSame(comparison, op, withParsedKeys(ours), provider);
    }
    if (op === "UpdateWorkloadIdentityProvider") {
      const provider = withParsedKeys(member(call, "provider") ?? null);
      expectSame(comparison, op, keySet, member(member(provider, "oidc"), "jwksJson"));
    }
  }
}

/** What a case of a pool alone shows. */
export function comparePool(given: ObservedCase, comparison: Comparison): Promise<void> {
  return attempt(comparison, () => {
    const name = flagOf(given, "name") ?? "";
    usualIssuer("gcp", {
      name,
      region: undefined,
      universeDomain: undefined,
      storageAccount: undefined,
      container: undefined,
    });
    const calls = jsonFile(given, "expect/cloud-calls.json");
    for (const call of isJsonList(calls) ? calls : []) {
      if (member(call, "op") !== "CreateWorkloadIdentityPool") continue;
      expectSame(comparison, "CreateWorkloadIdentityPool", gcpPool(name), member(call, "pool"));
    }
    const script = expectedFiles(given).get("01-create-workload-identity-pool.sh");
    if (script === undefined) return;
    const [, pool] = /pools create (\S+) .*--display-name=\1$/m.exec(script) ?? [];
    expectSame(comparison, "name of the pool in the script", gcpPool(name).name, pool);
  });
}

function withParsedKeys(provider: Json): Json {
  const oidc = member(provider, "oidc");
  if (!isJsonObject(provider) || !isJsonObject(oidc) || typeof oidc.jwksJson !== "string") return provider;
  return { ...provider, oidc: { ...oidc, jwksJson: parseJson(oidc.jwksJson) } };
}

function parsed(body: Json | undefined): Json | undefined {
  return typeof body === "string" && body.startsWith("{") ? parseJson(body) : undefined;
}
