import fc from "fast-check";
import type { Json, PatchOperation, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, parseJson, pointer } from "../../../engine/json.ts";

/** A random choice below `limit`, from a seeded source. */
export type Random = (limit: number) => number;

/** A reproducible source of choices (mulberry32). */
export function randomSource(seed: number): Random {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

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
/** Words that are no texts where they stand bare. */
const typedWords: ReadonlySet<string> = new Set(["on", "off", "yes", "no", "y", "n", "true", "false", "null"]);

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

function childrenOf(value: Json): [Segment, Json][] {
  if (isJsonList(value)) return value.map((child, index) => [index, child]);
  return isJsonObject(value) ? Object.entries(value).map(([name, child]) => [name, child ?? null]) : [];
}

type Printing = {
  readonly random: Random;
  readonly step: number;
  readonly listOffset: number;
  readonly anchors: Map<string, string>;
  count: number;
};

/** `value` printed as YAML in a random style: block or flow, lists indented or not, quotes, comments, blank lines, anchors and aliases, CRLF. */
export function printRandomly(value: Json, random: Random): string {
  const printing: Printing = {
    random,
    step: 1 + random(4),
    listOffset: random(2) * (1 + random(3)),
    anchors: new Map(),
    count: 0,
  };
  const marker = ["", "---\n", "--- # c\n", "# c\n---\n"][random(4)] ?? "";
  const printed = printNode(printing, value, 0, random(8) !== 0).replace(/^\n/, "");
  const body = printed.endsWith("\n") ? printed : printed + "\n";
  const inline =
    !body.startsWith(" ") && marker !== "" && (body.startsWith("{") || body.startsWith("[")) && random(2) === 0;
  let text = (inline ? "--- " : marker) + body.replace(/^ (?=\S)/, "");
  if (random(4) === 0 && !text.includes(" |")) text = text.replace(/\n$/, "");
  else if (random(4) === 0) text += "# end\n";
  return random(4) === 0 ? text.replaceAll("\n", "\r\n") : text;
}

/** The text behind `key:` or `-`, from its first blank to its last line break. */
function printNode(printing: Printing, value: Json, column: number, block: boolean): string {
  const { random, anchors } = printing;
  const nested = isJsonList(value) || isJsonObject(value);
  const source = JSON.stringify(value);
  const anchor = anchors.get(source);
  if (nested && block && anchor !== undefined && column > 0 && random(2) === 0)
    return ` *${anchor}${trailing(random)}\n`;
  const empty = childrenOf(value).length === 0;
  if (!nested) return printScalarNode(printing, value, column, block);
  if (empty || !block || random(5) === 0)
    return (
      " " + printFlow(printing, value, block ? random(3) === 0 : false, column) + (block ? trailing(random) + "\n" : "")
    );
  const name = `a${(printing.count += 1)}`;
  const anchored = column > 0 && random(3) === 0;
  const head = (anchored ? ` &${name}` : "") + trailing(random) + "\n";
  const lines = isJsonList(value) ? printList(printing, value, column) : printMapping(printing, value, column);
  if (anchored) anchors.set(source, name);
  return head + lines;
}

function printMapping(printing: Printing, value: Json, column: number): string {
  const merged = printing.random(2) === 0 ? mergeable(printing, value) : undefined;
  if (merged === undefined) return printMembers(printing, childrenOf(value), column);
  const merge = " ".repeat(column) + `<<: ${printing.random(3) === 0 ? `[*${merged.name}]` : `*${merged.name}`}\n`;
  return merge + printMembers(printing, childrenOf(value).slice(merged.members), column);
}

/** An anchored mapping whose members are the first ones of `value`, so that a merge key gives them. */
function mergeable(printing: Printing, value: Json): { readonly name: string; readonly members: number } | undefined {
  for (const [source, name] of printing.anchors) {
    const members = source.startsWith("{") ? source.length - 1 : 0;
    if (members > 1 && JSON.stringify(value).startsWith(source.slice(0, -1) + ","))
      return { name, members: childrenOf(parseJson(source)).length };
  }
  return undefined;
}

function printMembers(printing: Printing, members: readonly [Segment, Json][], column: number): string {
  return members
    .map(([name, child]) => {
      const nextColumn = isJsonList(child) ? column + printing.listOffset : column + printing.step;
      return (
        noise(printing, column) +
        " ".repeat(column) +
        printString(printing, String(name), true) +
        ":" +
        printNode(printing, child, nextColumn, true)
      );
    })
    .join("");
}

function printList(printing: Printing, value: Json, column: number): string {
  return childrenOf(value)
    .map(([, child]) => {
      const start = noise(printing, column) + " ".repeat(column) + "-";
      const text = printNode(printing, child, column + 2, true);
      const compact =
        text.startsWith("\n" + " ".repeat(column + 2)) && !/^\n *#/.test(text) && printing.random(5) !== 0;
      return start + (compact ? " " + text.slice(column + 3) : text);
    })
    .join("");
}

function printScalarNode(printing: Printing, value: Json, column: number, block: boolean): string {
  const { random } = printing;
  if (value === null && block && random(2) === 0) return trailing(random) + "\n";
  if (typeof value === "string" && block && column > 0 && /^[a-z]+\n[a-z]+\n?$/.test(value)) {
    const indentation = "\n" + " ".repeat(column + 2);
    return (value.endsWith("\n") ? " |" : " |-") + indentation + value.trimEnd().split("\n").join(indentation) + "\n";
  }
  const text = typeof value === "string" ? printString(printing, value, false) : String(value);
  return " " + text + (block ? trailing(random) + "\n" : "");
}

function printString(printing: Printing, text: string, key: boolean): string {
  const choice = printing.random(3);
  if (choice === 0 && /^(?:[a-z][a-z/.]*|é)$/.test(text) && !typedWords.has(text)) return text;
  if (choice === 1 && /^[ -~é]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return key ? JSON.stringify(text) : JSON.stringify(text).replaceAll("\u2028", "\\u2028");
}

function printFlow(printing: Printing, value: Json, spread: boolean, column: number): string {
  if (!isJsonList(value) && !isJsonObject(value))
    return typeof value === "string" ? printString(printing, value, false) : String(value);
  const entries = childrenOf(value).map(
    ([name, child]) =>
      (isJsonList(value) ? "" : printString(printing, String(name), true) + ": ") +
      printFlow(printing, child, false, column),
  );
  const [open, close] = isJsonList(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  if (!spread) return open + entries.join(printing.random(2) === 0 ? ", " : ",") + close;
  const feed = "\n" + " ".repeat(column + 2);
  return (
    open +
    feed +
    entries.join("," + (printing.random(3) === 0 ? " # c" : "") + feed) +
    "\n" +
    " ".repeat(column + 1) +
    close
  );
}

function noise(printing: Printing, column: number): string {
  const choice = printing.random(12);
  if (choice === 0) return "\n";
  return choice === 1 ? " ".repeat(printing.random(column + 3)) + "# note\n" : "";
}

function trailing(random: Random): string {
  return [" # c", " ", "\t# t"][random(12)] ?? "";
}
