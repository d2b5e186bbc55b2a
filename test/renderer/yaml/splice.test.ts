import t from "tap";
import type { PatchOperation } from "../../../engine/json.ts";
import { splice } from "../../../renderer/yaml/splice.ts";
import { putBack } from "./put-back.ts";

const variable = { name: "A", value: "x: y" };

const cases: readonly (readonly [name: string, text: string, patch: readonly PatchOperation[], expected: string])[] = [
  [
    "list at its key, comment at the end, first and last",
    "env:\n- name: a\n# end\nz: 1\n",
    [
      { op: "add", path: "/env/-", value: variable },
      { op: "add", path: "/env/0", value: { name: "B" } },
    ],
    'env:\n- name: B\n- name: a\n- name: A\n  value: "x: y"\n# end\nz: 1\n',
  ],
  [
    "indented list, comment before the first item, no final line break",
    "env: # c\n  # about a\n  - name: a\n  # end\nz: 1",
    [
      { op: "add", path: "/env/0", value: variable },
      { op: "add", path: "/list", value: [1, { a: [true] }] },
    ],
    'env: # c\n  - name: A\n    value: "x: y"\n  # about a\n  - name: a\n  # end\nz: 1\nlist:\n  - 1\n  - a:\n      - true',
  ],
  [
    "env: [] with CRLF and a comment",
    "a:\r\n  env: [] # none\r\n  b: 1\r\n",
    [{ op: "add", path: "/a/env/-", value: variable }],
    'a:\r\n  env: # none\r\n  - name: A\r\n    value: "x: y"\r\n  b: 1\r\n',
  ],
  [
    "env: without a value",
    "a:\n  env:\n  b: 1\n",
    [{ op: "replace", path: "/a/env", value: [variable] }],
    'a:\n  env:\n  - name: A\n    value: "x: y"\n  b: 1\n',
  ],
  [
    "a literal at the end without a line break",
    "a: |\n  x",
    [{ op: "add", path: "/b", value: "0644" }],
    'a: |-\n  x\nb: "0644"',
  ],
  [
    "a kept literal before the new member",
    "a:\n  b: |+\n    x\n\nc: 1\n",
    [{ op: "add", path: "/a/d", value: 1 }],
    "a:\n  b: |+\n    x\n\n  d: 1\nc: 1\n",
  ],
  [
    "flow on the marker's line",
    "--- {a: {env: [{name: x}]}}\n",
    [{ op: "add", path: "/a/env/-", value: variable }],
    '--- {a: {env: [{name: x}, {name: A, value: "x: y"}]}}\n',
  ],
  [
    "compact JSON",
    '{"a":{"env":[{"name":"x"}]},"l":[]}',
    [
      { op: "add", path: "/a/env/0", value: variable },
      { op: "add", path: "/l/-", value: "on" },
    ],
    '{"a":{"env":[{"name":"A","value":"x: y"},{"name":"x"}]},"l":["on"]}',
  ],
  [
    "spread JSON",
    '{\n  "env": [\n    {\n      "name": "x"\n    }\n  ]\n}\n',
    [{ op: "add", path: "/env/-", value: variable }],
    '{\n  "env": [\n    {\n      "name": "x"\n    },\n    {\n      "name": "A",\n      "value": "x: y"\n    }\n  ]\n}\n',
  ],
  [
    "flow over lines with comments",
    'args: [\n  "a", # one\n  "b" # two\n]\n',
    [{ op: "add", path: "/args/-", value: "c d" }],
    'args: [\n  "a", # one\n  "b", # two\n  "c d"\n]\n',
  ],
  [
    "tabs behind dashes",
    "l:\n-\tname\n- \tx\n",
    [{ op: "add", path: "/l/-", value: "z" }],
    "l:\n-\tname\n- \tx\n- z\n",
  ],
  [
    "single quotes where the document has them",
    "a: 'on'\n",
    [
      { op: "add", path: "/b", value: "off" },
      { op: "add", path: "/c", value: "it's \u2028" },
    ],
    "a: 'on'\nb: 'off'\nc: \"it's \\u2028\"\n",
  ],
  [
    "numbers in decimal",
    "a: 1\n",
    [
      { op: "add", path: "/b", value: 1e21 },
      { op: "add", path: "/c", value: -1.5e-7 },
    ],
    "a: 1\nb: 1000000000000000000000\nc: -0.00000015\n",
  ],
  [
    "large integers keep their digits",
    "a: 9007199254740993\nb: 12345678901234567890\n",
    [{ op: "add", path: "/c", value: 1 }],
    "a: 9007199254740993\nb: 12345678901234567890\nc: 1\n",
  ],
  [
    "all items removed",
    "env:\n  - a\n  # c\n  - b\nx: 1\n",
    [
      { op: "remove", path: "/env/0" },
      { op: "remove", path: "/env/0" },
    ],
    "env: []\nx: 1\n",
  ],
  [
    "the first member of an item removed",
    "l:\n- name: a\n  b: 1\n",
    [{ op: "remove", path: "/l/0/name" }],
    "l:\n- b: 1\n",
  ],
  [
    "a first member with an explicit key removed",
    "l:\n- ? a # c\n  : 1\n  b: 2\n-\n  ? a\n  : x: 1\n  b: 3\n",
    [
      { op: "remove", path: "/l/0/a" },
      { op: "remove", path: "/l/1/a" },
    ],
    "l:\n- b: 2\n-\n  b: 3\n",
  ],
  [
    "an explicit key on two lines removed, and one in a flow mapping",
    "x: 1\n?\n  b\n: 2\nf: {? a : 1, ? b, c: 2}\n",
    [
      { op: "remove", path: "/b" },
      { op: "remove", path: "/f/a" },
      { op: "remove", path: "/f/b" },
    ],
    "x: 1\nf: {c: 2}\n",
  ],
  [
    "a merge behind an explicit key written out",
    "d: &d {a: [1]}\nc:\n  ? <<\n  : *d\n  b: 1\n",
    [{ op: "add", path: "/c/a/-", value: 2 }],
    "d: &d {a: [1]}\nc:\n  a:\n  - 1\n  - 2\n  b: 1\n",
  ],
  [
    "a pair without braces in a flow list gets some",
    "l: [a: b, ? c]\n",
    [
      { op: "add", path: "/l/0/d", value: 1 },
      { op: "replace", path: "/l/1/c", value: [2] },
    ],
    "l: [{a: b, d: 1}, ? c: [2]]\n",
  ],
  [
    "a comment right behind a value",
    "a: 'x'# one\nb: []# two\nc: 'z'# three\n",
    [
      { op: "replace", path: "/a", value: [1] },
      { op: "add", path: "/b/-", value: 2 },
      { op: "replace", path: "/c", value: "w" },
    ],
    "a: # one\n- 1\nb: # two\n- 2\nc: 'w' # three\n",
  ],
  ["all of a document with a comment right behind it", "a: 'x'# one\n", [{ op: "remove", path: "/a" }], "{} # one\n"],
  ["an anchor on a key that goes", "&x a: 1\nb: *x\nc: *x\n", [{ op: "remove", path: "/a" }], "b: &x a\nc: *x\n"],
  [
    "blank lines behind what goes do not become those of the text before it",
    "a: |+\n  x\n\nb: >-\n  y\n\n \nc: 1\nd: 2\n\n\n",
    [
      { op: "remove", path: "/b" },
      { op: "remove", path: "/d" },
    ],
    "a: |+\n  x\n\nc: 1\n",
  ],
  [
    "an item far behind its dash gets another mapping",
    "l:\n- c: 1\n-   f: 2\n- d: 3\n",
    [{ op: "replace", path: "/l/1", value: { x: 1, z: [2] } }],
    "l:\n- c: 1\n-   x: 1\n    z:\n    - 2\n- d: 3\n",
  ],
  [
    "a member removed that a merge key gives as well",
    "d: &d {a: 1, b: 2}\nc:\n  <<: *d\n  a: 3\n",
    [{ op: "remove", path: "/c/a" }],
    "d: &d {a: 1, b: 2}\nc:\n  b: 2\n",
  ],
  [
    "a replaced item keeps what stays",
    "env:\n- name: a # keep\n  value: '1'\n",
    [{ op: "replace", path: "/env/0", value: { name: "a", value: "2" } }],
    "env:\n- name: a # keep\n  value: '2'\n",
  ],
  [
    "nested lists on one line",
    "- - a\n  - b\n- c\n",
    [
      { op: "add", path: "/0/0", value: "z" },
      { op: "add", path: "/1", value: [1, 2] },
    ],
    "- - z\n  - a\n  - b\n- - 1\n  - 2\n- c\n",
  ],
  [
    "an alias on the path",
    "sel: &l\n  app: x # c\ntpl: *l\n",
    [{ op: "add", path: "/tpl/k", value: "v" }],
    "sel: &l\n  app: x # c\ntpl:\n  app: x\n  k: v\n",
  ],
  [
    "an anchor on the path",
    "tpl: &l\n  app: x\nsel: *l\no: *l\n",
    [{ op: "add", path: "/tpl/k", value: "v" }],
    "tpl:\n  app: x\n  k: v\nsel: &l\n  app: x\no: *l\n",
  ],
  [
    "a merge key on the path",
    "d: &d\n  env:\n  - a\nc:\n- <<: *d\n  name: q\n- <<: *d\n",
    [{ op: "add", path: "/c/0/env/-", value: "b" }],
    "d: &d\n  env:\n  - a\nc:\n- env:\n  - a\n  - b\n  name: q\n- <<: *d\n",
  ],
  [
    "members of new objects in their order",
    "a: 1\n",
    [{ op: "add", path: "/b", value: { z: 1, a: { y: null, b: [] } } }],
    'a: 1\nb:\n  z: 1\n  a:\n    "y": null\n    b: []\n',
  ],
  [
    "four columns",
    "a:\n    b:\n        c: 1\n",
    [{ op: "add", path: "/a/d", value: { e: 1 } }],
    "a:\n    b:\n        c: 1\n    d:\n        e: 1\n",
  ],
];

for (const [name, text, patch, expected] of cases) {
  t.test(name, async (t) => {
    const spliced = splice(text, patch);
    t.equal(spliced.text, expected);
    t.equal(putBack(spliced), text);
  });
}

const refused: readonly (readonly [name: string, text: string, patch: readonly PatchOperation[]])[] = [
  ["the whole document", "a: 1\n", [{ op: "replace", path: "", value: 1 }]],
  ["a key without a colon", "? a\n? b\n", [{ op: "replace", path: "/a", value: 1 }]],
  ["a missing parent", "a: 1\n", [{ op: "add", path: "/b/c", value: 1 }]],
  ["a missing member", "a: 1\n", [{ op: "replace", path: "/constructor", value: 1 }]],
  ["an index beyond the end", "a: []\n", [{ op: "add", path: "/a/1", value: 1 }]],
  ["a test that fails", "a: 1\n", [{ op: "test", path: "/a", value: 2 }]],
];

for (const [name, text, patch] of refused) {
  t.test(`refused: ${name}`, async (t) =>
    t.throws(() => splice(text, patch, { file: "f" }), { code: "internal.splice" }),
  );
}
