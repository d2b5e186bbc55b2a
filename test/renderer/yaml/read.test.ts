import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import { jsonEqual, parseJson } from "../../../engine/json.ts";
import { readYaml } from "../../../renderer/yaml/read.ts";

const proto = parseJson('{"__proto__": {"a": 1}, "constructor": 2}');

const meanings: readonly (readonly [name: string, text: string, value: Json])[] = [
  ["an empty text", "", null],
  ["comments only", "# c\n---\n# d\n", null],
  ["a byte order mark", "\uFEFFa: 1\nb: 2\n", { a: 1, b: 2 }],
  [
    "lists at their key and indented",
    "a:\n- 1\n- - 2\n  - 3\nb:\n  - c: 4\n    d:\n",
    { a: [1, [2, 3]], b: [{ c: 4, d: null }] },
  ],
  [
    "folded and literal scalars",
    "a: >\n  x\n  y\n\n    z\n  w\nb: |-\n  x\n   y\n\nc: |+\n  x\n\n\nd: |2\n   x\n",
    { a: "x y\n\n  z\nw\n", b: "x\n y", c: "x\n\n\n", d: " x\n" },
  ],
  ["a literal without a final line break", "a: |\n  x", { a: "x" }],
  ["an empty literal", "a: |\nb: >-\n", { a: "", b: "" }],
  ["plain scalars over lines", "a: x\n  y\n\n  z # c\nb: q\n", { a: "x y\nz", b: "q" }],
  [
    "quoted scalars over lines",
    "a: 'x\n  y\n\n  it''s'\nb: \"x\\\n   y \\\n\n  z\"\n",
    { a: "x y\nit's", b: "xy \nz" },
  ],
  ["escapes", 'a: "\\x41\\u00e9\\U0001F600\\n\\t\\_\\N\\L\\P\\0"\n', { a: "Aé😀\n\t\xa0\x85\u2028\u2029\0" }],
  [
    "flow collections",
    '{a: [1, {b: c}, d: e, ], "f":g, h, ? i : j}',
    { a: [1, { b: "c" }, { d: "e" }], f: "g", h: null, i: "j" },
  ],
  [
    "keys that are no strings",
    "on: 1\n1: 2\n1.5: 3\n0x10: 4\n1e3: 5\n08: 6\n123456789.5: 7\n",
    { true: 1, "1": 2, "1.5": 3, "16": 4, "1000": 5, "8": 6, "1.2345679e+08": 7 },
  ],
  ["keys of equal meaning", "y: 1\na: 1\na: 2\non: 3\n", { true: 3, a: 2 }],
  ["explicit keys", "? a\n: b\n? c\n? |\n  d\n:\n  - e\n", { a: "b", c: null, "d\n": ["e"] }],
  [
    "merge keys, in kubectl's order",
    "x: &x {a: 1, b: 1}\nw: &y {a: 2, c: 2}\nz:\n  b: 0\n  <<: [*x, *y]\n  c: 3\n",
    { x: { a: 1, b: 1 }, w: { a: 2, c: 2 }, z: { b: 1, a: 1, c: 3 } },
  ],
  ["a quoted merge key", "'<<': 1\nv: <<\n", { "<<": 1, v: "<<" }],
  ["anchors and tags on two lines", 'a: &a\n  !!str\n  1\nb: *a\nc: !!int "3"\n', { a: "1", b: "1", c: 3 }],
  ["an anchor defined again", "- &a 1\n- *a\n- &a 2\n- *a\n", [1, 1, 2, 2]],
  ["an anchored key", "&k a: 1\nb: *k\n", { a: 1, b: "a" }],
  ["a tag from a directive", "%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1\n", "1"],
  ["members of every object", '{"__proto__": {"a": 1}, "constructor": 2}', proto],
  ["JSON escapes in JSON", '{"a": "\\/\\ud83d\\ude00"}', { a: "/😀" }],
  ["CRLF and old Mac line breaks", "a: 1\r\nb: |\r\n  x\r\n  y\r\nc: 'p\rq'\r\n", { a: 1, b: "x\ny\n", c: "p q" }],
  ["an end marker", "a: 1\n...\n# c\n...\n", { a: 1 }],
];

for (const [name, text, value] of meanings) {
  t.test(name, async (t) => t.ok(jsonEqual(readYaml(text).value, value), JSON.stringify(readYaml(text).value)));
}

