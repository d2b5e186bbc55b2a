import type { RuleSettings } from "../decision.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../json.ts";

const usualPrefixes: readonly string[] = [
  "eks.amazonaws.com",
  "azure.workload.identity",
  "cloud.google.com",
  "pod-identity.alibabacloud.com",
];

/** Whether a label or an annotation of a Pod carries the prefix of one of the providers: somebody thought of an identity. */
export function showsIntent(pod: JsonObject, settings: RuleSettings): boolean {
  const configured: readonly (Json | undefined)[] = [
    member(settings.aws, "annotationPrefix"),
    member(settings.gcp, "annotationPrefix"),
  ];
  const prefixes = [...usualPrefixes, ...configured.filter(isText)];
  const keys = [...keysOf(member(pod.metadata, "labels")), ...keysOf(member(pod.metadata, "annotations"))];
  return keys.some((key) => prefixes.some((prefix) => key.startsWith(`${prefix}/`)));
}

function keysOf(map: Json | undefined): string[] {
  return isJsonObject(map) ? Object.keys(map) : [];
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
