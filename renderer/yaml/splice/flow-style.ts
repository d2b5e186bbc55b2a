import type { MappingNode, SequenceNode, YamlNode } from "../node.ts";
import { outerStart } from "../node.ts";
import { walk } from "./aliases.ts";
import type { Emission } from "./emission.ts";
import type { FlowStyle } from "./flow-text.ts";
import type { Habits } from "./habits.ts";
import { indentationOf, lineBreakNear, sameLine } from "./lines.ts";

/** Whether the entries of a flow collection stand on other lines than its bracket. */
export function isSpread(text: string, node: MappingNode | SequenceNode): boolean {
  const first = entriesOf(node)[0];
  return node.flow && first !== undefined && !sameLine(text, node.start, outerStart(first));
}

/** How new text in or in place of the flow collection `node` is written: as the collection itself is, or those around it. */
export function flowStyleOf(emission: Emission, node: MappingNode | SequenceNode, habits: Habits): FlowStyle {
  const { text, json } = emission;
  const separators = separatorsOf(text, json ? emission.root : node);
  const spread = isSpread(text, node) && !hasCompactEntry(text, node);
  return {
    json: json || usesJsonKeys(node),
    ...separators,
    padding: node.kind === "mapping" && text.charCodeAt(node.start + 1) === 32 ? " " : "",
    step: spread ? stepOf(text, node) : undefined,
    // Looked for only where it is used: a document may be one line of many megabytes.
    lineBreak: spread ? lineBreakNear(text, node.start) : "\n",
    quoting: habits.quoting,
  };
}

type Separators = Pick<FlowStyle, "colon" | "comma">;

/** All edits of a JSON document ask for the separators of the same root. */
const knownSeparators = new WeakMap<YamlNode, Separators>();

function separatorsOf(text: string, model: YamlNode): Separators {
  const known = knownSeparators.get(model);
  if (known !== undefined) return known;
  const tightColon = hasTightColon(text, model);
  const separators = {
    colon: tightColon ? ":" : ": ",
    comma: hasTightComma(text, model, tightColon) ? "," : ", ",
  } as const;
  knownSeparators.set(model, separators);
  return separators;
}

function entriesOf(node: MappingNode | SequenceNode): readonly YamlNode[] {
  return node.kind === "mapping" ? node.pairs.map(({ key }) => key) : node.items;
}

/** Whether the entries of a spread collection hold collections that stand on one line. */
function hasCompactEntry(text: string, node: MappingNode | SequenceNode): boolean {
  const values = node.kind === "mapping" ? node.pairs.map(({ value }) => value) : node.items;
  return values.some(
    (value) =>
      (value.kind === "mapping" || value.kind === "sequence") && entriesOf(value).length > 0 && !isSpread(text, value),
  );
}

function stepOf(text: string, node: MappingNode | SequenceNode): string {
  const first = entriesOf(node)[0];
  const inner = first === undefined ? "" : indentationOf(text, outerStart(first));
  const outer = indentationOf(text, node.start);
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : "  ";
}

function usesJsonKeys(node: MappingNode | SequenceNode): boolean {
  let keys = 0;
  let quoted = 0;
  walk(node, (inner) => {
    if (inner.kind !== "mapping") return;
    for (const { key } of inner.pairs) {
      keys += 1;
      if (key.kind === "scalar" && key.style === "double") quoted += 1;
    }
  });
  return keys > 0 && keys === quoted;
}

function hasTightColon(text: string, model: YamlNode): boolean {
  let tight = false;
  walk(model, (inner) => {
    if (inner.kind === "mapping")
      tight ||= inner.pairs.some(
        ({ key, colon }) =>
          key.kind === "scalar" && key.style === "double" && colon !== -1 && text.charCodeAt(colon + 1) > 32,
      );
  });
  return tight;
}

/** Whether no blank follows commas; where there are none to look at, colons tell. */
function hasTightComma(text: string, model: YamlNode, tightColon: boolean): boolean {
  let tight: boolean | undefined;
  walk(model, (inner) => {
    if (inner.kind === "alias" || inner.kind === "scalar") return;
    for (const entry of entriesOf(inner).slice(1)) tight ??= text.charCodeAt(outerStart(entry) - 1) === 44;
  });
  return tight ?? tightColon;
}
