import { createChain, decide, type Chain, type ChainResult, type Subject } from "../../engine/decide.ts";
import { decideChain } from "../../engine/chain/chain.ts";

import type { Json, JsonObject } from "../../engine/json.ts";
import type { RuleModule } from "../../engine/wasm/host.ts";
import { resolveConfig } from "../../engine/config/resolve.ts";
import { ruleSettings } from "../../engine/config/rule-settings.ts";
import type { Case } from "./cases.ts";
import { evaluateWithOpa } from "./opa.ts";
import { differences, outcomeOf, outcomeOfResult, subjectOf, type Outcome } from "./outcome.ts";
import { brokenProperties } from "./properties.ts";

/** The verdict on one case: what came out through Wasm, and everything that is wrong with it. */
export type Verdict = { readonly given: Case; readonly outcome: Outcome; readonly faults: readonly string[] };

/** Runs every case through the Wasm module, with all properties, and, where `opa` names OPA, through OPA's interpreter as well. */
export function runCases(
  cases: readonly Case[],
  module: RuleModule,
  opa: { readonly binary: string; readonly policies: string } | undefined,
): Verdict[] {
  const verdicts = cases.map((given) => throughWasm(given, module));
  if (opa === undefined) return verdicts;
  const outcomes = throughOpa(cases, opa.binary, opa.policies);
  return verdicts.map((verdict, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return verdict;
    return {
      ...verdict,
      faults: [...verdict.faults, ...differences(verdict.given, outcome).map((fault) => `OPA: ${fault}`)],
    };
  });
}

/** The first fault that any case shows through Wasm, or undefined if all are reproduced. */
export function firstFault(cases: readonly Case[], module: RuleModule): string | undefined {
  for (const given of cases) {
    const [fault] = faultsSafely(given, module);
    if (fault !== undefined) return `${given.id}: ${fault}`;
  }
  return undefined;
}

/** A broken module may also abort, or answer what the engine refuses. */
function faultsSafely(given: Case, module: RuleModule): readonly string[] {
  try {
    return throughWasm(given, module).faults;
  } catch (error) {
    return [String(error)];
  }
}

function throughWasm(given: Case, module: RuleModule): Verdict {
  const observed = chainOf(given, { acceptEquivalentLayout: false });
  const usual = chainOf(given, {});
  const admission = (subject: Subject): ChainResult => decide(subject, module, observed);
  const render = (subject: Subject): ChainResult => decide(subject, module, usual);
  let result: ChainResult | undefined;
  const outcome = outcomeOf(given.pod, () => (result = admission(subjectOf(given))));
  const faults = differences(given, outcome);
  return {
    given,
    outcome,
    faults: result === undefined ? faults : [...faults, ...brokenProperties(given, result, { admission, render })],
  };
}

/** All cases advance together, one OPA process a round: a chain of providers needs a round for each that changes the Pod. */
function throughOpa(cases: readonly Case[], binary: string, policies: string): (Outcome | undefined)[] {
  const outcomes: (Outcome | undefined)[] = cases.map(() => undefined);
  let running = cases.flatMap((given, index) => {
    if (given.tags.includes("decode-error")) return [];
    const chain = chainOf(given, { acceptEquivalentLayout: false });
    const steps = decideChain(subjectOf(given), chain);
    const first = steps.next();
    return first.done === true ? [] : [{ index, chain, steps, input: first.value }];
  });
  while (running.length > 0) {
    const answers = evaluateWithOpa(
      binary,
      policies,
      running.map(({ input, chain }) => ({ input, settings: chain.settings })),
    );
    running = running.flatMap((run, position) => {
      const next = run.steps.next(answers[position] ?? {});
      if (next.done !== true) return [{ ...run, input: next.value }];
      outcomes[run.index] = outcomeOfResult(next.value);
      return [];
    });
  }
  return outcomes;
}

/** The chain that a case's settings configure, by way of the real configuration; `azure` are further settings of that provider. */
export function chainOf(given: Case, azure: JsonObject): Chain {
  const providers: { [name: string]: Json } = {};
  for (const { provider, settings } of given.providers) {
    providers[provider] = {
      ...settings,
      ...(provider === "azure" ? { kubernetesVersion: "v1.34.0", ...settings, ...azure } : {}),
      ...(provider === "aws" ? { jitter: "pinned" } : {}),
    };
  }
  const order = given.providers.map(({ provider }) => provider);
  const value = { apiVersion: "podgraft.dev/v1alpha1", kind: "Config", providers, order };
  return createChain(order, ruleSettings(resolveConfig({ file: `${given.id}.yaml`, value })));
}
