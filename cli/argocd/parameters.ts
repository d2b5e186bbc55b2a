import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, member, parseJson, type Json } from "../../engine/json.ts";

/** What an Application may say under `spec.source.plugin.parameters`; `packaging/argocd/plugin.yaml` announces the same. */
export type AppParameters = {
  readonly type: "helm" | "kustomize" | "directory" | undefined;
  readonly releaseName: string | undefined;
  readonly valuesFiles: readonly string[];
  /** Values of the chart, as texts. */
  readonly helmParameters: readonly (readonly [name: string, value: string])[];
  readonly environment: string | undefined;
  readonly config: string | undefined;
  /** Plain manifests: look into folders too. */
  readonly recurse: boolean;
};

const names = ["type", "release-name", "values-files", "helm-parameters", "environment", "config", "recurse"] as const;

/**
 * Reads ARGOCD_APP_PARAMETERS, a JSON list of objects with `name` and one of `string`, `array` and `map`. Throws PodgraftError
 * `config.invalid` naming the parameter: one that is not known would otherwise do nothing without a word.
 */
export function readParameters(text: string | undefined): AppParameters {
  const given = new Map<string, Json>(text === undefined || text === "" ? [] : listed(text));
  for (const name of given.keys()) {
    if (!names.some((known) => known === name)) {
      throw invalid(`parameter ${JSON.stringify(name)}: not known; there are ${names.join(", ")}`);
    }
  }
  const type = textOf(given, "type");
  if (type !== undefined && type !== "helm" && type !== "kustomize" && type !== "directory") {
    throw invalid(`parameter type ${JSON.stringify(type)}: expected helm, kustomize or directory`);
  }
  const recurse = textOf(given, "recurse") ?? "false";
  if (recurse !== "true" && recurse !== "false") {
    throw invalid(`parameter recurse ${JSON.stringify(recurse)}: expected "true" or "false"`);
  }
  return {
    type,
    releaseName: textOf(given, "release-name"),
    environment: textOf(given, "environment"),
    config: textOf(given, "config"),
    valuesFiles: textsOf(given, "values-files"),
    helmParameters: pairsOf(given, "helm-parameters"),
    recurse: recurse === "true",
  };
}

function listed(text: string): [string, Json][] {
  let list: Json;
  try {
    list = parseJson(text);
  } catch (cause) {
    throw new PodgraftError("config.invalid", "ARGOCD_APP_PARAMETERS: expected a JSON list", {}, { cause });
  }
  if (list === null) return [];
  if (!isJsonList(list)) throw invalid("ARGOCD_APP_PARAMETERS: expected a JSON list");
  return list.map((item) => {
    const name = member(item, "name");
    if (typeof name !== "string") throw invalid("ARGOCD_APP_PARAMETERS: a parameter without a name");
    return [name, item];
  });
}

/** An empty text is what the form of the web interface leaves where nothing was typed. */
function textOf(given: ReadonlyMap<string, Json>, name: string): string | undefined {
  const item = given.get(name);
  if (item === undefined) return undefined;
  const text = member(item, "string") ?? "";
  if (typeof text !== "string" || hasMember(item, "array") || hasMember(item, "map")) {
    throw invalid(`parameter ${name}: expected \`string\``);
  }
  return text === "" ? undefined : text;
}

function textsOf(given: ReadonlyMap<string, Json>, name: string): string[] {
  const item = given.get(name);
  if (item === undefined) return [];
  const list = member(item, "array") ?? [];
  const texts = isJsonList(list) ? list.filter((one) => typeof one === "string") : [];
  if (!isJsonList(list) || texts.length < list.length || hasMember(item, "string") || hasMember(item, "map")) {
    throw invalid(`parameter ${name}: expected \`array\`, a list of texts`);
  }
  return texts;
}

function pairsOf(given: ReadonlyMap<string, Json>, name: string): [string, string][] {
  const item = given.get(name);
  if (item === undefined) return [];
  const map = member(item, "map") ?? {};
  if (!isJsonObject(map) || hasMember(item, "string") || hasMember(item, "array")) {
    throw invalid(`parameter ${name}: expected \`map\`, an object of texts`);
  }
  return Object.entries(map).map(([key, value]) => {
    if (typeof value !== "string") throw invalid(`parameter ${name}, ${JSON.stringify(key)}: expected a text`);
    return [key, value];
  });
}

function hasMember(item: Json, name: string): boolean {
  return (member(item, name) ?? null) !== null;
}

function invalid(message: string): PodgraftError {
  return new PodgraftError("config.invalid", message);
}
