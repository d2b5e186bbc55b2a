import fc from "fast-check";
import { createChain } from "../../../engine/chain/chain.ts";
import { resolveConfig } from "../../../engine/config/resolve.ts";
import { ruleSettings } from "../../../engine/config/rule-settings.ts";
import { collectKnownObjects } from "../../../engine/context/known-objects.ts";
import { providers } from "../../../engine/decision.ts";
import type { Rules } from "../../../engine/document/decide-document.ts";
import { jsonEqual, type Json, type JsonObject } from "../../../engine/json.ts";
import { builtInTable, podKinds } from "../../../engine/locate/table.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { injectSource, type InjectedDocument, type InjectedSource } from "../../../renderer/inject/inject.ts";
import { objectsIn, splitSource } from "../../../renderer/inject/sources.ts";
import { applied } from "../../corpus/check-file.ts";
import { readIndependently } from "../../corpus/independent-reader.ts";
import { printRandomly, randomSource } from "../yaml/random-documents.ts";
import { putBack } from "../yaml/put-back.ts";
import { manifests } from "./random-manifests.ts";

const settings: JsonObject = {
  aws: { awsDefaultRegion: "eu-west-1" },
  azure: { azureTenantId: "7f3b2a10-2222-4333-8444-ddddeeeeffff" },
  gcp: { gcpDefaultRegion: "europe-west1" },
  alibaba: { accountUid: "1", clusterId: "c", region: "cn-hangzhou" },
};

let module: Rules["module"] | undefined;

function rulesFor(chosen: number): Rules {
  const order = providers.filter((_, index) => (chosen & (1 << index)) !== 0);
  const value = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Config",
    providers: Object.fromEntries(order.map((provider) => [provider, settings[provider] ?? {}])),
  };
  const config = resolveConfig({ value });
  module ??= loadRuleModule();
  return { module, config, chain: createChain(order, ruleSettings(config)), table: builtInTable() };
}

/** All sixteen choices of providers, made once. */
const everyChoice = Array.from({ length: 16 }, (_, chosen) => rulesFor(chosen));

/** What a run of random cases came to, so that a run without a single injection does not count as a success. */
export type Outcome = { cases: number; injected: number };

/**
 * Prints random Kubernetes objects in random styles, injects, and compares with a reader that is not ours. Throws with the text and the
 * seed for a case that does not hold.
 */
export function checkRandomManifests(numRuns: number, seed: number): Outcome {
  const outcome: Outcome = { cases: 0, injected: 0 };
  fc.assert(
    fc.property(manifests, fc.nat(15), fc.integer(), (objects, chosen, style) => {
      outcome.cases += 1;
      const rules = everyChoice[chosen];
      const text = printStream(objects, style);
      if (rules !== undefined && checkText(text, rules)) outcome.injected += 1;
    }),
    { numRuns, seed, endOnFailure: false },
  );
  return outcome;
}

function printStream(objects: readonly Json[], style: number): string {
  const random = randomSource(style);
  return objects
    .map((object, index) => {
      const text = printRandomly(object, random);
      const ended = text.endsWith("\n") || index === objects.length - 1 ? text : `${text}\n`;
      return index === 0 || /^(?:# c\r?\n)?---/.test(text) ? ended : `---\n${ended}`;
    })
    .join("");
}

/** Whether anything was injected; throws where something is not as it should be. */
function checkText(text: string, rules: Rules): boolean {
  const injected = injectOrFail(text, rules);
  for (const document of injected.kept) checkDocument(document, text);
  const again = injectOrFail(injected.text, rules);
  if (again.changed || again.text !== injected.text) fail("a second run changes something", text);
  if (!injected.changed && injected.text !== text) fail("unchanged, but other bytes", text);
  return injected.changed;
}

function injectOrFail(text: string, rules: Rules): InjectedSource<InjectedDocument> {
  try {
    return inject(text, rules);
  } catch (error) {
    return fail(String(error), text);
  }
}

function inject(text: string, rules: Rules): InjectedSource<InjectedDocument> {
  const source = splitSource({ name: "random", text }, podKinds(rules.table));
  return injectSource(
    source,
    rules,
    collectKnownObjects(objectsIn([source], rules.table), null),
    (document) => document,
  );
}

function checkDocument({ read, decided, text: after, ranges, copies }: InjectedDocument, text: string): void {
  if (decided.patch.length === 0) {
    if (after !== read.document.text) fail("no patch, but another text", text);
    return;
  }
  if (putBack({ text: after, ranges, copies }) !== read.document.text) fail("the input does not come back", text);
  const before = readIndependently(read.document.text);
  const meaning = readIndependently(after);
  if (before === undefined || meaning === undefined) return fail("another reader refuses it", text);
  const expected = applied(before, decided.patch);
  if (expected === undefined || !jsonEqual(expected, meaning))
    fail(`the meaning differs: ${JSON.stringify(meaning)} instead of ${JSON.stringify(expected)}`, text);
}

function fail(what: string, text: string): never {
  throw new Error(`${what}, in\n${text}`);
}
