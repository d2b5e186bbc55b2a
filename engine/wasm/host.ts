import opa, { type LoadedPolicy } from "@open-policy-agent/opa-wasm";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Decision, Provider, RuleInput, RuleSettings } from "../decision.ts";
import { PodgraftError, type Location } from "../errors.ts";
import { isJsonObject, parseJson } from "../json.ts";
import { isMembers, type Members } from "./members.ts";
import { parseDecisions } from "./parse-decisions.ts";

/** What one evaluation gives: a decision for each provider that was asked for. */
export type Decisions = { readonly [provider in Provider]?: Decision };

/** A compiled rule module that is ready to evaluate. Settings are loaded when they differ from the last call's. */
export type RuleModule = {
  /** SHA-256 of the module's bytes, hex. */
  readonly digest: string;
  /**
   * Evaluates the rules once. Throws `internal.evaluation` when the rules abort (with the rule's file and line) and
   * `internal.decision` when the answer does not fit the schema; the next call is served normally.
   */
  evaluate(input: RuleInput, settings: RuleSettings): Decisions;
};

const entrypoint = "podgraft/main/decisions";
const pageBytes = 65_536;
const memory = { initial: 32, maximum: (256 * 1024 * 1024) / pageBytes };
const permittedImports = new Set([
  "memory",
  "opa_abort",
  "opa_println",
  "opa_builtin0",
  "opa_builtin1",
  "opa_builtin2",
  "opa_builtin3",
  "opa_builtin4",
]);

/**
 * Compiles `bytes` and checks the module before anything runs: only OPA's own imports, only the host functions that Podgraft
 * provides, and the entrypoint present. Throws PodgraftError `internal.module` otherwise.
 */
export function createRuleModule(bytes: Uint8Array<ArrayBuffer>): RuleModule {
  const policy = instantiate(bytes);
  let digest: string | undefined;
  let loaded: RuleSettings | undefined;
  return {
    // Hashing takes as long as a dozen decisions, and few ask for it.
    get digest() {
      return (digest ??= bytesToHex(sha256(bytes)));
    },
    evaluate(input, settings) {
      const results = silently(() => {
        if (loaded !== settings) {
          loaded = undefined;
          policy.setData({ settings });
          loaded = settings;
        }
        return policy.evaluate(input, entrypoint);
      });
      return parseDecisions(onlyResult(results), input.evaluate);
    },
  };
}

function instantiate(bytes: Uint8Array<ArrayBuffer>): LoadedPolicy {
  const policy = compile(bytes);
  if (!Object.hasOwn(policy.entrypoints, entrypoint)) {
    throw new PodgraftError(
      "internal.module",
      `the rule module has no entrypoint ${entrypoint}; build it with \`npm run policies\``,
    );
  }
  return policy;
}

const hostFunctions = { "crypto.sha256": (text: string): string => bytesToHex(sha256(utf8ToBytes(text))) };

function compile(bytes: Uint8Array<ArrayBuffer>): LoadedPolicy {
  let policy: LoadedPolicy;
  try {
    const module = new WebAssembly.Module(bytes);
    refuseForeignImports(module);
    requireExports(module);
    policy = opa.loadPolicySync(module, { ...memory }, hostFunctions);
  } catch (cause) {
    if (cause instanceof PodgraftError) throw cause;
    throw new PodgraftError(
      "internal.module",
      `the rule module cannot be loaded: ${describeThrown(cause)}`,
      {},
      { cause },
    );
  }
  refuseUnknownHostFunctions(policy);
  return policy;
}

function refuseForeignImports(module: WebAssembly.Module): void {
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "env" || !permittedImports.has(name)) {
      throw new PodgraftError(
        "internal.module",
        `the rule module imports ${from}.${name}, which no compiled policy needs; it is refused`,
      );
    }
  }
}

const requiredExports = [
  "opa_wasm_abi_version",
  "opa_wasm_abi_minor_version",
  "opa_eval",
  "opa_json_dump",
  "builtins",
  "entrypoints",
];

function requireExports(module: WebAssembly.Module): void {
  const present = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const missing = requiredExports.filter((name) => !present.has(name));
  if (missing.length > 0)
    throw new PodgraftError(
      "internal.module",
      `not a rule module compiled by OPA: it does not export ${missing.join(", ")}`,
    );
}

/** A missing host function would otherwise fail only when a rule calls it. */
function refuseUnknownHostFunctions(policy: LoadedPolicy): void {
  for (const name of requiredHostFunctions(policy)) {
    if (!Object.hasOwn(hostFunctions, name)) {
      const provided = Object.keys(hostFunctions).join(", ");
      throw new PodgraftError(
        "internal.module",
        `the rule module needs the host function ${name}; only ${provided} is provided`,
      );
    }
  }
}

function requiredHostFunctions(policy: LoadedPolicy): string[] {
  const { builtins, opa_json_dump: dump } = policy.wasmInstance.exports;
  const address: unknown = dump?.(builtins?.());
  return [parseJson(textAt(policy.mem, Number(address)))].filter(isJsonObject).flatMap((names) => Object.keys(names));
}

function textAt(wasmMemory: WebAssembly.Memory, address: number): string {
  const bytes = new Uint8Array(wasmMemory.buffer);
  return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
}

/**
 * Runs the SDK with its ways of failing closed: thrown strings become typed errors, and what a rule prints (the SDK writes it to
 * stdout, among the documents) goes nowhere.
 */
function silently(evaluate: () => unknown): unknown {
  const log = console.log;
  console.log = ignore;
  try {
    return withTypedErrors(evaluate);
  } finally {
    console.log = log;
  }
}

function withTypedErrors(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (cause) {
    const message = `the rules failed: ${describeThrown(cause)}`;
    throw new PodgraftError("internal.evaluation", message, abortLocation(cause), { cause });
  }
}

function ignore(): void {
  // What rules print is nobody's output.
}

/** The SDK throws bare strings and plain objects as well as errors. */
function describeThrown(thrown: unknown): string {
  return String(isMembers(thrown) ? thrown.message : thrown);
}

/** OPA aborts with `file:row:column: message`. */
function abortLocation(thrown: unknown): Location {
  const match = typeof thrown === "string" ? /^(.+?):(\d+):(\d+): /.exec(thrown) : null;
  const [, file, line, column] = match ?? [];
  return file === undefined ? {} : { file, line: Number(line), column: Number(column) };
}

function onlyResult(results: unknown): unknown {
  if (isOneResult(results)) return results[0].result;
  throw new PodgraftError(
    "internal.decision",
    "the rules gave no decision: the entrypoint is undefined for this input",
  );
}

function isOneResult(results: unknown): results is readonly [Members] {
  return Array.isArray(results) && results.length === 1 && isMembers(results[0]);
}
