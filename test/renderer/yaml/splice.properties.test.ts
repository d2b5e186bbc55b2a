import jsonPatch from "fast-json-patch";
import fc from "fast-check";
import t from "tap";
import type { Json, PatchOperation } from "../../../engine/json.ts";
import { jsonEqual, parseJson } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";
import { applyPatch } from "../../../engine/edits/apply-patch.ts";
import { splice } from "../../../renderer/yaml/splice.ts";
import { putBack } from "./put-back.ts";
import { printRandomly } from "../random/print.ts";
import { randomSource } from "../random/source.ts";
import { anyJson, randomPatch } from "../random/values.ts";

const runs = { numRuns: 1500, seed: 20270101 };

t.test("what is printed in any style reads as it was", async (t) => {
  fc.assert(
    fc.property(anyJson, fc.integer(), (value, seed) => {
      const text = printRandomly(value, randomSource(seed));
      return jsonEqual(readYaml(text).value, value) || fail(text);
    }),
    runs,
  );
  t.pass();
});

t.test("a random patch in a random style means what the patch means, and keeps every other byte", async (t) => {
  fc.assert(
    fc.property(anyJson, fc.array(anyJson, { minLength: 1, maxLength: 4 }), fc.integer(), (value, added, seed) => {
      const random = randomSource(seed);
      const text = printRandomly(value, random);
      const patch = randomPatch(value, random, (current, operation) => applyPatch(current, [operation]), added);
      const spliced = splice(text, patch);
      const meaning = readYaml(spliced.text).value;
      if (!jsonEqual(meaning, applyPatch(value, patch))) return fail(text);
      if (!touchesPrototype(patch) && !jsonEqual(meaning, patchedByLibrary(value, patch))) return fail(text);
      return putBack(spliced) === text || fail(text);
    }),
    runs,
  );
  t.pass();
});

function fail(text: string): never {
  throw new Error("in the text\n" + text);
}

function touchesPrototype(patch: readonly PatchOperation[]): boolean {
  return JSON.stringify(patch).includes("__proto__");
}

/** fast-json-patch works in place; a copy by JSON keeps its hands off the input. It drops `__proto__` members, which are left out before. */
function patchedByLibrary(value: Json, patch: readonly PatchOperation[]): Json {
  const document = { root: copied(value) };
  const operations = patch.map((operation) => {
    const path = "/root" + operation.path;
    return "value" in operation ? { ...operation, path, value: copied(operation.value) } : { ...operation, path };
  });
  return jsonPatch.applyPatch(document, operations).newDocument.root;
}

/** A copy in which nothing is shared, as structuredClone would keep it. */
function copied(value: Json): Json {
  return parseJson(JSON.stringify(value));
}
