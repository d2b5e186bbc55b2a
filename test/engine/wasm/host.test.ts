import { readFileSync } from "node:fs";
import t from "tap";
import type { RuleInput, RuleSettings } from "../../../engine/decision.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import { createRuleModule } from "../../../engine/wasm/host.ts";
import { loadRuleModule } from "../../../engine/wasm/load.ts";

const fixtures = new URL("../../../../test/fixtures/modules/", import.meta.url);

function input(pod: { readonly [key: string]: Json } = {}): RuleInput {
  return {
    evaluate: ["aws"],
    pod,
    namespace: { name: null, labels: null },
    serviceAccount: { name: "default", found: null, metadata: {} },
    owner: { apiVersion: "v1", kind: "Pod", name: "p", path: [], nameIsFinal: true },
    declared: {},
  };
}

function settings(fault: string): RuleSettings {
  return { fault };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof PodgraftError ? `${error.code}: ${error.message}` : `untyped: ${String(error)}`;
  }
  return "no error";
}

function nested(depth: number): Json {
  let value: Json = {};
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
}

t.test("after each fault the next evaluation is served", (t) => {
  const module = loadRuleModule(new URL("faulty.wasm", fixtures));
  const faults: readonly (readonly [name: string, run: () => unknown, expected: RegExp])[] = [
    ["a decision of another shape", () => module.evaluate(input(), settings("shape")), /^internal\.decision: .*aws/],
    [
      "conflicting values",
      () => module.evaluate(input({ key: "k" }), settings("conflict")),
      /^internal\.evaluation: .*conflict/,
    ],
    ["memory beyond the maximum", () => module.evaluate(input(), settings("memory")), /^internal\.evaluation: /],
    ["no decision at all", () => module.evaluate(input(), settings("unheard of")), /^internal\.decision: .*undefined/],
    [
      "a Pod nested beyond reason",
      () => module.evaluate(input({ deep: nested(100_000) }), settings("none")),
      /^internal\.evaluation: /,
    ],
  ];
  for (const [name, run, expected] of faults) {
    t.match(codeOf(run), expected, name);
    t.equal(module.evaluate(input(), settings("none")).aws?.outcome, "skip", `the next one after ${name}`);
  }
  t.end();
});

t.test("an abort is located in the rule's source", (t) => {
  const module = loadRuleModule(new URL("faulty.wasm", fixtures));
  try {
    module.evaluate(input({ key: "k" }), settings("conflict"));
    t.fail("no error");
  } catch (error) {
    if (!(error instanceof PodgraftError)) throw error;
    t.match(error.location, { file: /main\.rego$/, line: Number, column: Number });
  }
  t.end();
});

t.test("modules that are refused when they are loaded", (t) => {
  const own = new Uint8Array(readFileSync(new URL("../../../../policies/podgraft.wasm", import.meta.url)));
  const foreignImport = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
    ...[
      0x02,
      0x0c,
      0x01,
      0x03,
      ...new TextEncoder().encode("env"),
      0x04,
      ...new TextEncoder().encode("exec"),
      0x00,
      0x00,
    ],
  ]);
  const empty = Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
  t.match(
    codeOf(() => createRuleModule(foreignImport)),
    /^internal\.module: .*imports env\.exec/,
  );
  t.match(
    codeOf(() => createRuleModule(own.slice(0, 5_000))),
    /^internal\.module: .*cannot be loaded/,
  );
  t.match(
    codeOf(() => createRuleModule(empty)),
    /^internal\.module: /,
  );
  t.match(
    codeOf(() => createRuleModule(new TextEncoder().encode("not wasm"))),
    /^internal\.module: /,
  );
  t.match(
    codeOf(() => loadRuleModule(new URL("foreign-function.wasm", fixtures))),
    /^internal\.module: .*time\.now_ns/,
  );
  t.match(
    codeOf(() => loadRuleModule(new URL("absent.wasm", fixtures))),
    /^internal\.module: .*cannot be read/,
  );
  t.equal(createRuleModule(own).digest.length, 64, "the next good module loads");
  t.end();
});

t.test("a module of OPA without the entrypoint", (t) => {
  const bytes = new Uint8Array(readFileSync(new URL("faulty.wasm", fixtures)));
  const [entrypoint, other] = ["podgraft/main/decisions", "podgraft/main/decisionz"].map((text) => Buffer.from(text));
  if (entrypoint === undefined || other === undefined) throw new Error("unreachable");
  const found = Buffer.from(bytes.buffer).indexOf(entrypoint);
  t.not(found, -1);
  bytes.set(other, found);
  t.match(
    codeOf(() => createRuleModule(bytes)),
    /^internal\.module: .*has no entrypoint podgraft\/main\/decisions/,
  );
  t.end();
});

t.test("what is printed during an evaluation stays off stdout, and console.log is given back", (t) => {
  const log = console.log;
  const printed: unknown[] = [];
  console.log = (...values: unknown[]) => void printed.push(...values);
  const recorder = console.log;
  const module = loadRuleModule(new URL("faulty.wasm", fixtures));
  // The input is read while the SDK runs, as the rules are.
  const noisy = { toJSON: () => console.log("noise") } as unknown as { readonly [key: string]: Json };
  try {
    module.evaluate(input({ noisy }), settings("none"));
    t.equal(console.log, recorder);
    t.throws(() => module.evaluate(input({ noisy }), settings("unheard of")));
    t.equal(console.log, recorder, "after an error too");
  } finally {
    console.log = log;
  }
  t.strictSame(printed, []);
  t.end();
});
