import t from "tap";
import { applyPatch } from "../../../engine/edits/apply-patch.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import { parseJson, type PatchOperation } from "../../../engine/json.ts";

const cases: readonly [string, string, readonly PatchOperation[], string][] = [
  ["a new member comes last", '{"a":1}', [{ op: "add", path: "/b", value: 2 }], '{"a":1,"b":2}'],
  ["a member that is there keeps its place", '{"a":1,"b":2}', [{ op: "add", path: "/a", value: 3 }], '{"a":3,"b":2}'],
  ["inside of lists", '{"a":[{"b":1}]}', [{ op: "replace", path: "/a/0/b", value: 2 }], '{"a":[{"b":2}]}'],
  ["at the end of a list", "[1]", [{ op: "add", path: "/-", value: 2 }], "[1,2]"],
  ["into a list", "[1,3]", [{ op: "add", path: "/1", value: 2 }], "[1,2,3]"],
  ["out of a list", "[1,2]", [{ op: "remove", path: "/0" }], "[2]"],
  ["the whole", '{"a":1}', [{ op: "replace", path: "", value: 2 }], "2"],
  ["a test that holds changes nothing", '{"a":[1]}', [{ op: "test", path: "/a", value: [1] }], '{"a":[1]}'],
  ["a key with a slash and a tilde", '{"a/b~c":1}', [{ op: "replace", path: "/a~1b~0c", value: 2 }], '{"a/b~c":2}'],
  ["removed", '{"a":1,"b":2}', [{ op: "remove", path: "/a" }], '{"b":2}'],
  ["__proto__ is added", "{}", [{ op: "add", path: "/__proto__", value: { a: 1 } }], '{"__proto__":{"a":1}}'],
  [
    "__proto__ stays beside what changes",
    '{"__proto__":{"a":1},"b":1}',
    [{ op: "replace", path: "/b", value: 2 }],
    '{"__proto__":{"a":1},"b":2}',
  ],
  [
    "below __proto__",
    '{"__proto__":{"a":1}}',
    [{ op: "replace", path: "/__proto__/a", value: 2 }],
    '{"__proto__":{"a":2}}',
  ],
  ["__proto__ is removed", '{"__proto__":{"a":1},"b":1}', [{ op: "remove", path: "/__proto__" }], '{"b":1}'],
];

for (const [title, before, patch, after] of cases) {
  t.test(title, (t) => {
    const value = parseJson(before);
    t.equal(JSON.stringify(applyPatch(value, patch)), after);
    t.equal(JSON.stringify(value), before, "what was given stays as it is");
    t.end();
  });
}

const refused: readonly [string, string, PatchOperation][] = [
  ["below a text", '{"a":"b"}', { op: "replace", path: "/a/b", value: 1 }],
  ["a member that is not there", "{}", { op: "replace", path: "/a", value: 1 }],
  ["an entry that is not there", "[1]", { op: "replace", path: "/1", value: 2 }],
  ["an entry behind the last", "[1]", { op: "add", path: "/2", value: 2 }],
  ["what comes behind the last entry", "[1]", { op: "replace", path: "/-", value: 2 }],
  ["an entry below the first", "[1]", { op: "remove", path: "/-1" }],
  ["an index with a nought before it", "[1,2]", { op: "remove", path: "/01" }],
  ["an index that is a word", "[1]", { op: "remove", path: "/a" }],
  ["the whole cannot be removed", "{}", { op: "remove", path: "" }],
  ["a test that does not hold", '{"a":1}', { op: "test", path: "/a", value: 2 }],
  ["a test of what is not there", "{}", { op: "test", path: "/a", value: 1 }],
  ["below an entry that is not there", "[]", { op: "add", path: "/0/a", value: 1 }],
];

for (const [title, before, operation] of refused) {
  t.test(`refused: ${title}`, (t) => {
    try {
      applyPatch(parseJson(before), [operation]);
      t.fail("no error");
    } catch (error) {
      t.ok(
        error instanceof PodgraftError && error.code === "internal.splice" && error.location.path === operation.path,
      );
    }
    t.end();
  });
}

for (const path of ["/constructor/name", "/__proto__/a", "/toString"]) {
  t.test(`an inherited member is none: ${path}`, (t) => {
    try {
      applyPatch({}, [{ op: "replace", path, value: 1 }]);
      t.fail("no error");
    } catch (error) {
      t.ok(error instanceof PodgraftError && error.code === "internal.splice");
    }
    t.end();
  });
}
