import fc from "fast-check";
import t from "tap";
import { describeSource, type Source } from "../../../engine/config/source.ts";
import { child, fromJson, keepEntries, leaves, merge, relabel, sourceAt, toJson } from "../../../engine/config/tree.ts";
import { jsonEqual, type Json } from "../../../engine/json.ts";

const low: Source = { kind: "file", file: "low.yaml" };
const high: Source = { kind: "file", file: "high.yaml" };

function merged(base: Json, over: Json): Json {
  return toJson(merge(fromJson(base, low), fromJson(over, high)));
}

const table: readonly [string, Json, Json, Json][] = [
  ["maps merge", { a: { x: 1 } }, { a: { y: 2 } }, { a: { x: 1, y: 2 } }],
  ["the upper layer wins", { a: 1 }, { a: 2 }, { a: 2 }],
  ["lists replace", { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ["a scalar replaces a map", { a: { x: 1 } }, { a: 1 }, { a: 1 }],
  ["a map replaces a scalar", { a: 1 }, { a: { x: 1 } }, { a: { x: 1 } }],
  ["null replaces", { a: { x: 1 } }, { a: null }, { a: null }],
  ["an empty map changes nothing", { a: { x: 1 } }, { a: {} }, { a: { x: 1 } }],
];

for (const [title, base, over, result] of table) {
  t.test(title, async (t) => {
    t.strictSame(merged(base, over), result);
  });
}

const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)) as Json);

t.test("a document survives", async () => {
  fc.assert(fc.property(json, (value) => jsonEqual(toJson(fromJson(value, low)), value)));
});

t.test("merging with itself changes nothing, and a layer twice is that layer once", async () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      return jsonEqual(merged(a, a), a) && jsonEqual(merged(merged(a, b), b), merged(a, b));
    }),
  );
});

t.test("__proto__ and constructor are keys like any other", async (t) => {
  const value = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2}}') as Json;
  const result = merged(value, JSON.parse('{"__proto__":{"z":3}}') as Json);
  t.equal(JSON.stringify(result), '{"__proto__":{"x":1,"z":3},"constructor":{"y":2}}');
  t.equal(Object.getPrototypeOf(result), Object.prototype);
});

t.test("an absent member is no member", async (t) => {
  t.strictSame(toJson(fromJson({ a: undefined, b: 1 }, low)), { b: 1 });
});

t.test("leaves know where they came from; an empty map is a leaf", async (t) => {
  const tree = merge(fromJson({ a: { x: 1, y: [2] }, b: {} }, low), fromJson({ a: { x: 3 } }, high));
  t.strictSame(leaves(tree), [
    { path: ["a", "x"], value: 3, source: high },
    { path: ["a", "y"], value: [2], source: low },
    { path: ["b"], value: {}, source: low },
  ]);
  t.strictSame(sourceAt(tree, ["a", "y", 0]), low);
  t.strictSame(sourceAt(tree, ["a", "missing"]), high);
  t.equal(child(fromJson(1, low), "a"), undefined);
  t.equal(child(undefined, "a"), undefined);
  t.strictSame(toJson(keepEntries(tree, (key) => key === "b")), { b: {} });
  t.strictSame(toJson(keepEntries(fromJson([1], low), () => false)), [1]);
  t.strictSame(
    leaves(relabel(tree, () => low)).map(({ source }) => source),
    [low, low, low],
  );
});

const described: readonly [Source, string][] = [
  [{ kind: "default" }, "default"],
  [{ kind: "preset", name: "eks" }, "preset eks"],
  [low, "low.yaml"],
  [{ kind: "environment", name: "prod", file: "low.yaml" }, "low.yaml (environment prod)"],
  [{ kind: "set", argument: "a=1" }, "--set a=1"],
];

for (const [source, text] of described) {
  t.test(text, async (t) => {
    t.equal(describeSource(source), text);
  });
}
