import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../engine/config/config.ts";
import { resolveWithProvenance } from "../engine/config/resolve.ts";
import { ruleSettings } from "../engine/config/rule-settings.ts";
import type { Leaf } from "../engine/config/tree.ts";
import { createChain } from "../engine/chain/chain.ts";
import type { Rules } from "../engine/document/decide-document.ts";
import { PodgraftError } from "../engine/errors.ts";
import type { Json, JsonObject, Segment } from "../engine/json.ts";
import { addRows, builtInTable } from "../engine/locate/table.ts";
import { loadRuleModule } from "../engine/wasm/load.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { textOption, textOptions, type Call, type Option } from "./command.ts";
import { readText } from "./input.ts";

/** The options of every command that decides Pods. */
export const ruleOptions: readonly Option[] = [
  {
    name: "config",
    short: "c",
    value: "FILE",
    description: "Configuration (default: $PODGRAFT_CONFIG, else podgraft.yaml upward from here)",
  },
  { name: "environment", short: "e", value: "NAME", description: "Lay environments.NAME of the configuration over it" },
  {
    name: "set",
    value: "KEY=VALUE",
    repeatable: true,
    description: "Set a key of the configuration, e.g. providers.aws.awsDefaultRegion=eu-west-1",
  },
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
};

/**
 * Loads the configuration and the compiled rules. `inline` is a configuration that came with the input: then no file is looked for. Throws
 * PodgraftError `config.*`, `usage.invalid` for two configurations, or `internal.module`.
 */
export function loadRules(call: Call, inline?: JsonObject): LoadedRules {
  const named = textOption(call, "config");
  if (inline !== undefined && named !== undefined) {
    throw new PodgraftError("usage.invalid", "--config and a functionConfig of the kind Config exclude each other");
  }
  const file = inline === undefined ? configFile(named) : undefined;
  const { config, provenance } = resolveWithProvenance({
    ...(inline === undefined ? {} : { file: "functionConfig", value: inline }),
    ...(file === undefined ? {} : readConfigFile(file)),
    read: (name, from) => readConfigFile(resolve(dirname(from), name)),
    environment: textOption(call, "environment"),
    sets: textOptions(call, "set"),
  });
  const order = config.order.filter((provider) => config.providers[provider] !== undefined);
  return {
    rules: {
      module: loadRuleModule(),
      chain: createChain(order, ruleSettings(config)),
      config,
      table: config.workloads.length === 0 ? builtInTable() : addRows(builtInTable(), config.workloads),
    },
    contextFiles: contextFiles(config, file),
    provenance,
    file,
  };
}

function contextFiles(config: Config, file: string | undefined): string[] {
  return config.context.files.map((name) => resolve(dirname(file ?? "."), name));
}

/** `--config`, `$PODGRAFT_CONFIG`, or the nearest podgraft.yaml upward from the working directory. */
function configFile(option: string | undefined): string | undefined {
  if (option !== undefined) return option;
  const named = process.env.PODGRAFT_CONFIG;
  if (named !== undefined && named !== "") return named;
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const candidate = join(folder, "podgraft.yaml");
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

function readConfigFile(file: string): {
  file: string;
  value: Json;
  position: (path: readonly Segment[]) => { line: number; column: number };
} {
  try {
    const document = readYaml(readText(file), { file });
    return { file, value: document.value ?? {}, position: document.position };
  } catch (cause) {
    if (!(cause instanceof PodgraftError)) throw cause;
    throw new PodgraftError(
      cause.code === "input.unreadable" ? "config.unreadable" : "config.invalid",
      cause.message,
      cause.location,
      { cause },
    );
  }
}
