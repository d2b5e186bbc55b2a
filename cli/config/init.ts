import { configSchema } from "../../engine/config/generated/schema.ts";
import { presetSettings } from "../../engine/config/layers/presets.ts";
import { memberSchema } from "../../engine/config/schema/lookup.ts";
import type { Schema } from "../../engine/config/schema/schema.ts";
import { providers, type Provider } from "../../engine/decision.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { member, type Json } from "../../engine/json.ts";
import { textOption, textOptions, type Call, type Command, type Outcome } from "../command.ts";
import { entryLines, type Entry } from "./commented-yaml.ts";
import { forceOption, writeConfiguration } from "./write-configuration.ts";

const presetNames = memberSchema(configSchema, "preset")?.enum ?? [];

/** `podgraft config init`: a configuration to begin with. */
export const initCommand: Command = {
  name: "config init",
  summary: "Write a small podgraft.yaml with comments, to begin with",
  operands: "[OPTIONS]",
  description:
    "Writes a configuration with the clouds that are asked for and comments about the settings that clusters differ in. It is valid as it\n" +
    "is; values that only the owner of a cluster knows are placeholders, and are named. A file that is there is left alone.",
  options: [
    { name: "preset", value: presetNames.join("|"), description: "Begin with the settings of a platform" },
    { name: "provider", value: providers.join("|"), repeatable: true, description: "Switch a cloud on" },
    {
      name: "output",
      short: "o",
      value: "FILE",
      description: "Where to write it (default podgraft.yaml; - is standard output)",
    },
    forceOption,
  ],
  examples: [
    { title: "For a cluster of EKS", command: "podgraft config init --preset eks" },
    { title: "For two clouds, to look at", command: "podgraft config init --provider azure --provider gcp --output -" },
  ],
  run: (call) => Promise.resolve(runInit(call)),
};

/** The settings in which clusters differ most, in the order of the schema. */
const usual: { readonly [provider in Provider]: readonly string[] } = {
  aws: ["profile", "awsDefaultRegion", "stsRegionalEndpoint"],
  azure: ["profile", "azureTenantId", "azureEnvironment"],
  gcp: ["profile", "gcpDefaultRegion", "gcloudImage"],
  alibaba: ["profile", "accountUid", "clusterId", "region"],
};

/** What a provider cannot be on without, with values that pass and cannot be meant. */
const placeholders: { readonly [provider in Provider]: { readonly [key: string]: string } } = {
  aws: {},
  azure: { azureTenantId: "00000000-0000-0000-0000-000000000000" },
  gcp: {},
  alibaba: { accountUid: "0000000000000000", clusterId: "c00000000000000000000000000000000" },
};

function runInit(call: Call): Outcome {
  if (call.operands.length > 0) {
    const message = `${call.operands.join(" ")}: init takes no operands; name the file with --output`;
    throw new PodgraftError("usage.invalid", message);
  }
  const preset = chosen("preset", textOption(call, "preset"), presetNames);
  const settings = preset === undefined ? undefined : presetSettings(preset);
  const asked = textOptions(call, "provider").map((name) => chosen("provider", name, providers));
  const on = providers.filter(
    (provider) => asked.includes(provider) || member(member(settings, "providers"), provider) !== undefined,
  );
  const missing = on.flatMap((provider) =>
    Object.keys(placeholders[provider]).map((key) => `providers.${provider}.${key}`),
  );
  const told = missing.map((key) => `replace the placeholder of ${key}`);
  return writeConfiguration(call, configurationText(preset, on, settings), "podgraft.yaml", told);
}

function chosen<Name extends string>(
  option: string,
  value: string | undefined,
  known: readonly Name[],
): Name | undefined {
  const found = known.find((name) => name === value);
  if (value === undefined || found !== undefined) return found;
  throw new PodgraftError("usage.invalid", `--${option} ${JSON.stringify(value)}: expected one of ${known.join(", ")}`);
}

function configurationText(
  preset: string | undefined,
  on: readonly Provider[],
  presetValues: Json | undefined,
): string {
  const clouds = providers.map((provider) =>
    providerEntry(provider, on.includes(provider), member(member(presetValues, "providers"), provider)),
  );
  const shown = on.length === 0 ? clouds : clouds.filter(({ off }) => off !== true);
  const entries: Entry[] = [
    { key: "apiVersion", content: { value: "podgraft.dev/v1alpha1" } },
    { key: "kind", content: { value: "Config" } },
    ...(preset === undefined ? [] : [{ key: "preset", content: { value: preset } }]),
    {
      key: "providers",
      content: { entries: shown },
      above: ["Clouds that are not here are off."],
      off: shown.every(({ off }) => off === true),
    },
    ...examples,
  ];
  const head =
    "# Settings of Podgraft; what is a comment is an example or the default. All of them: podgraft config print";
  return `${[head, ...entryLines(entries)].join("\n")}\n`;
}

function providerEntry(provider: Provider, isOn: boolean, presetValues: Json | undefined): Entry {
  const schema = memberSchema(memberSchema(configSchema, "providers") ?? {}, provider) ?? {};
  const entries = usual[provider].map((key): Entry => {
    const setting: Schema = memberSchema(schema, key) ?? {};
    const placeholder = placeholders[provider][key];
    const value = placeholder ?? member(presetValues, key) ?? setting.default ?? null;
    const said = setting.description ?? "";
    const note = placeholder === undefined ? undefined : "replace this placeholder";
    // A mapping of comments alone would be none; and a profile that is written down stays when the default moves on.
    return { key, content: { value }, above: [said], note, off: placeholder === undefined && key !== "profile" };
  });
  return { key: provider, content: { entries }, off: !isOn };
}

const examples: readonly Entry[] = [
  {
    key: "environments",
    off: true,
    above: ["Laid over the rest by --environment NAME."],
    content: { value: { prod: { admission: { mode: "enforce" } } } },
  },
  {
    key: "context",
    off: true,
    above: ["ServiceAccounts and Namespaces that are not among the manifests."],
    content: { value: { files: ["cluster/serviceaccounts.yaml"] } },
  },
  {
    key: "identities",
    off: true,
    above: ["Annotations of ServiceAccounts that are kept elsewhere; the first match counts."],
    content: {
      value: [
        {
          match: { namespace: "shop", serviceAccount: "orders" },
          annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/orders" },
        },
      ],
    },
  },
];
