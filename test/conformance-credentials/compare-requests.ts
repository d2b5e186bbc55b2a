import { existsSync } from "node:fs";
import { join } from "node:path";
import { requestFiles } from "../../cli/credentials/request-files.ts";
import { readText } from "../../cli/input.ts";
import { readRequests } from "../../credentials/requests/read-requests.ts";
import type { CredentialsRequest, RequestCloud } from "../../credentials/requests/request.ts";
import { secretKey } from "../../credentials/requests/request.ts";
import { renderCredentials } from "../../credentials/secrets/render.ts";
import type { CloudSettings } from "../../credentials/secrets/settings.ts";
import { awsRole } from "../../credentials/trust/aws.ts";
import { federatedCredentials } from "../../credentials/trust/azure.ts";
import { gcpAccountBinding, gcpProjectBindings } from "../../credentials/trust/gcp.ts";
import { isJsonList, isJsonObject, member, parseJson, type Json, type JsonObject } from "../../engine/json.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { expectedFiles, flagOf, jsonFile, type ObservedCase } from "./cases.ts";
import { attempt, expectSame, type Comparison } from "./outcome.ts";

const inventedIds = { client: "c11e0000-0000-4000-8000-00000000000", tenant: "7e4a0000-0000-4000-8000-00000000abcd" };
const projectNumber = "123456789012";

/** What `credentials render` and the trust side give for the requests of a case, against the files and calls that were observed. */
export async function compareRequests(given: ObservedCase, cloud: RequestCloud, comparison: Comparison): Promise<void> {
  await attempt(comparison, () => {
    const folder = flagOf(given, "credentials-requests-dir") ?? "in";
    const path = join(given.folder, folder);
    // A folder without files does not survive every way of copying cases.
    const files = folder === "in" && !existsSync(path) ? [] : requestFiles(path);
    const { requests, notices } = readRequests(
      files.map((name) => ({ name, text: readText(name) })),
      { cloud, techPreview: given.flags.includes("--enable-tech-preview"), needsServiceAccounts: true },
    );
    comparison.notices.push(...notices);
    refuseNestedOutput(given);
    compareSecrets(given, cloud, requests, comparison);
    if (cloud === "aws") compareAws(given, requests, comparison);
    if (cloud === "azure") compareAzure(given, requests, comparison);
    if (cloud === "gcp") compareGcp(given, requests, comparison);
  });
}

/** The one rule about the output folder that was observed: its parent is not made. */
function refuseNestedOutput(given: ObservedCase): void {
  const folder = flagOf(given, "output-dir") ?? "";
  if (!folder.includes("/")) return;
  if (existsSync(join(given.folder, folder, ".."))) return;
  throw new PodgraftError("input.unreadable", "the output folder's parent is not there", { file: folder });
}

function providerArnOf(given: ObservedCase): string {
  const host = `${flagOf(given, "name") ?? ""}-oidc.s3.${flagOf(given, "region") ?? ""}.amazonaws.com`;
  return flagOf(given, "identity-provider-arn") ?? `arn:aws:iam::210987654321:oidc-provider/${host}`;
}

function settingsOf(given: ObservedCase, cloud: RequestCloud): CloudSettings {
  const name = flagOf(given, "name") ?? "";
  if (cloud === "aws") return { cloud, roles: { name, providerArn: providerArnOf(given) } };
  if (cloud === "gcp") {
    const pool = flagOf(given, "workload-identity-pool") ?? name;
    const provider = flagOf(given, "workload-identity-provider") ?? name;
    return { cloud, pool: { projectNumber, pool, provider }, universeDomain: universeOf(given) };
  }
  const [region, subscriptionId] = [flagOf(given, "region"), flagOf(given, "subscription-id")];
  return { cloud, region, subscriptionId, tenantId: flagOf(given, "tenant-id") ?? inventedIds.tenant };
}

/** The universe is known to the fake cloud alone, and seen in what was written. */
export function universeOf(given: ObservedCase): string {
  const texts = [...expectedFiles(given).values(), JSON.stringify(jsonFile(given, "expect/cloud-calls.json") ?? null)];
  return texts.some((text) => text.includes("cloud.example.test")) ? "cloud.example.test" : "googleapis.com";
}

function stemOf({ secret }: CredentialsRequest): string {
  return `manifests/${secret.namespace}-${secret.name}-credentials`;
}

