import { PodgraftError } from "../../../engine/errors.ts";
import type { Json } from "../../../engine/json.ts";
import type { MappingNode, YamlNode } from "../node.ts";
import type { Origin } from "../parse/cursor.ts";
import { placeOf } from "../parse/cursor.ts";
import { isMergeKey, resolveKey } from "./key.ts";
import { resolveScalar } from "./scalar.ts";

/** Nodes that aliases may stand for in one document, all uses counted: a bomb of nested aliases stops here. */
export const aliasExpansionLimit = 1_000_000;

type MutableObject = { [key: string]: Json };

type Valuing = {
  readonly text: string;
  readonly origin: Origin;
  /** Values and expanded sizes of anchored nodes. A value is shared by all its aliases, never copied. */
  readonly anchored: Map<YamlNode, { readonly value: Json; readonly size: number }>;
  size: number;
  expanded: number;
};

/**
 * The JSON value of `root`, as kubectl makes it: merge keys merged, the last of equal keys kept, keys turned into strings.
 * Throws `input.not_yaml` with the place of what has no such value.
 */
export function valueOf(root: YamlNode, text: string, origin: Origin): Json {
  return nodeValue({ text, origin, anchored: new Map(), size: 0, expanded: 0 }, root);
}

function nodeValue(valuing: Valuing, node: YamlNode): Json {
  if (node.kind === "alias") return aliasValue(valuing, node.target);
  if (node.properties?.anchor === undefined) return plainValue(valuing, node);
  const before = valuing.size;
  const value = plainValue(valuing, node);
  valuing.anchored.set(node, { value, size: valuing.size - before });
  return value;
}

function plainValue(valuing: Valuing, node: YamlNode): Json {
  valuing.size += 1;
  switch (node.kind) {
    case "scalar": {
      const meaning = resolveScalar(node);
      if ("fault" in meaning) throw fault(valuing, node, meaning.fault);
      return meaning.value;
    }
    case "sequence": {
      const list: Json[] = [];
      for (const item of node.items) list.push(nodeValue(valuing, item));
      return list;
    }
    case "mapping":
      return mappingValue(valuing, node);
    default:
      return nodeValue(valuing, node);
  }
}

function mappingValue(valuing: Valuing, node: MappingNode): Json {
  const object: MutableObject = {};
  for (const { key, value } of node.pairs) {
    if (isMergeKey(key)) {
      mergeInto(valuing, object, value);
      continue;
    }
    const meaning = resolveKey(key);
    if ("fault" in meaning) throw fault(valuing, key, meaning.fault);
    setMember(object, meaning.name, nodeValue(valuing, value));
  }
  return object;
}

/** kubectl's reader merges where `<<` stands: members before it are overridden, members behind it override. */
function mergeInto(valuing: Valuing, object: MutableObject, source: YamlNode): void {
  if (source.kind === "sequence") {
    for (const item of source.items.toReversed()) mergeOne(valuing, object, item);
  } else mergeOne(valuing, object, source);
}

function mergeOne(valuing: Valuing, object: MutableObject, source: YamlNode): void {
  const mapping = source.kind === "alias" ? source.target : source;
  if (mapping.kind !== "mapping") throw fault(valuing, source, "<< takes a mapping or a list of mappings");
  const value = nodeValue(valuing, source);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value)) if (member !== undefined) setMember(object, name, member);
}

function aliasValue(valuing: Valuing, target: YamlNode): Json {
  const known = valuing.anchored.get(target);
  if (known === undefined) return nodeValue(valuing, target);
  valuing.size += known.size;
  valuing.expanded += known.size;
  if (valuing.expanded > aliasExpansionLimit) {
    const message = `the aliases stand for more than ${aliasExpansionLimit} values; write the document with fewer nested aliases`;
    throw new PodgraftError("input.too_large", message, locationOf(valuing, target));
  }
  return known.value;
}

function setMember(object: MutableObject, name: string, value: Json): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  else object[name] = value;
}

function fault(valuing: Valuing, node: YamlNode, message: string): PodgraftError {
  return new PodgraftError("input.not_yaml", message, locationOf(valuing, node));
}

function locationOf(
  valuing: Valuing,
  node: YamlNode,
): { file?: string; document?: number; line: number; column: number } {
  const { firstLine, ...rest } = valuing.origin;
  return { ...rest, ...placeOf(valuing.text, node.start, firstLine ?? 1) };
}
