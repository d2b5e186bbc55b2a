import type { Config } from "../config.ts";
import type { JsonObject } from "../../json.ts";

/** The names of the presets. */
export type PresetName = NonNullable<Config["preset"]>;

/**
 * What a platform's own webhook is started with, as far as it differs from the official webhook's defaults. Values that every cluster
 * has its own of (tenant, account, cluster ID, region) stay with the user.
 */
const presets: { readonly [name in PresetName]: JsonObject } = {
  // Regional STS endpoints are the default of the managed webhook only.
  eks: { providers: { aws: { stsRegionalEndpoint: true } } },
  aks: { providers: { azure: { logLevel: "info" } } },
  ack: { providers: { alibaba: {} } },
  // The operator starts the webhook with us-east-1 where the Infrastructure object names no region.
  "openshift-aws": { providers: { aws: { awsDefaultRegion: "us-east-1" } } },
  "openshift-azure": { providers: { azure: { profile: "1.5.1", logLevel: "info" } } },
  "openshift-gcp": { providers: { gcp: { profile: "0.7.0" } } },
  kops: { providers: { aws: { tokenAudience: "amazonaws.com" } } },
};

/** The settings of a preset, to be laid under all others; `undefined` for a name that is no preset. */
export function presetSettings(name: string): JsonObject | undefined {
  return isPresetName(name) ? presets[name] : undefined;
}

function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}
