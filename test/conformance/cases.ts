import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isJsonList, isJsonObject, member, parseJson, type Json, type JsonObject } from "../../engine/json.ts";
import { providers, type Provider } from "../../engine/decision.ts";

/** One observed or decided case, see README.md beside this file. */
export type Case = {
  readonly id: string;
  readonly tags: readonly string[];
  /** The chain, with each provider's settings (profile included). */
  readonly providers: readonly { readonly provider: Provider; readonly settings: JsonObject }[];
  readonly anyJitter: boolean;
  readonly namespace: { readonly name: string; readonly labels: JsonObject };
  readonly serviceAccount: JsonObject | null;
  readonly pod: JsonObject;
  readonly expect: {
    readonly decision: "pass" | "mutate" | "deny";
    readonly code: Json | undefined;
    readonly message: Json | undefined;
    readonly pod: JsonObject | undefined;
  };
};

/** Reads the cases of one file; provider and profile come from its name. */
export function readCases(file: string): Case[] {
  const list = parseJson(readFileSync(file, "utf8"));
  if (!isJsonList(list)) throw new Error(`${file}: a list of cases is wanted`);
  return list.map((item) => readCase(item, basename(file, ".json")));
}

function readCase(item: Json, name: string): Case {
  const expect = member(item, "expect") ?? null;
  const namespace = member(item, "namespace") ?? null;
  const decision = member(expect, "decision");
  if (decision !== "pass" && decision !== "mutate" && decision !== "deny")
    throw new Error(`${name}: a case without decision`);
  return {
    id: String(member(item, "id")),
    tags: listOf(member(item, "tags")).map(String),
    providers: readProviders(item, name),
    anyJitter: member(item, "jitter") === true,
    namespace: { name: String(member(namespace, "name")), labels: objectOf(member(namespace, "labels")) },
    serviceAccount: isJsonObject(member(item, "serviceAccount")) ? objectOf(member(item, "serviceAccount")) : null,
    pod: objectOf(member(item, "pod")),
    expect: {
      decision,
      code: member(expect, "code"),
      message: member(expect, "message"),
      pod: decision === "mutate" ? objectOf(member(expect, "pod")) : undefined,
    },
  };
}

function readProviders(item: Json, name: string): Case["providers"] {
  const settings = objectOf(member(item, "settings"));
  const chain = member(item, "providers");
  if (isJsonList(chain)) {
    return chain.map((entry) => {
      const provider = providerNamed(String(entry));
      return { provider, settings: objectOf(settings[provider]) };
    });
  }
  const dash = name.indexOf("-");
  return [{ provider: providerNamed(name.slice(0, dash)), settings: { profile: name.slice(dash + 1), ...settings } }];
}

function providerNamed(name: string): Provider {
  const provider = providers.find((known) => known === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

/** A JSON value as an object; absent and null are empty. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A JSON value as a list; absent and null are empty. */
export function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}
