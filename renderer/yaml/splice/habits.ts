import type { MappingNode, SequenceNode, YamlNode } from "../node.ts";
import type { Quoting } from "./scalar-text.ts";
import { isPlainSafe } from "./scalar-text.ts";

/** How a document is written, as far as new text can follow it. */
export type Habits = {
  /** Columns from a mapping's keys to those of a mapping in it. */
  readonly step: number;
  /** Columns from a mapping's keys to the dashes of a list in it: 0, or more where lists are indented. */
  readonly listOffset: number;
  /** Columns from a dash to the item's text. */
  readonly dashWidth: number;
  readonly quoting: Quoting;
  /** Whether texts of several lines are written as `|`. */
  readonly literals: boolean;
};

type Tally = {
  readonly steps: Map<number, number>;
  readonly listOffsets: Map<number, number>;
  readonly dashWidths: Map<number, number>;
  plain: number;
  double: number;
  single: number;
  needless: number;
  literals: number;
};

/** The commonest habits of the document `root`; where it shows none, two columns, lists at their key and double quotes. */
export function habitsOf(root: YamlNode): Habits {
  const tally: Tally = {
    steps: new Map(),
    listOffsets: new Map(),
    dashWidths: new Map(),
    plain: 0,
    double: 0,
    single: 0,
    needless: 0,
    literals: 0,
  };
  observe(root, tally);
  const step = commonest(tally.steps) ?? 2;
  return {
    step,
    listOffset: commonest(tally.listOffsets) ?? 0,
    dashWidth: commonest(tally.dashWidths) ?? 2,
    quoting: { quote: tally.single > tally.double ? "single" : "double", always: tally.needless > tally.plain },
    literals: tally.literals > 0,
  };
}

/** The habits nearer to one place: what `node`, a collection on the way to it, shows of itself. */
export function habitsInside(habits: Habits, node: MappingNode | SequenceNode): Habits {
  if (node.flow) return habits;
  const tally: Tally = {
    steps: new Map(),
    listOffsets: new Map(),
    dashWidths: new Map(),
    plain: 0,
    double: 0,
    single: 0,
    needless: 0,
    literals: 0,
  };
  if (node.kind === "mapping") observeOffsets(node, tally);
  else observeDashes(node, tally);
  return {
    ...habits,
    step: commonest(tally.steps) ?? habits.step,
    listOffset: commonest(tally.listOffsets) ?? habits.listOffset,
    dashWidth: commonest(tally.dashWidths) ?? habits.dashWidth,
  };
}

function observe(node: YamlNode, tally: Tally): void {
  switch (node.kind) {
    case "mapping":
      if (!node.flow) observeOffsets(node, tally);
      for (const { value } of node.pairs) observe(value, tally);
      break;
    case "sequence":
      if (!node.flow) observeDashes(node, tally);
      for (const item of node.items) observe(item, tally);
      break;
    case "scalar":
      if (node.style === "literal") tally.literals += 1;
      else if (node.style === "double" || node.style === "single") {
        tally[node.style] += 1;
        if (isPlainSafe(node.text)) tally.needless += 1;
      } else if (node.style === "plain" && isPlainSafe(node.text)) tally.plain += 1;
      break;
    default:
  }
}

function observeOffsets(node: MappingNode, tally: Tally): void {
  for (const { value } of node.pairs) {
    if (value.kind === "mapping" && !value.flow && value.indent > node.indent)
      count(tally.steps, value.indent - node.indent);
    if (value.kind === "sequence" && !value.flow) count(tally.listOffsets, value.indent - node.indent);
  }
}

function observeDashes(node: SequenceNode, tally: Tally): void {
  node.items.forEach((item, index) => {
    const dash = node.dashes[index];
    if (item.kind === "mapping" && !item.flow && dash !== undefined && item.properties === undefined) {
      const width = item.start - dash;
      if (width === item.indent - node.indent) count(tally.dashWidths, width);
    }
  });
}

function count(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The key counted most often; of several, the first seen. */
function commonest(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [key, times] of counts) {
    if (times > most) {
      best = key;
      most = times;
    }
  }
  return best;
}
