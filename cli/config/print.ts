import { configDigest } from "../../engine/config/digest.ts";
import { nearest } from "../../engine/config/nearest.ts";
import { presetSettings } from "../../engine/config/layers/presets.ts";
import { formatPath } from "../../engine/config/path.ts";
import type { Leaf } from "../../engine/config/tree.ts";
import { providers } from "../../engine/decision.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { member } from "../../engine/json.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { printable } from "../../report/printable.ts";
import { textOption, type Call, type Command, type Outcome } from "../command.ts";
import { configurationOptions, loadConfiguration, type LoadedConfiguration } from "../configuration.ts";
import { shortName } from "../short-name.ts";
import { comment, entryLines, type Entry } from "./commented-yaml.ts";
import { originOf, type Origin } from "./origin.ts";

/** `podgraft config print`: what the configuration comes to. */
export const printCommand: Command = {
  name: "config print",
  summary: "Print each resolved setting and where it came from, and the digests",
  operands: "[OPTIONS] [KEY]...",
  description:
    "Resolves the configuration as every other command does and prints each setting with the place that it came from: a line of a file, an\n" +
    "environment, a preset, --set, or the default; with keys, only those settings. The digests of configuration and rule module are those\n" +
    "in reports and metrics: where two are equal, the same decisions are made. YAML output is itself a configuration of the same meaning.",
  options: [
    ...configurationOptions,
    { name: "format", value: "text|json|yaml", description: "How the settings are written (default text)" },
  ],
  examples: [
    { title: "Everything that counts here", command: "podgraft config print" },
    { title: "Who sets the region in production?", command: "podgraft config print --environment prod providers.aws" },
    {
      title: "The digest, for a script",
      command: "podgraft config print --format json | jq -r .digests.configuration",
    },
  ],
  run: (call) => Promise.resolve(runPrint(call)),
};

type Digests = { readonly configuration: string; readonly module: string };
type Setting = { readonly leaf: Leaf; readonly key: string; readonly origin: Origin };

function runPrint(call: Call): Outcome {
  const format = readFormat(call);
  const loaded = loadConfiguration(call);
  const all = loaded.provenance.map((leaf) => ({
    leaf,
    key: formatPath(leaf.path),
    origin: originOf(leaf, loaded),
  }));
  const settings = call.operands.length === 0 ? all : only(all, call.operands);
  const digests = { configuration: configDigest(loaded.config), module: loadRuleModule().digest };
  switch (format) {
    case "text":
      return { status: 0, stdout: printText(settings, digests, loaded) };
    case "json":
      return { status: 0, stdout: printJson(settings, digests, loaded, textOption(call, "environment")) };
    case "yaml":
      return {
        status: 0,
        stdout: printYaml(call.operands.length === 0 ? [...settings, ...switchedOff(loaded)] : settings, digests),
      };
  }
}

function readFormat(call: Call): "text" | "json" | "yaml" {
  const value = textOption(call, "format") ?? "text";
  if (value === "text" || value === "json" || value === "yaml") return value;
  throw new PodgraftError("usage.invalid", `--format ${JSON.stringify(value)}: expected text, json or yaml`);
}

/** The settings that `keys` name, each alone or with all below it. */
function only(settings: readonly Setting[], keys: readonly string[]): Setting[] {
  const isAt = (setting: Setting, key: string): boolean =>
    setting.key === key || (setting.key.startsWith(key) && /^[.[]/.test(setting.key.slice(key.length)));
  for (const key of keys) {
    if (settings.some((setting) => isAt(setting, key))) continue;
    const proposed = nearest(key, [...new Set(settings.flatMap(({ leaf }) => keysTo(leaf)))]);
    const proposal = proposed === undefined ? "" : `; did you mean ${proposed}?`;
    throw new PodgraftError("usage.invalid", `no setting ${JSON.stringify(key)} in this configuration${proposal}`);
  }
  return settings.filter((setting) => keys.some((key) => isAt(setting, key)));
}

/** The keys of a setting and of everything around it. */
function keysTo({ path }: Leaf): string[] {
  return path.map((_, index) => formatPath(path.slice(0, index + 1)));
}

function printText(settings: readonly Setting[], digests: Digests, { file }: LoadedConfiguration): string {
  const rows = settings.map(
    ({ leaf, key, origin }) => [`${key} = ${JSON.stringify(leaf.value)}`, origin.text] as const,
  );
  const width = Math.min(72, Math.max(0, ...rows.map(([setting]) => setting.length)));
  return [
    `configuration  ${digests.configuration}  ${file === undefined ? "(no file)" : shortName(file)}`,
    `module         ${digests.module}`,
    "",
    ...rows.map(([setting, origin]) => `${setting.padEnd(width)}  ${origin}`),
    "",
  ]
    .map(printable)
    .join("\n");
}

function printJson(
  settings: readonly Setting[],
  digests: Digests,
  { file }: LoadedConfiguration,
  environment: string | undefined,
): string {
  const values = settings.map(({ leaf, key, origin: { text, place } }) => ({
    key,
    value: leaf.value,
    source: { kind: leaf.source.kind, text, ...place },
  }));
  return `${JSON.stringify({ digests, file: file === undefined ? null : shortName(file), environment: environment ?? null, values }, null, 2)}\n`;
}

/** The clouds that the preset switches on and something above it off again. */
function switchedOff({ config }: LoadedConfiguration): Setting[] {
  const preset = config.preset ?? "";
  const switchedOn = member(presetSettings(preset), "providers");
  return providers
    .filter((provider) => member(switchedOn, provider) !== undefined && config.providers[provider] === undefined)
    .map((provider) => ({
      leaf: { path: ["providers", provider], value: null, source: { kind: "preset", name: preset } },
      key: `providers.${provider}`,
      origin: { text: "switched off", place: undefined },
    }));
}

/** Defaults are comments: so the output means the same even where a profile refuses that one of them is given. */
function printYaml(settings: readonly Setting[], digests: Digests): string {
  const lines = [
    comment(`configuration ${digests.configuration}`),
    comment(`module        ${digests.module}`),
    "apiVersion: podgraft.dev/v1alpha1",
    "kind: Config",
    ...entryLines(entriesAt(settings, 0)),
  ];
  return `${lines.join("\n")}\n`;
}

function entriesAt(settings: readonly Setting[], depth: number): Entry[] {
  const byKey = new Map<string, Setting[]>();
  for (const setting of settings) {
    const key = String(setting.leaf.path[depth]);
    byKey.set(key, [...(byKey.get(key) ?? []), setting]);
  }
  return [...byKey].map(([key, members]): Entry => {
    const [first] = members;
    if (first?.leaf.path.length === depth + 1) {
      const { leaf, origin } = first;
      return { key, content: { value: leaf.value }, note: origin.text, off: leaf.source.kind === "default" };
    }
    return { key, content: { entries: entriesAt(members, depth + 1) }, off: !isSaid(members, depth) };
  });
}

/** Whether a map has to be written: something in it is no default, or it is a provider, which is on by being there. */
function isSaid(members: readonly Setting[], depth: number): boolean {
  return members.some(({ leaf }) => leaf.source.kind !== "default" || (leaf.path[0] === "providers" && depth < 2));
}
