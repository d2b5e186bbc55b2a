import t from "tap";
import { formatPath } from "../../../engine/config/path.ts";
import { dereference, itemSchema, schemaAfter } from "../../../engine/config/schema/lookup.ts";
import type { Schema } from "../../../engine/config/schema/schema.ts";
import { validate } from "../../../engine/config/validate.ts";
import type { Json } from "../../../engine/json.ts";

const closed: Schema = {
  type: "object",
  properties: { name: { type: "string" }, mode: { type: "string", enum: ["off", "warn"] } },
  required: ["name", "mode"],
  additionalProperties: false,
};

const table: readonly [string, Schema, Json | undefined, readonly string[]][] = [
  ["any value", {}, { a: [1, "x", null, true] }, []],
  ["text", { type: "string" }, "a", []],
  ["number for text", { type: "string" }, 123, [': expected a string, got 123; write it in quotes: "123"']],
  ["boolean for text", { type: "string" }, true, [': expected a string, got true; write it in quotes: "true"']],
  ["null for text", { type: "string" }, null, [": expected a string, got null"]],
  ["nothing", { type: "string" }, undefined, [": expected a string, got nothing"]],
  ["map for text", { type: "string" }, {}, [": expected a string, got a map"]],
  ["list for map", { type: "object" }, [], [": expected a map, got a list"]],
  ["map for list", { type: "array" }, {}, [": expected a list, got a map"]],
  ["text for boolean", { type: "boolean" }, "true", [': expected a boolean (true or false), got "true"']],
  ["fraction", { type: "integer" }, 1.5, [": expected an integer, got 1.5"]],
  ["null or map", { type: ["object", "null"] }, 1, [": expected a map or null, got 1"]],
  ["null where allowed", { type: ["object", "null"] }, null, []],
  ["too small", { type: "integer", minimum: 0 }, -1, [": expected a number between 0 and Infinity, got -1"]],
  ["too large", { type: "integer", minimum: 0, maximum: 511 }, 512, [": expected a number between 0 and 511, got 512"]],
  ["in range", { type: "integer", minimum: 0, maximum: 511 }, 511, []],
  ["empty", { type: "string", minLength: 1 }, "", [": expected a text that is not empty"]],
  ["pattern", { type: "string", pattern: "^a+$" }, "b", [': "b" does not match ^a+$']],
  ["pattern holds", { type: "string", pattern: "^a+$" }, "aa", []],
  ["near word", { enum: ["warn", "deny"] }, "wran", [': "wran" is not one of "warn", "deny"; did you mean "warn"?']],
  ["far word", { enum: ["warn", "deny"] }, "explode", [': "explode" is not one of "warn", "deny"']],
  ["listed twice", { type: "array", uniqueItems: true }, ["a", "b", "a"], ['[2]: "a" occurs twice']],
  [
    "list items",
    { type: "array", items: { type: "string" } },
    ["a", 1],
    ['[1]: expected a string, got 1; write it in quotes: "1"'],
  ],
  [
    "all faults, missing keys first, then in document order",
    closed,
    { mdoe: 1, mode: "on", other: 1 },
    [
      ': missing key "name"',
      'mdoe: unknown key "mdoe"; did you mean "mode"?',
      'mode: "on" is not one of "off", "warn"',
      'other: unknown key "other"; valid keys: name, mode',
    ],
  ],
  ["missing word", closed, { name: "a" }, [': missing key "mode"; expected one of "off", "warn"']],
  [
    "missing constant",
    { required: ["a"], properties: { a: { enum: ["x"] } } },
    {},
    [': missing key "a"; expected "x"'],
  ],
  ["no keys at all", { additionalProperties: false }, { x: 1 }, ['x: unknown key "x"; valid keys: ']],
  ["missing undescribed key", { required: ["a"], additionalProperties: false }, {}, [': missing key "a"']],
  [
    "further keys by schema",
    { additionalProperties: { type: "string" } },
    { a: 1 },
    ['a: expected a string, got 1; write it in quotes: "1"'],
  ],
  [
    "prototype names",
    closed,
    JSON.parse('{"name":"a","mode":"off","__proto__":1,"constructor":2,"toString":3}') as Json,
    ["__proto__", "constructor", "toString"].map((key) => `${key}: unknown key "${key}"; valid keys: name, mode`),
  ],
];

for (const [title, schema, value, faults] of table) {
  t.test(title, async (t) => {
    t.strictSame(
      validate(schema, value).map(({ path, message }) => `${formatPath(path)}: ${message}`),
      faults,
    );
  });
}

t.test("references lead to a property of the configuration", async (t) => {
  t.equal(dereference({ $ref: "#/properties/order" }).type, "array");
  t.strictSame(dereference({ $ref: "#/properties/none" }), { $ref: "#/properties/none" });
  t.strictSame(itemSchema({}), {});
});

t.test("a step must fit what stands there", async (t) => {
  t.equal(schemaAfter({ type: "string" }, "a"), undefined);
  t.equal(schemaAfter({ type: "object" }, 0), undefined);
  t.strictSame(schemaAfter({ type: "array", items: { type: "string" } }, 0), { type: "string" });
  t.strictSame(schemaAfter({}, 0), {});
});