/** The identities that the fake cloud gave, by the Secret; in a dry run there were none. */
function principalsOf(
  given: ObservedCase,
  cloud: RequestCloud,
  requests: readonly CredentialsRequest[],
): Map<string, string> {
  const files = expectedFiles(given);
  const known = requests.map((request, index): [string, string] => {
    if (cloud === "azure") {
      const [, id] = /azure_client_id: (\S+)/.exec(files.get(`${stemOf(request)}.yaml`) ?? "") ?? [];
      return [secretKey(request), id ?? `${inventedIds.client}${index % 10}`];
    }
    const account = files.get(`${stemOf(request)}.service_account.json`) ?? "";
    const [, email] = /serviceAccounts\/([^:"]+):generateAccessToken/.exec(account) ?? [];
    return [secretKey(request), (email ?? `x${index}@p.iam.gserviceaccount.com`).replace("<rand5>", "bcdfg")];
  });
  return new Map(cloud === "aws" ? [] : known);
}

function compareSecrets(
  given: ObservedCase,
  cloud: RequestCloud,
  requests: readonly CredentialsRequest[],
  comparison: Comparison,
): void {
  const principals = principalsOf(given, cloud, requests);
  const settings = { form: "ccoctl", principals, cloud: settingsOf(given, cloud), issuer: undefined } as const;
  const { manifests, notices } = renderCredentials(requests, settings);
  comparison.notices.push(...notices);
  const ours = new Map(manifests.map(({ path, text }) => [path, text]));
  ours.delete("manifests/azure-ad-pod-identity-webhook-config.yaml");
  const observed = expectedFiles(given);
  const secrets = [...observed.keys()].filter((path) => path.endsWith("-credentials.yaml"));
  expectSame(comparison, "names of Secret files", [...ours.keys()].sort(), secrets.sort());
  for (const path of secrets) {
    const text = observed.get(path) ?? "";
    const account = observed.get(path.replace(/\.yaml$/, ".service_account.json"));
    compareSecret(comparison, path, ours.get(path) ?? "", { text, account, roleName: roleNameOf(observed, path) });
  }
}

/** The name in the role's file that belongs to a Secret. */
function roleNameOf(files: ReadonlyMap<string, string>, path: string): string | undefined {
  const stem = path.slice("manifests/".length, -"-credentials.yaml".length);
  const [, text] = [...files].find(([name]) => /^05-\d+-/.test(name) && name.endsWith(`-${stem}-role.json`)) ?? [];
  const name = text === undefined ? undefined : member(parseJson(text), "RoleName");
  return typeof name === "string" ? name : undefined;
}

type ObservedSecret = {
  readonly text: string;
  readonly account: string | undefined;
  readonly roleName: string | undefined;
};

/** Byte for byte where the tool's text is whole; what a dry run leaves open is filled in first, or left out of the comparison. */
function compareSecret(comparison: Comparison, path: string, ours: string, observed: ObservedSecret): void {
  const isDryRun = /^POPULATE /m.test(observed.text);
  const text = observed.text.replace(/^POPULATE .*\n?/m, "").replace(/\n?$/, "\n");
  if (observed.account !== undefined) {
    const own = textsIn(readYaml(ours).value);
    const encoded = member(member(own, "data"), "service_account.json");
    const decoded = typeof encoded === "string" ? parseJson(Buffer.from(encoded, "base64").toString()) : null;
    expectSame(comparison, `${path} account`, decoded, parseJson(observed.account.replaceAll("<rand5>", "bcdfg")));
    expectSame(comparison, path, without(own, "data"), without(textsIn(readYaml(text).value), "data"));
    return;
  }
  if (!isDryRun) {
    const names = /^ {2}(?:name|namespace): "(.*)"$/gm;
    expectSame(
      comparison,
      path,
      ours.replace(names, (line) => line.replaceAll('"', "")),
      text,
    );
    return;
  }
  const filled = text.replace(
    "role_arn = \n",
    `role_arn = arn:aws:iam::210987654321:role/${observed.roleName ?? "?"}\n`,
  );
  const open = ["azure_client_id", "azure_tenant_id", "service_account.json"];
  const closed = (document: Json): Json => {
    const fields = ["data", "stringData"].map((field) => [field, withoutAll(member(document, field), open)] as const);
    return { ...(isJsonObject(document) ? document : {}), ...Object.fromEntries(fields) };
  };
  expectSame(comparison, path, closed(textsIn(readYaml(ours).value)), closed(textsIn(readYaml(filled).value)));
}

/** The tool writes names without quotes: what a reader takes for a number or boolean is meant as its text. */
function textsIn(value: Json): Json {
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textsIn(one ?? null)]));
  if (isJsonList(value)) return value.map(textsIn);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

function without(value: Json, key: string): Json {
  return withoutAll(value, [key]) ?? null;
}

