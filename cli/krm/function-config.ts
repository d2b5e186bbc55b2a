import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { Call } from "../command.ts";

/** What a functionConfig says: options of the command, and the configuration itself where it is one. */
export type FunctionSettings = { readonly options: Call["options"]; readonly config: JsonObject | undefined };

/** What a ConfigMap may set; of the repeatable ones, one value a line. */
const settable = ["config", "environment", "namespace", "fail-on"] as const;
const repeatable = ["set", "context"] as const;

/**
 * Reads a functionConfig: our own `Config`, which then is the configuration, or a ConfigMap whose `data` are options. Throws PodgraftError
 * `config.invalid` for anything else, naming what is possible.
 */
export function readFunctionConfig(functionConfig: JsonObject | null): FunctionSettings {
  if (functionConfig === null) return { options: {}, config: undefined };
  const { apiVersion, kind } = functionConfig;
  if (apiVersion === "podgraft.dev/v1alpha1" && kind === "Config") return { options: {}, config: functionConfig };
  if (apiVersion === "v1" && kind === "ConfigMap") {
    return { options: optionsIn(member(functionConfig, "data") ?? {}), config: undefined };
  }
  throw invalid(
    `functionConfig is ${JSON.stringify(kind ?? null)} of ${JSON.stringify(apiVersion ?? null)}: expected the kind Config of podgraft.dev/v1alpha1, which is the configuration itself, or a ConfigMap of options`,
  );
}

function optionsIn(data: Json): Call["options"] {
  if (!isJsonObject(data)) throw invalid("functionConfig.data: expected an object");
  const options = Object.entries(data).map(([key, value]): [string, string | string[]] => {
    if (typeof value !== "string")
      throw invalid(`functionConfig.data.${key}: expected a text; put the value in quotes`);
    if (isOneOf(settable, key)) return [key, value];
    if (isOneOf(repeatable, key)) return [key, value.split("\n").filter((line) => line.trim() !== "")];
    const known = [...settable, ...repeatable].join(", ");
    throw invalid(`functionConfig.data.${JSON.stringify(key)}: not known; there are ${known}`);
  });
  return Object.fromEntries(options);
}

function isOneOf(names: readonly string[], key: string): boolean {
  return names.includes(key);
}

function invalid(message: string): PodgraftError {
  return new PodgraftError("config.invalid", message);
}
