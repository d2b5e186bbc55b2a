import t from "tap";
import { PodgraftError } from "../../../engine/errors.ts";
import type { Json, Segment } from "../../../engine/json.ts";
import { compareInDocument } from "../../../engine/locate/document-order.ts";
import { matchPath, parsePath, sameStep, valueAt } from "../../../engine/locate/path.ts";

const document: Json = {
  a: { b: [{ c: { x: { n: 1 }, y: { n: 2 } } }, { c: [{ n: 3 }] }, null, { c: { z: { m: 4 } } }] },
  lists: [
    [1, 2],
    [3, null],
  ],
  empty: null,
};

const found: readonly (readonly [string, readonly (readonly Segment[])[]])[] = [
  [".", [[]]],
  ["a.b", [["a", "b"]]],
  [
    "a.b[*].c.*.n",
    [
      ["a", "b", 0, "c", "x", "n"],
      ["a", "b", 0, "c", "y", "n"],
    ],
  ],
  ["a.b[*].c[*].n", [["a", "b", 1, "c", 0, "n"]]],
  [
    "lists[*][*]",
    [
      ["lists", 0, 0],
      ["lists", 0, 1],
      ["lists", 1, 0],
      ["lists", 1, 1],
    ],
  ],
  [
    "*[*]",
    [
      ["lists", 0],
      ["lists", 1],
    ],
  ],
  ["empty", [["empty"]]],
  ["empty.a", []],
  ["a[*]", []],
  ["lists.*", []],
  ["constructor", []],
  ["__proto__.toString", []],
];

for (const [text, paths] of found) {
  t.test(`${text} finds ${paths.length}`, (t) => {
    const matches = matchPath(document, parsePath(text, "row", "workloads[0].template"));
    t.strictSame(
      matches.map(({ path }) => path),
      paths,
    );
    for (const { path, value } of matches) t.equal(valueAt(document, path), value);
    t.end();
  });
}

for (const text of ["", "a.", ".a", "a..b", "a[0]", "a[*", "[*]", "a[*]b", "a*", "**", "a b", "a[]", "$.a[*]]"]) {
  t.test(`"${text}" is no path`, (t) => {
    t.throws(() => parsePath(text, "workloads[3] (example.com/v1 Worker)", "workloads[3].template"), {
      constructor: PodgraftError,
      code: "config.invalid",
      message: `workloads[3] (example.com/v1 Worker): "${text}" is not a path`,
      location: { path: "workloads[3].template" },
    });
    t.end();
  });
}

t.test("a value that is not there", (t) => {
  for (const path of [["a", 0], ["lists", "0"], ["lists", 9], ["empty", "a"], ["nowhere", "a"], ["toString"]]) {
    t.equal(valueAt(document, path), undefined, path.join("."));
  }
  t.end();
});

t.test("steps compare by kind and name", (t) => {
  const [a, items, members] = [...parsePath("a[*]", "", ""), ...parsePath("*", "", "")];
  const [b] = parsePath("b", "", "");
  t.ok(sameStep(a, a) && sameStep(items, items) && sameStep(members, members));
  t.notOk(sameStep(a, b) || sameStep(a, items) || sameStep(items, members) || sameStep(a, undefined));
  t.end();
});

t.test("order in the document", (t) => {
  const ordered: (readonly Segment[])[] = [
    [],
    ["a"],
    ["a", "b", 0, "c", "x"],
    ["a", "b", 0, "c", "y"],
    ["a", "b", 2],
    ["a", "b", 10],
    ["lists"],
    ["lists", 0, 1],
    ["lists", 1],
  ];
  for (const [index, left] of ordered.entries()) {
    for (const [other, right] of ordered.entries()) {
      t.equal(
        Math.sign(compareInDocument(document, left, right)),
        Math.sign(index - other),
        `${left.join(".")} and ${right.join(".")}`,
      );
    }
  }
  t.end();
});