const faults: readonly (readonly [name: string, text: string, line: number, column: number])[] = [
  ["a mapping as a key", "{{ a }}: 1\n", 1, 1],
  ["a template placeholder", "a: {{ .b }}\n", 1, 5],
  ["a list as a key", "a:\n  [b]: 1\n", 2, 3],
  ["a null key", "a: 1\n~: 2\n", 2, 1],
  ["a key too large", "18446744073709551615: 1\n", 1, 1],
  ["infinity", "a:\n- .inf\n", 2, 3],
  ["not a number", "a: .nan\n", 1, 4],
  ["an unknown anchor", "a: *b\n", 1, 4],
  ["an anchor that contains itself", "a: &a [*a]\n", 1, 8],
  ["a merge of a scalar", "a: &a 1\nb:\n  <<: *a\n", 3, 7],
  ["a tab as indentation", "a:\n\tb: 1\n", 2, 2],
  ["NUL", "a: \0\n", 1, 4],
  ["half a surrogate pair", "a: \ud800\n", 1, 4],
  ["half a surrogate pair escaped", 'a: "\\ud83d"\n', 1, 5],
  ["an unknown escape", 'a: "\\/"\n', 1, 5],
  ["a quote that does not end", "a: 'x\nb: 1\n", 1, 4],
  ["a bracket that does not end", "a: [1\n---\n", 1, 4],
  ["two values on a line", "a: b: c\n", 1, 5],
  ["a list behind its key", "a: - b\n", 1, 4],
  ["text behind a quoted value", "a: 'b' c\n", 1, 8],
  ["a key without a colon", "a: 1\nb\n", 2, 1],
  ["an entry at no column of its own", "a:\n    b: 1\n  c: 2\n", 3, 3],
  ["a second document", "a: 1\n---\nb: 2\n", 2, 1],
  ["a reserved character", "a: @b\n", 1, 4],
  ["a value that its tag does not fit", "a: !!int x\n", 1, 10],
  ["bad base64", "a: !!binary x\n", 1, 13],
  ["a tag handle nobody declared", "a: !e!x y\n", 1, 4],
  ["a block scalar of indentation 0", "a: |0\n  b\n", 1, 4],
  ["a directive without a document", "%YAML 1.1\na: 1\n", 2, 1],
];

for (const [name, text, line, column] of faults) {
  t.test(`refused: ${name}`, async (t) => {
    t.throws(() => readYaml(text, { file: "f.yaml", document: 3, firstLine: 11 }), {
      code: "input.not_yaml",
      location: { file: "f.yaml", document: 3, line: line + 10, column },
    });
  });
}

for (const [name, text] of [
  ["block lists", "- ".repeat(10_000) + "a\n"],
  ["flow lists", "[".repeat(10_000)],
  ["mappings", Array.from({ length: 10_000 }, (_, depth) => " ".repeat(depth) + "a:\n").join("")],
] as const) {
  t.test(`10,000 levels of ${name}`, async (t) => t.throws(() => readYaml(text), { code: "input.too_deep" }));
}

t.test("150 aliases of one node are fine, a bomb is not", async (t) => {
  const list = readYaml("a: &a {b: 1}\nc:\n" + "- *a\n".repeat(150)).value;
  t.ok(JSON.stringify(list).split('{"b":1}').length === 152);
  const bomb =
    "a0: &a0 [x]\n" +
    Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]\n`).join("");
  t.throws(() => readYaml(bomb), { code: "input.too_large" });
});

t.test("positions", async (t) => {
  const { position } = readYaml(
    "# c\nspec:\n  containers:\n  - name: a\n    env: &e\n    - name: X\n  - env: *e\n  <<: {x: 1}\n",
    { firstLine: 101 },
  );
  t.strictSame(position([]), { line: 102, column: 1 });
  t.strictSame(position(["spec", "containers", 0]), { line: 104, column: 5 });
  t.strictSame(position(["spec", "containers", 0, "env", 0, "name"]), { line: 106, column: 7 });
  t.strictSame(
    position(["spec", "containers", 1, "env", 0, "name"]),
    { line: 107, column: 5 },
    "an alias ends the way",
  );
  t.strictSame(position(["spec", "containers", 5]), { line: 103, column: 3 }, "a missing item");
  t.strictSame(position(["spec", "x"]), { line: 108, column: 3 }, "a merged member");
  t.strictSame(position(["spec", "containers", 0, "name", "deeper"]), { line: 104, column: 5 });
});

t.test("errors are of one class", async (t) => t.throws(() => readYaml("a: ["), PodgraftError));
