import { dirname, resolve } from "node:path";
import type { Config } from "../engine/config/config.ts";
import { ruleSettings } from "../engine/config/rule-settings.ts";
import type { Leaf } from "../engine/config/tree.ts";
import { createChain } from "../engine/chain/chain.ts";
import type { Rules } from "../engine/document/decide-document.ts";
import type { JsonObject } from "../engine/json.ts";
import { addRows, builtInTable } from "../engine/locate/table.ts";
import type { RuleModule } from "../engine/wasm/host.ts";
import { loadRuleModule } from "../engine/wasm/load.ts";
import type { Call, Option } from "./command.ts";
import { configurationOptions, loadConfiguration } from "./configuration.ts";

/** The options of every command that decides Pods. */
export const ruleOptions: readonly Option[] = [
  ...configurationOptions,
  {
    name: "context",
    value: "FILE|DIR",
    repeatable: true,
    description: "ServiceAccounts and Namespaces that are not in the input",
  },
  { name: "namespace", short: "n", value: "NAME", description: "Namespace of objects that name none" },
];

/** The rules as configured, and the context files that the configuration names. */
export type LoadedRules = {
  readonly rules: Rules;
  readonly contextFiles: readonly string[];
  /** Where each value of the configuration came from. */
  readonly provenance: readonly Leaf[];
  /** The configuration's file; undefined where there is none. */
  readonly file: string | undefined;
  /** All files that the configuration was read from: its own and those that it extends. */
  readonly files: readonly string[];
};

/**
 * Loads the configuration and the compiled rules. `inline` is a configuration that came with the input: then no file is looked for;
 * `loadModule` gives other rules than those of this package. Throws PodgraftError `config.*`, `usage.invalid` for two configurations, or `internal.module`.
 */
export function loadRules(call: Call, inline?: JsonObject, loadModule: () => RuleModule = loadRuleModule): LoadedRules {
  const { config, provenance, file, positions } = loadConfiguration(call, inline);
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return {
    rules: {
      module: loadModule(),
      chain: createChain(order, ruleSettings(config)),
      config,
      table: config.workloads.length === 0 ? builtInTable() : addRows(builtInTable(), config.workloads),
    },
    contextFiles: contextFiles(config, file),
    provenance,
    file,
    files: [...positions.keys()],
  };
}

function contextFiles(config: Config, file: string | undefined): string[] {
  return config.context.files.map((name) => resolve(dirname(file ?? "."), name));
}
