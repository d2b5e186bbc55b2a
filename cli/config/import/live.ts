import { PodgraftError } from "../../../engine/errors.ts";
import { parseJson } from "../../../engine/config/parse-json.ts";
import { member, type JsonObject } from "../../../engine/json.ts";
import { textOption, textOptions, type Call } from "../../command.ts";
import { runToolOrFail } from "../../run-tool.ts";
import { watchedConfigMaps } from "./aws.ts";
import { objectsOf } from "./read-objects.ts";
import { readWebhook } from "./translate.ts";
import { configMapsOf } from "./variables.ts";
import { findWebhooks } from "./webhook.ts";

/** What a cluster has of the webhooks, and its version. */
export type LiveCluster = { readonly objects: readonly JsonObject[]; readonly apiServerVersion: string | undefined };

/**
 * Asks the cluster through the user's kubectl: for workloads and webhook configurations, then for the ConfigMaps of the webhooks found, never
 * for Secrets. Throws PodgraftError `tool.*` with kubectl's own message.
 */
export async function readCluster(call: Call): Promise<LiveCluster> {
  const namespace = textOption(call, "namespace");
  const scope = namespace === undefined ? ["--all-namespaces"] : ["--namespace", namespace];
  const workloads = await get(call, ["get", "deployments,daemonsets,statefulsets", ...scope, "--output", "json"]);
  const webhooks = findWebhooks(workloads);
  if (webhooks.length === 0) return { objects: workloads, apiServerVersion: undefined };
  const configurations = await get(call, ["get", "mutatingwebhookconfigurations", "--output", "json"]);
  const configMaps: JsonObject[] = [];
  for (const webhook of webhooks) {
    const watched = watchedConfigMaps(readWebhook(webhook, () => undefined));
    for (const { namespace: place, name } of configMapsOf(webhook, watched)) {
      const where = ["get", "configmap", name, "--namespace", place, "--ignore-not-found", "--output", "json"];
      configMaps.push(...(await get(call, where)));
    }
  }
  const isVersionNeeded = webhooks.some(({ provider }) => provider === "azure");
  const [version] = isVersionNeeded ? await get(call, ["get", "--raw", "/version"]) : [];
  const apiServerVersion = member(version, "gitVersion");
  return {
    objects: [...workloads, ...configurations, ...configMaps],
    apiServerVersion: typeof apiServerVersion === "string" ? apiServerVersion : undefined,
  };
}

async function get(call: Call, args: readonly string[]): Promise<JsonObject[]> {
  const command = textOption(call, "kubectl-command") ?? "kubectl";
  const { stdout } = await runToolOrFail(command, [...textOptions(call, "kubectl-flag"), ...args]);
  if (stdout.trim() === "") return [];
  const value = parseJson(stdout);
  if (value !== undefined) return objectsOf(value);
  throw new PodgraftError("tool.failed", `${command} ${args.join(" ")}: what it printed is no JSON`);
}
