import t from "tap";
import { applyPatch } from "../../../engine/edits/apply-patch.ts";
import { PodgraftError } from "../../../engine/errors.ts";
import { parseJson, type PatchOperation } from "../../../engine/json.ts";

const cases: readonly [string, string, readonly PatchOperation[], string][] = [
  ["a new member comes last", '{"a":1}', [{ op: "add", path: "/b", value: 2 }], '{"a":1,"b":2}'],
  ["a member that is there keeps its place", '{"a":1,"b":2}', [{ op: "add", path: "/a", value: 3 }], '{"a":3,"b":2}'],
  ["inside of lists", '{"a":[{"b":1}]}', [{ op: "replace", path: "/a/0/b", value: 2 }], '{"a":[{"b":2}]}'],
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
