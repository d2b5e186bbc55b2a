import { readFileSync } from "node:fs";
import { PodgraftError } from "../errors.ts";
import { createRuleModule, type RuleModule } from "./host.ts";

/** Where the package keeps its compiled rules. The compiled code lies one folder deeper (dist/) than its source. */
const builtInModule: URL = new URL("../../../policies/podgraft.wasm", import.meta.url);

/**
 * Loads the compiled rules, by default those of this package. Throws PodgraftError `internal.module` when the file cannot be read
 * or is not a rule module.
 */
export function loadRuleModule(file: URL | string = builtInModule): RuleModule {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(readFileSync(file));
  } catch (cause) {
    throw new PodgraftError(
      "internal.module",
      `the rule module cannot be read: ${String(cause)}`,
      { file: String(file) },
      { cause },
    );
  }
  return createRuleModule(bytes);
}
