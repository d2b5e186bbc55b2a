import { join } from "node:path";
import { readText } from "../../cli/input.ts";
import { readRequests } from "../../credentials/requests/read-requests.ts";
import { requestClouds } from "../../credentials/requests/request.ts";
import { renderCredentials } from "../../credentials/secrets/render.ts";
import type { CloudSettings } from "../../credentials/secrets/settings.ts";
import { isJsonObject, member, parseJson, type Json } from "../../engine/json.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { jsonFile, type ObservedCase } from "./cases.ts";
import { attempt, expectSame, type Comparison } from "./outcome.ts";

/** What `credentials render --form operator` gives for the request of a case, against the Secret that the operator wrote or did not. */
export function compareInCluster(given: ObservedCase, comparison: Comparison): Promise<void> {
  return attempt(comparison, () => {
    const own = member(given.json, "cloud");
    const cloud = requestClouds.find((one) => one === own) ?? "aws";
    const file = join(given.folder, "in/request.yaml");
    const choice = { cloud, techPreview: false, needsServiceAccounts: false };
    const { requests, notices } = readRequests([{ name: file, text: readText(file) }], choice);
    const settings = {
      form: "operator",
      principals: new Map<string, string>(),
      cloud: emptySettings(cloud),
      issuer: undefined,
    } as const;
    const rendered = renderCredentials(requests, settings);
    comparison.notices.push(...notices, ...rendered.notices);
    const [manifest] = rendered.manifests;
    const observed = jsonFile(given, "expect/secret.json");
    expectSame(comparison, "Secret", secretOf(manifest?.text), withParsedAccount(withoutLeftOvers(observed)));
  });
}

/** Whether the operator ended with an error: its own exit status does not say. */
export function operatorFailed({ folder }: ObservedCase): boolean {
  return readText(join(folder, "expect/result.txt")).includes("sync error");
}

function emptySettings(cloud: CloudSettings["cloud"]): CloudSettings {
  if (cloud === "aws") return { cloud, roles: undefined };
  if (cloud === "gcp") return { cloud, pool: undefined, universeDomain: "googleapis.com" };
  return { cloud, region: undefined, subscriptionId: undefined, tenantId: undefined };
}

function secretOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  const { value } = readYaml(text);
  const metadata = member(value, "metadata");
  if (!isJsonObject(metadata)) throw new PodgraftError("internal.decision", "a Secret without metadata");
  const stringData = member(value, "stringData") ?? null;
  return withParsedAccount({ ...metadata, stringData, type: member(value, "type") ?? null });
}

/** What was in the Secret before is no part of what is rendered. */
function withoutLeftOvers(secret: Json | undefined): Json | undefined {
  if (!isJsonObject(secret)) return secret;
  return Object.fromEntries(Object.entries(secret).filter(([key]) => key !== "dataDecoded"));
}

function withParsedAccount(secret: Json | undefined): Json | undefined {
  const data = member(secret, "stringData");
  const account = member(data, "service_account.json");
  if (!isJsonObject(secret) || !isJsonObject(data) || typeof account !== "string") return secret;
  return { ...secret, stringData: { ...data, "service_account.json": parseJson(account) } };
}
