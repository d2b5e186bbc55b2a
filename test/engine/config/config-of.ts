import type { Config } from "../../../engine/config/config.ts";
import { resolveConfig, type ResolveOptions } from "../../../engine/config/resolve.ts";
import { describeError, PodgraftError } from "../../../engine/errors.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";

/** A whole file with these settings. */
export function fileWith(settings: JsonObject): JsonObject {
  return { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", ...settings };
}

/** The resolved configuration of a file with these settings. */
export function configOf(settings: JsonObject, options: ResolveOptions = {}): Config {
  return resolveConfig({ file: "podgraft.yaml", value: fileWith(settings), ...options });
}

/** What is wrong with a configuration, one line a fault; `[]` where nothing is. */
export function faultsOf(value: Json | undefined, options: ResolveOptions = {}): readonly string[] {
  try {
    resolveConfig({ file: "podgraft.yaml", value, ...options });
    return [];
  } catch (error) {
    if (!(error instanceof PodgraftError) || error.code !== "config.invalid") throw error;
    return describeError(error).split("\n");
  }
}

/** As {@link faultsOf}, for a file with these settings. */
export function faultsWith(settings: JsonObject, options: ResolveOptions = {}): readonly string[] {
  return faultsOf(fileWith(settings), options);
}
