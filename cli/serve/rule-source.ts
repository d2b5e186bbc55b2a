import { readFileSync } from "node:fs";
import { configDigest } from "../../engine/config/digest.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { createRuleModule, type RuleModule } from "../../engine/wasm/host.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import type { RuleSource } from "../../plugin/server/reloading.ts";
import { textOption, type Call } from "../command.ts";
import { loadRules } from "../rules.ts";

/**
 * Rules and configuration as the options of a call name them, to be loaded again when they come to something else. They are read again to find
 * out, never told by dates: a ConfigMap's files are swapped with a symbolic link, and what `extends` names may be anywhere.
 */
export function ruleSource(call: Call): RuleSource {
  const loadModule = moduleLoader(call);
  let handedOut = "";

  function read(): Rules {
    return loadRules(call, undefined, loadModule).rules;
  }

  return {
    load() {
      const rules = read();
      handedOut = digestsOf(rules);
      return rules;
    },
    isStale() {
      try {
        return digestsOf(read()) !== handedOut;
      } catch {
        // Loading says what is wrong.
        return true;
      }
    },
  };
}

function digestsOf({ config, module }: Rules): string {
  return `${configDigest(config)} ${module.digest}`;
}

/** Compiles a module when its bytes are others than the last time. */
function moduleLoader(call: Call): () => RuleModule {
  const file = textOption(call, "module");
  if (file === undefined) {
    let builtIn: RuleModule | undefined;
    return () => (builtIn ??= checked(loadRuleModule(), call));
  }
  let known: { readonly bytes: Buffer; readonly module: RuleModule } | undefined;
  return () => {
    const bytes = readBytes(file);
    if (known?.bytes.equals(bytes) !== true) {
      known = { bytes, module: checked(createRuleModule(new Uint8Array(bytes)), call) };
    }
    return known.module;
  };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new PodgraftError("config.unreadable", `--module: cannot be read: ${String(cause)}`, { file }, { cause });
  }
}

/** The digest is of the very bytes that were compiled. Throws PodgraftError `config.invalid` where it is another than was asked for. */
function checked(module: RuleModule, call: Call): RuleModule {
  const wanted = textOption(call, "module-digest")?.replace(/^sha256:/, "");
  if (wanted === undefined || wanted.toLowerCase() === module.digest) return module;
  throw new PodgraftError(
    "config.invalid",
    `--module-digest: the rule module has the digest sha256:${module.digest}, not sha256:${wanted}; it is another one than was meant`,
  );
}
