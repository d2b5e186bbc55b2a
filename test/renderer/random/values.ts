import fc from "fast-check";
import type { Json, PatchOperation, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, pointer } from "../../../engine/json.ts";
import { childrenOf } from "./children.ts";
import type { Random } from "./source.ts";

const words = [
  "a",
  "name",
  "value",
  "env",
  "on",
  "0644",
  "1e3",
  "x: y",
  "# no",
  "it's",
  "",
  "null",
  "~",
  "- z",
  "é😀",
  "line\nbreak",
  "a\nb\n",
  "\u2028",
  "trail ",
  "{x}",
  "<<",
  "*a",
  "arn:aws:iam::1:role/x",
  "/var/run",
  "\ttab",
  "---",
];
const keys = [
  "name",
  "value",
  "env",
  "image",
  "spec",
  "on",
  "a/b",
  "k8s.io/x~y",
  "__proto__",
  "0",
  "volumes",
  "items",
  "é",
  "a b",
];

const oneValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json; object: Json; list: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<Json>(...words, null, true, false, 0, 7, -1, 1.5, 3000000),
    tie("object"),
    tie("list"),
  ),
  object: fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 4 }),
  list: fc.array(tie("value"), { maxLength: 4 }),
})).value;

/** Random values in the shape of Kubernetes objects: mappings, lists of mappings, scalars; parts may repeat, alone or with more members, for anchors. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 2, arbitrary: oneValue },
  {
    weight: 1,
    arbitrary: fc.tuple(oneValue, oneValue, oneValue).map(([part, other, more]): Json => {
      const extended: Json = isJsonObject(part) ? { ...part, extra: more } : [part, more];
      return { spec: part, items: [part, extended, other], image: { env: part, value: extended } };
    }),
  },
);

/** A random patch that applies to `value`, one operation after the other. */
export function randomPatch(
  value: Json,
  random: Random,
  apply: (value: Json, operation: PatchOperation) => Json,
  newValues: readonly Json[],
): PatchOperation[] {
  const patch: PatchOperation[] = [];
  let current = value;
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const operation = randomOperation(current, random, newValues[random(newValues.length)] ?? null);
    if (operation === undefined) continue;
    patch.push(operation);
    current = apply(current, operation);
  }
  return patch;
}

function randomOperation(value: Json, random: Random, added: Json): PatchOperation | undefined {
  const path: Segment[] = [];
  let container = value;
  for (;;) {
    const inner = childrenOf(container).filter(([, child]) => isJsonList(child) || isJsonObject(child));
    const next = inner[random(inner.length + 1)];
    if (next === undefined) break;
    path.push(next[0]);
    container = next[1];
  }
  const children = childrenOf(container);
  const child = children[random(Math.max(children.length, 1))];
  const choice = random(4);
  if (child !== undefined && choice === 0) return { op: "remove", path: pointer([...path, child[0]]) };
  if (child !== undefined && choice === 1) return { op: "replace", path: pointer([...path, child[0]]), value: added };
  if (isJsonList(container))
    return {
      op: "add",
      path: random(2) === 0 ? pointer(path) + "/-" : pointer([...path, random(container.length + 1)]),
      value: added,
    };
  return isJsonObject(container)
    ? { op: "add", path: pointer([...path, keys[random(keys.length)] ?? "k"]), value: added }
    : undefined;
}
