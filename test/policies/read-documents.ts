import { createChain } from "../../engine/decide.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import { collectKnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import type { Finding } from "../../engine/document/finding.ts";
import { isJsonList, isJsonObject, member, type Json } from "../../engine/json.ts";
import { locatePods } from "../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../engine/locate/table.ts";
import type { RuleModule } from "../../engine/wasm/host.ts";
import { readList } from "./read-fixtures.ts";

/** A document, the configuration and what is known around it, and every finding that is told about it, in order. */
export type DocumentFixture = {
  readonly title: string;
  /** A configuration without its head. */
  readonly config: Json;
  /** ServiceAccounts and Namespaces. */
  readonly known: readonly Json[];
  readonly document: Json;
  readonly expect: readonly { readonly code: string }[];
};

/** The fixtures of `documents.json`. */
export function documentFixtures(): DocumentFixture[] {
  return readList("documents.json").map((item) => ({
    title: String(member(item, "title")),
    config: member(item, "config") ?? {},
    known: listOf(member(item, "known")),
    document: member(item, "document") ?? null,
    expect: listOf(member(item, "expect")).map(asFinding),
  }));
}

/** The findings of the document and of its Pods. */
export function runDocument({ config, known, document }: DocumentFixture, module: RuleModule): readonly Finding[] {
  const rules = rulesOf(config, module);
  const objects = known.flatMap((object) => locatePods(object, rules.table).objects);
  const { findings, pods } = decideDocument(document, rules, collectKnownObjects(objects, null));
  return [...findings, ...pods.flatMap((pod) => pod.findings)];
}

function rulesOf(given: Json, module: RuleModule): Rules {
  const head = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config" };
  const config = resolveConfig({ file: "podgraft.yaml", value: isJsonObject(given) ? { ...head, ...given } : head });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return { module, config, chain: createChain(order, ruleSettings(config)), table: builtInTable() };
}

function asFinding(value: Json): { readonly code: string } {
  const code = member(value, "code");
  if (!isJsonObject(value) || typeof code !== "string") throw new Error("documents.json: a finding has a code");
  return { ...value, code };
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}
