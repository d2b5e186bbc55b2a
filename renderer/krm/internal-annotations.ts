import { isJsonObject, type JsonObject } from "../../engine/json.ts";

const internalPrefixes: readonly string[] = ["internal.config.kubernetes.io/", "config.kubernetes.io/"];
const internalKeys: ReadonlySet<string> = new Set(["config.k8s.io/id", "kustomize.config.k8s.io/id"]);

/** Whether an annotation is a note between an orchestrator and its functions, which is no property of the object. */
export function isInternalAnnotation(key: string): boolean {
  return internalKeys.has(key) || internalPrefixes.some((prefix) => key.startsWith(prefix));
}

/**
 * An object as the rules may see it: without the internal annotations in its `metadata`. The map stays where it becomes empty, so that a
 * patch made for the result fits the original.
 */
export function withoutInternalAnnotations(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata) || !isJsonObject(metadata.annotations)) return object;
  const annotations = Object.entries(metadata.annotations).filter(([key]) => !isInternalAnnotation(key));
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(annotations) } };
}
