import t from "tap";
import { isJsonList, isJsonObject, jsonEqual, member, parseJson, pointer, type Json } from "../../engine/json.ts";

t.test("kinds of values", (t) => {
  t.ok(isJsonObject({}));
  for (const other of [null, [], "", 0, true, undefined]) t.notOk(isJsonObject(other), String(other));
  t.ok(isJsonList([]));
  t.notOk(isJsonList({}));
  t.end();
});

t.test("only own members are members", (t) => {
  t.equal(member({ a: 1 }, "a"), 1);
  t.equal(member({ a: 1 }, "constructor"), undefined);
  t.equal(member({ a: 1 }, "__proto__"), undefined);
  t.equal(member([1], "0"), undefined);
  t.equal(member(undefined, "a"), undefined);
  t.equal(member(parseJson('{"__proto__": 1}'), "__proto__"), 1, "a key may be called so");
  t.end();
});

t.test("pointers escape ~ and /", (t) => {
  t.equal(pointer([]), "");
  t.equal(pointer(["a/b", "c~d", 0, "~/"]), "/a~1b/c~0d/0/~0~1");
  t.end();
});

const pairs: readonly (readonly [boolean, Json | undefined, Json | undefined])[] = [
  [true, { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }],
  [false, { a: 1 }, { a: 1, b: 2 }],
  [false, { a: 1 }, { b: 1 }],
  [false, [1, 2], [2, 1]],
  [false, [1], [1, 2]],
  [false, [1], { 0: 1 }],
  [false, { 0: 1 }, [1]],
  [false, null, {}],
  [false, "1", 1],
  [false, undefined, null],
  [true, 9007199254740993, 9007199254740992],
  [false, parseJson('{"__proto__": 1}'), { a: 1 }],
];
for (const [equal, left, right] of pairs)
  t.equal(jsonEqual(left, right), equal, `${JSON.stringify(left)} and ${JSON.stringify(right)}`);

t.test("parsed text is a value, and nothing else is", (t) => {
  t.strictSame(parseJson('[1, {"a": null}]'), [1, { a: null }]);
  t.throws(() => parseJson("{"), SyntaxError);
  t.end();
});
