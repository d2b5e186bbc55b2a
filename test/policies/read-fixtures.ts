import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { declaredContainers } from "../../engine/allow/providers.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { parseJson } from "../../engine/config/parse-json.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { providers, type Owner, type Provider, type RuleInput, type RuleSettings } from "../../engine/decision.ts";
import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import type { RuleModule } from "../../engine/wasm/host.ts";

/** One Pod, what is known around it, and the full decision that a provider's rules must give. */
export type Fixture = {
  readonly title: string;
  readonly provider: Provider;
  readonly input: RuleInput;
  readonly settings: RuleSettings;
  /** The provider's settings as they stand in a configuration. */
  readonly given: JsonObject;
  /** A decision as `policies/schema/decision.json` has it. */
  readonly expect: JsonObject;
};

const folder = new URL("../../../test/policies/fixtures/", import.meta.url);

/** The fixtures of a provider: its own file, and its entries in `shared.json`. */
export function readFixtures(provider: Provider): Fixture[] {
  return [`${provider}.json`, "shared.json"].flatMap((name) =>
    readList(name)
      .filter((item) => (member(item, "provider") ?? provider) === provider)
      .map((item) => readFixture(item, provider)),
  );
}

/** The entries of one file in the folder of fixtures. */
export function readList(name: string): readonly Json[] {
  const file = fileURLToPath(new URL(name, folder));
  const list = parseJson(readFileSync(file, "utf8"));
  if (!isJsonList(list)) throw new Error(`${name}: a list of fixtures is wanted`);
  return list;
}

function readFixture(item: Json, provider: Provider): Fixture {
  const pod = objectAt(item, "pod");
  const declared = member(item, "declared");
  return {
    title: member(item, "provider") === undefined ? `${provider}: ${textAt(item, "title")}` : textAt(item, "title"),
    provider,
    input: {
      evaluate: [provider],
      pod,
      namespace: namespaceOf(objectAt(item, "namespace")),
      serviceAccount: serviceAccountOf(objectAt(item, "serviceAccount")),
      owner: ownerOf(member(item, "owner"), pod),
      declared: declared === undefined ? { [provider]: declaredContainers[provider] } : declaredBy(declared),
    },
    settings: settingsOf(provider, objectAt(item, "settings")),
    given: objectAt(item, "settings"),
    expect: objectAt(item, "expect"),
  };
}

/** The settings by way of the real configuration, so that every default is the real one. */
function settingsOf(provider: Provider, settings: JsonObject): RuleSettings {
  const value = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", providers: { [provider]: settings } };
  return ruleSettings(resolveConfig({ file: `${provider}.yaml`, value }));
}

function namespaceOf(namespace: JsonObject): RuleInput["namespace"] {
  const { name, labels } = namespace;
  return { name: typeof name === "string" ? name : null, labels: isJsonObject(labels) ? labels : null };
}

function serviceAccountOf(account: JsonObject): RuleInput["serviceAccount"] {
  const { found, metadata } = account;
  return {
    name: textAt(account, "name"),
    found: typeof found === "boolean" ? found : null,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}

/** Absent, it is the Pod under its own name, as at admission. */
function ownerOf(owner: Json | undefined, pod: JsonObject): Owner {
  const given = isJsonObject(owner) ? owner : { kind: "Pod", name: member(pod.metadata, "name") ?? "" };
  return {
    apiVersion: "v1",
    kind: textAt(given, "kind"),
    name: textAt(given, "name"),
    path: [],
    nameIsFinal: member(given, "nameIsFinal") !== false,
  };
}

function declaredBy(declared: Json): RuleInput["declared"] {
  const found: { [provider in Provider]?: readonly string[] } = {};
  for (const provider of providers) {
    const names = member(declared, provider);
    if (isJsonList(names)) found[provider] = names.map(String);
  }
  return found;
}

function objectAt(item: Json, key: string): JsonObject {
  const value = member(item, key);
  if (!isJsonObject(value)) throw new Error(`${JSON.stringify(member(item, "title"))}: ${key} must be an object`);
  return value;
}

function textAt(item: Json, key: string): string {
  const value = member(item, key);
  if (typeof value !== "string") throw new Error(`${JSON.stringify(member(item, "title"))}: ${key} must be a string`);
  return value;
}

/** Whether two decisions are the same in every member; the order of object keys means nothing. */
export function sameDecision(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/** The first fixture whose decision is another one through Wasm, or undefined; a module that fails or answers nonsense is a fault. */
export function firstDeviation(fixtures: readonly Fixture[], module: RuleModule): string | undefined {
  return fixtures.find((fixture) => !isReproduced(fixture, module))?.title;
}

function isReproduced({ provider, input, settings, expect }: Fixture, module: RuleModule): boolean {
  try {
    return sameDecision(module.evaluate(input, settings)[provider], expect);
  } catch {
    return false;
  }
}
