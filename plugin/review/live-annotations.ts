import { isJsonList, member, type Json, type JsonObject } from "../../engine/json.ts";

/**
 * Keys of annotations that a running Pod reads through a volume and that an update changes: all that an update can do to an identity, as
 * Google's direct mode keeps the credential's configuration in one.
 */
export function changedLiveAnnotations(pod: JsonObject, before: JsonObject | null): ReadonlySet<string> {
  const changed = [...annotationsRead(pod)].filter((key) => annotation(pod, key) !== annotation(before, key));
  return new Set(changed);
}

function annotationsRead(pod: JsonObject): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const volume of listAt(member(pod.spec, "volumes"))) {
    const sources = [volume, ...listAt(member(member(volume, "projected"), "sources"))];
    for (const source of sources) {
      for (const item of listAt(member(member(source, "downwardAPI"), "items"))) {
        const key = annotationOf(member(member(item, "fieldRef"), "fieldPath"));
        if (key !== undefined) keys.add(key);
      }
    }
  }
  return keys;
}

function annotationOf(fieldPath: Json | undefined): string | undefined {
  return typeof fieldPath === "string" ? /^metadata\.annotations\['(.*)'\]$/s.exec(fieldPath)?.[1] : undefined;
}

function annotation(pod: JsonObject | null, key: string): Json | undefined {
  return member(member(pod?.metadata, "annotations"), key);
}

function listAt(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}
