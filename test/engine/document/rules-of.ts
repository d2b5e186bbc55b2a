import { createChain } from "../../../engine/chain/chain.ts";
import { ruleSettings } from "../../../engine/config/rule-settings.ts";
import type { Decision, Provider, RuleSettings } from "../../../engine/decision.ts";
import type { Rules } from "../../../engine/document/decide-document.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { addRows, builtInTable } from "../../../engine/locate/table.ts";
import type { RuleModule } from "../../../engine/wasm/host.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";
import { configOf } from "../config/config-of.ts";

/** The rules of the package under these settings. */
export function rulesOf(settings: JsonObject, module: RuleModule = loadRuleModule()): Rules {
  const config = configOf(settings);
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return {
    module,
    chain: createChain(order, ruleSettings(config)),
    config,
    table: addRows(builtInTable(), config.workloads),
  };
}

/** Rules of `module`, which reads settings of its own. */
export function foreignRules(module: RuleModule, settings: RuleSettings): Rules {
  return { ...rulesOf({}, module), chain: createChain(["aws"], { aws: {}, ...settings }) };
}

/** A module that answers the same whatever it is asked. */
export function moduleThatAnswers(decisions: { readonly [provider in Provider]?: Decision }): RuleModule {
  return { digest: "0".repeat(64), evaluate: () => decisions };
}
