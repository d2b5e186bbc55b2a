import { readFileSync } from "node:fs";
import { PodgraftError } from "../../engine/errors.ts";
import type { RuleModule } from "../../engine/wasm/host.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import type { RuleSource } from "../../plugin/server/reloading.ts";
import { textOption, type Call } from "../command.ts";
import { loadRules } from "../rules.ts";

/**
 * Rules and configuration as the options of a call name them, to be loaded again when a file of theirs changes. Files are told apart by
 * their contents: a ConfigMap's are swapped with a symbolic link.
 */
export function ruleSource(call: Call): RuleSource {
  const moduleFile = textOption(call, "module");
  const seen = new Map<string, string>();
  let module: RuleModule | undefined;

  function loadModule(): RuleModule {
    if (moduleFile === undefined) return (module ??= checked(loadRuleModule(), call));
    const contents = contentsOf(moduleFile);
    if (module === undefined || seen.get(moduleFile) !== contents) module = checked(loadRuleModule(moduleFile), call);
    seen.set(moduleFile, contents);
    return module;
  }

  return {
    load() {
      const before = new Map(seen);
      seen.clear();
      if (moduleFile !== undefined && before.has(moduleFile)) seen.set(moduleFile, before.get(moduleFile) ?? "");
      try {
        const { rules, files } = loadRules(call, undefined, loadModule);
        for (const file of files) seen.set(file, contentsOf(file));
        return rules;
      } catch (error) {
        // What is refused is looked at again only when it has changed once more.
        for (const file of before.keys()) seen.set(file, contentsOf(file));
        throw error;
      }
    },
    isStale: () => [...seen].some(([file, contents]) => contentsOf(file) !== contents),
  };
}

/** The digest is of the very bytes that were loaded. Throws PodgraftError `config.invalid` where it is another than was asked for. */
function checked(module: RuleModule, call: Call): RuleModule {
  const wanted = textOption(call, "module-digest")?.replace(/^sha256:/, "");
  if (wanted === undefined || wanted.toLowerCase() === module.digest) return module;
  throw new PodgraftError(
    "config.invalid",
    `--module-digest: the rule module has the digest sha256:${module.digest}, not sha256:${wanted}; it is another one than was meant`,
  );
}

/** The bytes, as a text that compares fast; empty where there is no file. */
function contentsOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
