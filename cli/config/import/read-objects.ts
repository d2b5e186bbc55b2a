import type { Json, JsonObject } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, member } from "../../../engine/json.ts";
import { splitSource } from "../../../renderer/inject/sources.ts";
import { rethrow } from "../../../renderer/inject/faults.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { findInput } from "../../inject-input.ts";
import { readText, sourceName } from "../../input.ts";
import { workloadKinds } from "./webhook.ts";

const wanted: ReadonlySet<string> = new Set([...workloadKinds, "ConfigMap", "MutatingWebhookConfiguration"]);

/**
 * The workloads, ConfigMaps and webhook configurations of files and folders, Lists opened. Throws PodgraftError `input.*` for what cannot be
 * read.
 */
export function readObjects(operands: readonly string[]): JsonObject[] {
  const { files } = findInput(operands, rethrow);
  return files.flatMap((operand) => {
    const name = sourceName(operand);
    const { pieces } = splitSource({ name, text: readText(operand) }, wanted);
    return pieces.flatMap(({ document, action }) => {
      if (action === "pass") return [];
      const origin = { file: name, document: document.number, firstLine: document.firstLine };
      return objectsOf(readYaml(document.text, origin).value);
    });
  });
}

/** An object, or those of a List. */
export function objectsOf(value: Json): JsonObject[] {
  const items = member(value, "items");
  if (isJsonList(items)) return items.flatMap(objectsOf);
  return isJsonObject(value) ? [value] : [];
}
