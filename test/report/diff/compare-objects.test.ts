import t from "tap";
import type { JsonObject } from "../../../engine/json.ts";
import { compareObjects, type ObjectVersion } from "../../../report/diff/compare-objects.ts";

type Of = Partial<ObjectVersion["object"]>;

function version(text: string | null, value: JsonObject = {}, object: Of = {}): ObjectVersion {
  return {
    object: { apiVersion: "v1", kind: "ConfigMap", namespace: "shop", name: "x", ...object },
    text,
    value: () => value,
  };
}

const print = (value: JsonObject): string => `${JSON.stringify(value)}\n`;

t.test("by namespace, kind, name and group", (t) => {
  const of = (object: Of): ObjectVersion => version("a", {}, object);
  const found = compareObjects(
    [of({ name: "b" }), of({ namespace: null })],
    [of({ name: "a" }), of({ kind: "Alpha" }), of({ namespace: "aaa" }), of({ name: "a", apiVersion: "g/v1" })],
    print,
  );
  t.same(
    found.map(({ title, change, object: { apiVersion } }) => `${change} ${title} ${apiVersion}`),
    [
      "removed ConfigMap x v1",
      "added ConfigMap aaa/x v1",
      "added Alpha shop/x v1",
      "added ConfigMap shop/a v1",
      "added ConfigMap shop/a g/v1",
      "removed ConfigMap shop/b v1",
    ],
  );
  t.end();
});

t.test("another version of a group is the same object", (t) => {
  const of = (apiVersion: string): ObjectVersion => version(apiVersion, {}, { apiVersion });
  t.match(compareObjects([of("g/v1")], [of("g/v2")], print), [{ change: "changed", object: { apiVersion: "g/v2" } }]);
  t.end();
});

t.test("several of one name: equal ones belong together, the others in their order", (t) => {
  const found = compareObjects(
    [version("a"), version("b"), version("c")],
    [version("x"), version("a"), version("y"), version("z")],
    print,
  );
  t.same(
    found.map(({ diff }) => diff?.match(/^[+-][a-z]/gm)?.join(" ")),
    ["-b +x", "-c +y", "+z"],
  );
  t.end();
});

t.test("where a side has no text, values are compared and shown", (t) => {
  t.same(compareObjects([version(null, { a: 1 })], [version("a:   1", { a: 1 })], print), []);
  t.match(compareObjects([version("a: 1", { a: 1 })], [version(null, { a: 2 })], print), [
    { diff: /\n-\{"a":1\}\n\+\{"a":2\}\n/ },
  ]);
  t.match(compareObjects([], [version(null, { a: 2 })], print), [{ change: "added", diff: /\n\+\{"a":2\}\n/ }]);
  t.match(compareObjects([version(null, { a: 2 })], [], print), [{ change: "removed", diff: /\n-\{"a":2\}\n/ }]);
  t.end();
});

t.test("Secrets: that a value changed is shown, the value is not", (t) => {
  const secret = (value: string): ObjectVersion =>
    version(null, { kind: "Secret", metadata: {}, data: { key: `hidden-${value}` } });
  const [found] = compareObjects([secret("1")], [secret("2")], print);
  t.match(found?.diff, /-.*"\(redacted\)".*\n\+.*"\(redacted, changed\)"/);
  t.notMatch(found?.diff, /hidden/);
  t.same(compareObjects([secret("1")], [secret("1")], print), []);
  t.end();
});

t.test("texts that only differ in line ends and markers are the same", (t) => {
  t.same(compareObjects([version("---\r\na\r\n")], [version("a")], print), []);
  t.end();
});
