import type { YamlNode, MappingNode, ScalarNode } from "./node.ts";
import type { Origin } from "./parse/cursor.ts";
import { parseDocument } from "./parse/document.ts";
import { isMergeKey, resolveKey } from "./read/key.ts";
import { exactDigits, resolveScalar } from "./read/scalar.ts";
import { valueOf } from "./read/value.ts";

/**
 * The one document of `text` as JSON on one line, with kubectl's meaning and members in the order of the text. Integers keep all their
 * digits, those beyond 2^53 too, which a `JSON.stringify` of the value would round. Throws as `readYaml` does.
 */
export function printJson(text: string, origin: Origin = {}): string {
  const root = parseDocument(text, origin);
  // Finds what has no value, and aliases that stand for too much, with its place.
  valueOf(root, text, origin);
  return nodeJson(root, new Map());
}

/** The texts of anchored nodes: each is made once, however often an alias stands for it. */
type Printed = Map<YamlNode, string>;

function nodeJson(node: YamlNode, printed: Printed): string {
  if (node.kind === "alias") return nodeJson(node.target, printed);
  const known = printed.get(node);
  if (known !== undefined) return known;
  const json = plainJson(node, printed);
  if (node.properties?.anchor !== undefined) printed.set(node, json);
  return json;
}

function plainJson(node: Exclude<YamlNode, { kind: "alias" }>, printed: Printed): string {
  if (node.kind === "scalar") return scalarJson(node);
  if (node.kind === "sequence") return `[${node.items.map((item) => nodeJson(item, printed)).join(",")}]`;
  return `{${[...membersOf(node, printed)].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** The last of equal keys counts; a merge counts where it stands. */
function membersOf(node: MappingNode, printed: Printed): Map<string, string> {
  const members = new Map<string, string>();
  for (const { key, value } of node.pairs) {
    if (isMergeKey(key)) for (const [name, json] of mergedMembers(value, printed)) members.set(name, json);
    else {
      const meaning = resolveKey(key);
      if ("name" in meaning) members.set(meaning.name, nodeJson(value, printed));
    }
  }
  return members;
}

/** Of several merged mappings the first one wins. */
function mergedMembers(source: YamlNode, printed: Printed): Map<string, string> {
  const node = source.kind === "alias" ? source.target : source;
  if (node.kind === "mapping") return membersOf(node, printed);
  const items = node.kind === "sequence" ? node.items.toReversed() : [];
  return new Map(items.flatMap((item) => [...mergedMembers(item, printed)]));
}

function scalarJson(node: ScalarNode): string {
  const meaning = resolveScalar(node);
  const value = "value" in meaning ? meaning.value : null;
  return (typeof value === "number" ? exactDigits(node.text, value) : undefined) ?? JSON.stringify(value);
}
