import fastJsonPatch from "fast-json-patch";
import t from "tap";
import type { Json, PatchOperation } from "../../../engine/json.ts";
import { guarded } from "../../../renderer/export/guards.ts";

const add = (path: string, value: Json): PatchOperation => ({ op: "add", path, value });
const test = (path: string, value: Json): PatchOperation => ({ op: "test", path, value });

const object: Json = {
  spec: {
    containers: [
      { name: "a", env: [{ name: "A", value: "1" }, { name: "B" }], volumeMounts: [{ name: "v", mountPath: "/v" }] },
      { name: "b", env: [], args: ["x", "y"] },
    ],
    "a/b~c": { d: null },
  },
};

const cases: readonly {
  readonly name: string;
  readonly patch: readonly PatchOperation[];
  readonly guards: readonly PatchOperation[];
}[] = [
  {
    name: "a member that is absent",
    patch: [add("/spec/volumes", [])],
    guards: [test("/spec/volumes", null)],
  },
  {
    name: "behind the last of a list: the container, and the last entry from both ends",
    patch: [add("/spec/containers/0/env/-", { name: "C" })],
    guards: [
      test("/spec/containers/0/name", "a"),
      test("/spec/containers/0/env/1/name", "B"),
      test("/spec/containers/0/env/-1/name", "B"),
    ],
  },
  {
    name: "a mount is known by its path",
    patch: [add("/spec/containers/0/volumeMounts/-", { name: "v", mountPath: "/w" })],
    guards: [
      test("/spec/containers/0/name", "a"),
      test("/spec/containers/0/volumeMounts/0/mountPath", "/v"),
      test("/spec/containers/0/volumeMounts/-1/mountPath", "/v"),
    ],
  },
  {
    name: "an empty list",
    patch: [add("/spec/containers/1/env/-", { name: "C" })],
    guards: [test("/spec/containers/1/name", "b"), test("/spec/containers/1/env", [])],
  },
  {
    name: "entries without names",
    patch: [add("/spec/containers/1/args/-", "z")],
    guards: [
      test("/spec/containers/1/name", "b"),
      test("/spec/containers/1/args/1", "y"),
      test("/spec/containers/1/args/-1", "y"),
    ],
  },
  {
    name: "a replacement: the old value",
    patch: [{ op: "replace", path: "/spec/containers/0/env/0", value: { name: "A", value: "2" } }],
    guards: [test("/spec/containers/0/name", "a"), test("/spec/containers/0/env/0", { name: "A", value: "1" })],
  },
  {
    name: "a removal: the old value",
    patch: [{ op: "remove", path: "/spec/a~1b~0c/d" }],
    guards: [test("/spec/a~1b~0c/d", null)],
  },
];

for (const { name, patch, guards } of cases) {
  t.test(name, (t) => {
    t.same(guarded(object, patch), [...guards, ...patch]);
    t.end();
  });
}

t.test("each place is tested once, where the patch has come to it", (t) => {
  const patch = [
    add("/spec/containers/0", { name: "first" }),
    add("/spec/containers/1/env/-", { name: "C" }),
    add("/spec/containers/1/env/-", { name: "D" }),
  ];
  t.same(guarded(object, patch), [
    test("/spec/containers/1/name", "b"),
    test("/spec/containers/-1/name", "b"),
    patch[0],
    test("/spec/containers/1/name", "a"),
    test("/spec/containers/1/env/1/name", "B"),
    test("/spec/containers/1/env/-1/name", "B"),
    patch[1],
    patch[2],
  ]);
  t.end();
});

t.test("what RFC 6902 itself knows of it holds for another implementation", (t) => {
  const patch = guarded(object, [
    add("/spec/containers/0/env/0", { name: "C" }),
    { op: "remove", path: "/spec/containers/1/args" },
  ]);
  const plain = patch.filter((one) => !one.path.includes("/-1") && !(one.op === "test" && one.value === null));
  t.ok(plain.some(({ op }) => op === "test"));
  t.doesNotThrow(() => fastJsonPatch.applyPatch(structuredClone(object), structuredClone(plain), true));
  t.end();
});
