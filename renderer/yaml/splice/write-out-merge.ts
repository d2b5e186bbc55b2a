import type { MappingNode, Pair, YamlNode } from "../node.ts";
import { isMergeKey, resolveKey } from "../read/key.ts";
import { valueOf } from "../read/value.ts";
import { memberLines } from "./block-text.ts";
import { copyOfPair } from "./copy-text.ts";
import type { Emission } from "./emission.ts";
import { edit, pairEnd } from "./emission.ts";
import { flowStyleOf } from "./flow-style.ts";
import { flowMember } from "./flow-text.ts";
import { habitsInside } from "./habits.ts";
import { lineBreakNear, spaces } from "./lines.ts";

type Merged = { readonly mapping: MappingNode; readonly pair: Pair };

/** Replaces a merge key by copies of the members it gives and no later key of `mapping` overrides; returns the first alias' name. */
export function writeOutMerge(
  emission: Emission,
  mapping: MappingNode,
  pair: Pair,
  asText: boolean,
): string | undefined {
  const members = new Map<string, Merged>();
  collect(pair.value, members);
  for (const later of mapping.pairs.slice(mapping.pairs.indexOf(pair) + 1)) {
    const meaning = resolveKey(later.key);
    if ("name" in meaning && !isMergeKey(later.key)) members.delete(meaning.name);
  }
  const written = mapping.flow
    ? flowMembers(emission, mapping, members)
    : blockMembers(emission, mapping, members, asText);
  edit(emission, pair.start, pairEnd(pair), written);
  return firstAlias(pair.value) ?? "<<";
}

/** Of several sources the first wins, inside one the last key of a name. */
function collect(source: YamlNode, members: Map<string, Merged>): void {
  if (source.kind === "alias") return collect(source.target, members);
  if (source.kind === "sequence") {
    for (const item of source.items.toReversed()) collect(item, members);
    return;
  }
  if (source.kind !== "mapping") return;
  for (const pair of source.pairs) {
    const meaning = resolveKey(pair.key);
    if (isMergeKey(pair.key)) collect(pair.value, members);
    else if ("name" in meaning) members.set(meaning.name, { mapping: source, pair });
  }
}

function blockMembers(
  emission: Emission,
  mapping: MappingNode,
  members: ReadonlyMap<string, Merged>,
  asText: boolean,
): string {
  const { text } = emission;
  const habits = habitsInside(emission.habits, mapping);
  const lines = [...members].flatMap(([name, member]) => {
    if (asText && !member.mapping.flow) return copyOfPair(text, member.mapping, member.pair);
    return memberLines(name, valueOf(member.pair.value, text, {}), habits);
  });
  return lines
    .map((line) => (line === "" ? "" : spaces(mapping.indent) + line))
    .join(lineBreakNear(text, mapping.start))
    .trimStart();
}

function flowMembers(emission: Emission, mapping: MappingNode, members: ReadonlyMap<string, Merged>): string {
  const style = flowStyleOf(emission, mapping, emission.habits);
  return [...members]
    .map(([name, { pair }]) => flowMember(name, valueOf(pair.value, emission.text, {}), style, ""))
    .join(style.comma);
}

function firstAlias(node: YamlNode): string | undefined {
  if (node.kind === "alias") return node.name;
  return node.kind === "sequence" ? node.items.map(firstAlias).find((name) => name !== undefined) : undefined;
}
