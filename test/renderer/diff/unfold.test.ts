import t from "tap";
import type { Json } from "../../../engine/json.ts";
import { unfold } from "../../../renderer/diff/unfold.ts";

const pod = { kind: "Pod" };

const cases: { readonly [title: string]: readonly [value: Json, objects: readonly Json[]] } = {
  "an object": [pod, [pod]],
  "no object": [null, []],
  "a List": [{ kind: "List", items: [pod, { kind: "Job" }] }, [pod, { kind: "Job" }]],
  "an empty List": [{ kind: "List", items: [] }, []],
  "a List in a List": [{ kind: "List", items: [{ kind: "List", items: [pod] }, pod] }, [pod, pod]],
  "items that say no kind": [
    { apiVersion: "v1", kind: "SecretList", items: [{ data: {} }, pod] },
    [{ apiVersion: "v1", kind: "Secret", data: {} }, pod],
  ],
  "a List of no kind at all": [{ kind: "List", items: [{ data: {} }] }, [{ data: {} }]],
  "a kind of its own that has items": [{ kind: "AllowList", items: ["a"] }, [{ kind: "AllowList", items: ["a"] }]],
  "items of what is no List": [{ kind: "Bag", items: [pod] }, [{ kind: "Bag", items: [pod] }]],
};

for (const [title, [value, objects]] of Object.entries(cases)) {
  t.test(title, (t) => {
    t.same(unfold(value), objects);
    t.end();
  });
}
