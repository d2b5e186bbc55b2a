import type { AzureSettings, Config } from "../../engine/config/config.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";

/** Which keys of a map of labels or annotations are kept: all, or those with one of the prefixes and those named. */
export type KeyFilter = "all" | { readonly prefixes: readonly string[]; readonly keys: readonly string[] };

/** What is kept of the two kinds of objects; the rest is forgotten as soon as it is read. */
export type WantedKeys = { readonly serviceAccounts: KeyFilter; readonly namespaces: KeyFilter };

/** Labels of Podgraft's own: mode and break-glass. */
const ownPrefix = "podgraft.dev/";
const azurePrefix = "azure.workload.identity/";
const alibabaPrefix = "pod-identity.alibabacloud.com/";

/**
 * What the rules can read of ServiceAccounts and Namespaces under a configuration: the enabled providers' prefixes, as configured, the labels
 * that a Namespace selector names, and Podgraft's own labels. Under another configuration the answer may be another, so a cluster is made anew
 * where {@link sameWantedKeys} says no.
 */
export function wantedKeys({ providers }: Pick<Config, "providers">): WantedKeys {
  const { aws, azure, gcp, alibaba } = providers;
  const prefixes = [
    ...(aws === undefined ? [] : [`${aws.annotationPrefix}/`]),
    ...(azure === undefined ? [] : [azurePrefix]),
    ...(gcp === undefined ? [] : [`${gcp.annotationPrefix}/`]),
    ...(alibaba === undefined ? [] : [alibabaPrefix]),
  ];
  // Google's webhook joins prefix and name as a path, so that an unusual prefix gives keys that do not start with it.
  const unusual = gcp !== undefined && !isPlainPrefix(gcp.annotationPrefix);
  return {
    serviceAccounts: unusual ? "all" : { prefixes, keys: [] },
    namespaces: { prefixes: [ownPrefix, alibabaPrefix], keys: azure === undefined ? [] : selectorKeys(azure) },
  };
}

/** Whether two configurations keep the same, so that what is cached under one serves the other. */
export function sameWantedKeys(left: WantedKeys, right: WantedKeys): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isPlainPrefix(prefix: string): boolean {
  return /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(prefix);
}

function selectorKeys({ mutatingWebhookNamespaceSelector: selector }: AzureSettings): string[] {
  const expressions = selector.matchExpressions ?? [];
  return [...Object.keys(selector.matchLabels ?? {}), ...expressions.map(({ key }) => key)].sort();
}

/** The metadata with only what is wanted: `labels` and `annotations`, each absent where nothing of it is left. Values that are neither text nor null are dropped. */
export function keepWanted(metadata: Json | undefined, filter: KeyFilter, keep: (text: string) => string): JsonObject {
  const labels = keptOf(member(metadata, "labels"), filter, keep);
  const annotations = keptOf(member(metadata, "annotations"), filter, keep);
  if (labels === undefined && annotations === undefined) return nothing;
  return { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) };
}

/** Most ServiceAccounts carry no identity: they all share this. */
const nothing: JsonObject = Object.freeze({});

function keptOf(map: Json | undefined, filter: KeyFilter, keep: (text: string) => string): JsonObject | undefined {
  if (!isJsonObject(map)) return undefined;
  const kept: [string, string | null][] = [];
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (!isWanted(key, filter)) continue;
    if (typeof value === "string") kept.push([keep(key), keep(value)]);
    if (value === null) kept.push([keep(key), null]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function isWanted(key: string, filter: KeyFilter): boolean {
  if (filter === "all") return true;
  return filter.prefixes.some((prefix) => key.startsWith(prefix)) || filter.keys.includes(key);
}