function withoutAll(value: Json | undefined, keys: readonly string[]): Json | undefined {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Policies stand in texts; in a dry run with a placeholder for the issuer. */
function parsedPolicies(value: Json, host: string): Json {
  if (!isJsonObject(value)) return value;
  const parse = (one: Json | undefined): Json =>
    typeof one === "string" ? jsonOrText(one.replaceAll("<enter_issuer_url_here>", host)) : (one ?? null);
  const names = ["AssumeRolePolicyDocument", "PolicyDocument"].filter((name) => Object.hasOwn(value, name));
  return { ...value, ...Object.fromEntries(names.map((name) => [name, parse(value[name])])) };
}

/** The tool writes names into policies as they are: with a quote in one the policy is no JSON. */
function jsonOrText(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function compareAws(given: ObservedCase, requests: readonly CredentialsRequest[], comparison: Comparison): void {
  const providerArn = providerArnOf(given);
  const host = providerArn.split(":oidc-provider/")[1] ?? "";
  const permissionsBoundary = flagOf(given, "permissions-boundary-arn");
  const ours = requests.map((request) =>
    awsRole(request, flagOf(given, "name") ?? "", providerArn, { permissionsBoundary }),
  );
  const files = [...expectedFiles(given)];
  for (const [index, { role, policy }] of ours.entries()) {
    const file = (number: string): [string, string] | undefined =>
      files.find(([path]) => path.startsWith(`${number}-${index}-`));
    const [rolePath, roleText] = file("05") ?? [];
    const [policyPath, policyText] = file("06") ?? [];
    if (rolePath !== undefined && roleText !== undefined) {
      const observed = withFederated(parsedPolicies(parseJson(roleText), host), providerArn);
      expectSame(comparison, rolePath, role, observed);
    }
    if (policyPath !== undefined && policyText !== undefined) {
      expectSame(comparison, policyPath, policy, parsedPolicies(parseJson(policyText), host));
    }
  }
  const roles: JsonObject[] = ours.map(({ role }) => ({
    ...role,
    Tags: tagTexts(role.Tags),
  }));
  for (const call of callsOf(given)) {
    const observed = without(parsedPolicies(call, host), "op");
    const name = member(call, "RoleName");
    if (member(call, "op") === "CreateRole") {
      expectSame(
        comparison,
        "CreateRole",
        roles.find(({ RoleName }) => RoleName === name),
        observed,
      );
    }
    if (member(call, "op") === "PutRolePolicy") {
      expectSame(comparison, "PutRolePolicy", ours.find(({ policy }) => policy.RoleName === name)?.policy, observed);
    }
  }
}

function tagTexts(tags: Json | undefined): string[] {
  return isJsonList(tags) ? tags.map((tag) => `${String(member(tag, "Key"))}=${String(member(tag, "Value"))}`) : [];
}

/** A dry run of everything has no provider yet and leaves its name empty. */
function withFederated(role: Json, providerArn: string): Json {
  return parseJson(JSON.stringify(role).replaceAll('"Federated":""', `"Federated":${JSON.stringify(providerArn)}`));
}

function compareAzure(given: ObservedCase, requests: readonly CredentialsRequest[], comparison: Comparison): void {
  const issuer = flagOf(given, "issuer-url") ?? "";
  const name = flagOf(given, "name") ?? "";
  const calls = callsOf(given).filter((call) => member(call, "op") === "FederatedIdentityCredentials.CreateOrUpdate");
  const ours = requests.flatMap((request) => federatedCredentials(request, { name, issuer, audience: "openshift" }));
  if (!callsOf(given).some((call) => member(call, "op") === "UserAssignedIdentities.CreateOrUpdate")) return;
  const observed = calls.map((call) => withoutAll(call, ["op", "resourceGroup"]) ?? null);
  expectSame(comparison, "federated credentials", ours, observed);
}

function compareGcp(given: ObservedCase, requests: readonly CredentialsRequest[], comparison: Comparison): void {
  const calls = callsOf(given);
  const pool = flagOf(given, "workload-identity-pool") ?? flagOf(given, "name") ?? "";
  const project = flagOf(given, "project") ?? "";
  const account = calls.findLast((call) => member(call, "op") === "SetServiceAccountIamPolicy");
  const whole = calls.findLast((call) => member(call, "op") === "SetProjectIamPolicy");
  const [request] = requests;
  if (request === undefined || requests.length > 1) return;
  if (account !== undefined) {
    expectSame(
      comparison,
      "binding of the account",
      [gcpAccountBinding(request, projectNumber, pool)],
      member(account, "bindings"),
    );
  }
  if (whole !== undefined) {
    const email = /serviceAccount:([^"]+)"/.exec(JSON.stringify(whole))?.[1] ?? "";
    expectSame(
      comparison,
      "bindings of the project",
      gcpProjectBindings(request, project, email),
      member(whole, "bindings"),
    );
  }
}

function callsOf(given: ObservedCase): readonly Json[] {
  const calls = jsonFile(given, "expect/cloud-calls.json");
  return isJsonList(calls) ? calls : [];
}
