import { providers } from "../../../engine/decision.ts";
import { comment, entryLines, type Entry } from "../commented-yaml.ts";
import { providerSchema } from "./setting-names.ts";
import type { Schema } from "../../../engine/config/schema/schema.ts";
import type { Setting, Translation } from "./translate.ts";

/** The configuration that translations make, with where each value is from and what could not be taken over as comments. */
export function configurationText(translations: readonly Translation[]): string {
  const entries: Entry[] = [
    { key: "apiVersion", content: { value: "podgraft.dev/v1alpha1" } },
    { key: "kind", content: { value: "Config" } },
    { key: "providers", content: { entries: translations.map(providerEntry) } },
    ...orderEntry(translations),
  ];
  return `${[comment("Imported from the settings of official webhooks."), ...entryLines(entries)].join("\n")}\n`;
}

function providerEntry({ webhook, settings, remarks }: Translation): Entry {
  const { provider, kind, namespace, name } = webhook;
  return {
    key: provider,
    above: [
      `${kind} ${namespace}/${name}`,
      ...remarks.map(({ severity, about, reason }) => `${severity}: ${about}: ${reason}`),
    ],
    content: { entries: settingEntries(settings, providerSchema(provider), 0) },
  };
}

/** Settings as members, in the schema's order. */
function settingEntries(settings: readonly Setting[], schema: Schema, depth: number): Entry[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]): Entry[] => {
    const members = settings.filter(({ path }) => path[depth] === key);
    const [first] = members;
    if (first === undefined) return [];
    if (first.path.length === depth + 1) return [{ key, content: { value: first.value }, note: first.note }];
    return [{ key, content: { entries: settingEntries(members, property, depth + 1) } }];
  });
}

/** The API server calls webhooks in the order of their configurations' names. */
function orderEntry(translations: readonly Translation[]): Entry[] {
  const registered = translations.flatMap(({ webhook: { provider }, registration }) =>
    registration === undefined ? [] : [{ provider, name: registration.name }],
  );
  if (registered.length < 2 || registered.length < translations.length) return [];
  const sorted = registered.toSorted((left, right) =>
    left.name === right.name
      ? providers.indexOf(left.provider) - providers.indexOf(right.provider)
      : left.name < right.name
        ? -1
        : 1,
  );
  const value = sorted.map(({ provider }) => provider);
  if (value.every((provider, index) => provider === translations[index]?.webhook.provider)) return [];
  return [{ key: "order", content: { value }, note: "the names of the MutatingWebhookConfigurations" }];
}
