import type { RuleSettings } from "../decision.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../json.ts";

/** Whether a label or an annotation of a Pod carries the prefix of one of the providers: somebody thought of an identity. */
export function showsIntent(pod: JsonObject, settings: RuleSettings): boolean {
  const prefixes = [
    "eks.amazonaws.com",
    "azure.workload.identity",
    "cloud.google.com",
    "pod-identity.alibabacloud.com",
    member(settings.aws, "annotationPrefix"),
    member(settings.gcp, "annotationPrefix"),
  ].filter((prefix) => typeof prefix === "string" && prefix !== "");
  const keys = [...keysOf(member(pod.metadata, "labels")), ...keysOf(member(pod.metadata, "annotations"))];
  return keys.some((key) => prefixes.some((prefix) => key.startsWith(`${prefix}/`)));
}

function keysOf(map: Json | undefined): string[] {
  return isJsonObject(map) ? Object.keys(map) : [];
}
