import type { Json, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, parseJson } from "../../../engine/json.ts";
import { childrenOf } from "./children.ts";
import { literalText } from "./print-literal.ts";
import { printString } from "./print-string.ts";
import type { Random } from "./source.ts";

type Printing = {
  readonly random: Random;
  readonly step: number;
  readonly listOffset: number;
  /** Names of anchors by the value they stand for. */
  readonly anchors: Map<string, string>;
  /** Whether the document may have a block scalar, whose value a line break at the end of the text belongs to. */
  blockScalars: boolean;
  count: number;
};

/**
 * `value` printed as one YAML document in a random style: block, flow or JSON, lists indented or not, all kinds of scalars and keys, comments
 * and blank lines, anchors, aliases and merge keys, keys given twice, CRLF, with or without markers and a line break at the end.
 */
export function printRandomly(value: Json, random: Random): string {
  if (random(12) === 0) return printJson(value, random);
  const printing: Printing = {
    random,
    step: 1 + random(4),
    listOffset: random(2) * (1 + random(3)),
    anchors: new Map(),
    blockScalars: false,
    count: 0,
  };
  const marker = ["", "---\n", "--- # c\n", "# c\n---\n"][random(4)] ?? "";
  const printed = printNode(printing, value, 0, -1, random(8) !== 0).replace(/^\n/, "");
  const body = printed.endsWith("\n") ? printed : printed + "\n";
  const inline =
    !body.startsWith(" ") && marker !== "" && (body.startsWith("{") || body.startsWith("[")) && random(2) === 0;
  let text = (inline ? "--- " : marker) + body.replace(/^ (?=\S)/, "");
  if (random(4) === 0 && !printing.blockScalars) text = text.replace(/\n$/, "");
  else text += ["# end\n", "...\n", "... # c\n\n", "\n\n"][random(12)] ?? "";
  return random(4) === 0 ? text.replaceAll("\n", "\r\n") : text;
}

function printJson(value: Json, random: Random): string {
  const indentation = ["", "  ", "\t", "    "][random(4)] ?? "";
  return JSON.stringify(value, undefined, indentation) + (random(2) === 0 ? "\n" : "");
}

/** The text behind `key:` or `-`, from its first blank to its last line break. `parent` is the column of the collection around it. */
function printNode(printing: Printing, value: Json, column: number, parent: number, block: boolean): string {
  const { random, anchors } = printing;
  const nested = isJsonList(value) || isJsonObject(value);
  const source = JSON.stringify(value);
  const anchor = anchors.get(source);
  if ((nested || typeof value === "string") && block && anchor !== undefined && column > 0 && random(2) === 0)
    return ` *${anchor}${trailing(random)}\n`;
  if (!nested) return printScalarNode(printing, value, column, parent, block);
  if (childrenOf(value).length === 0 || !block || random(6) === 0) {
    const flow = printFlow(printing, value, block ? random(3) === 0 : false, column);
    return " " + flow + (block ? trailing(random) + "\n" : "");
  }
  const name = nextName(printing);
  const anchored = column > 0 && random(4) === 0;
  const head = (anchored ? ` &${name}` : "") + trailing(random) + "\n";
  const lines = isJsonList(value) ? printList(printing, value, column) : printMapping(printing, value, column);
  if (anchored) anchors.set(source, name);
  return head + lines;
}

function nextName(printing: Printing): string {
  printing.count += 1;
  return `a${printing.count}`;
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
  const { random } = printing;
  const [first] = members;
  // The last of equal keys counts; what stands before it is lost.
  const lost = first !== undefined && random(60) === 0 ? printMember(printing, String(first[0]), "lost", column) : "";
  return lost + members.map(([name, child]) => printMember(printing, String(name), child, column)).join("");
}

function printMember(printing: Printing, name: string, child: Json, column: number): string {
  const { random } = printing;
  const key = printString(random, name, true);
  const indentation = " ".repeat(column);
  const childColumn = isJsonList(child) ? column + printing.listOffset : column + printing.step;
  const colon = [" ", ` # c\n${indentation}`][random(80)] ?? "";
  const lead = colon.includes("\n") ? `? ${key}${colon}` : `${key}${colon}`;
  return noise(printing, column) + indentation + lead + ":" + printNode(printing, child, childColumn, column, true);
}

function printList(printing: Printing, value: Json, column: number): string {
  return childrenOf(value)
    .map(([, child]) => {
      const start = noise(printing, column) + " ".repeat(column) + "-";
      const text = printNode(printing, child, column + 2, column, true);
      const compact =
        text.startsWith("\n" + " ".repeat(column + 2)) && !/^\n *#/.test(text) && printing.random(5) !== 0;
      return start + (compact ? " " + text.slice(column + 3) : text);
    })
    .join("");
}

function printScalarNode(printing: Printing, value: Json, column: number, parent: number, block: boolean): string {
  const { random } = printing;
  if (value === null && block && random(2) === 0) return trailing(random) + "\n";
  if (typeof value !== "string") return " " + String(value) + (block ? trailing(random) + "\n" : "");
  let head = " ";
  if (block && column > 0 && random(20) === 0) {
    const name = nextName(printing);
    head = ` &${name} `;
    printing.anchors.set(JSON.stringify(value), name);
  }
  const literal = block && column > 0 && random(3) > 0 ? literalText(value, column + 2, parent, random) : undefined;
  if (literal !== undefined) {
    printing.blockScalars = true;
    return head + literal;
  }
  return head + printString(random, value, false) + (block ? trailing(random) + "\n" : "");
}

function printFlow(printing: Printing, value: Json, spread: boolean, column: number): string {
  const { random } = printing;
  if (!isJsonList(value) && !isJsonObject(value))
    return typeof value === "string" ? printString(random, value, false) : String(value);
  const entries = childrenOf(value).map(
    ([name, child]) =>
      (isJsonList(value) ? "" : printString(random, String(name), true) + ": ") +
      printFlow(printing, child, false, column),
  );
  const [open, close] = isJsonList(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  if (!spread) {
    const padding = random(4) === 0 ? " " : "";
    return open + padding + entries.join(random(2) === 0 ? ", " : ",") + padding + close;
  }
  const feed = "\n" + " ".repeat(column + 2);
  const comma = random(4) === 0 ? "," : "";
  const end = comma + (random(4) === 0 ? " # c" : "") + "\n" + " ".repeat(column + 1) + close;
  return open + feed + entries.join("," + (random(3) === 0 ? " # c" : "") + feed) + end;
}

function noise(printing: Printing, column: number): string {
  const choice = printing.random(14);
  if (choice === 0) return "\n";
  if (choice === 1) return " ".repeat(printing.random(column + 3)) + "# note\n";
  return choice === 2 && printing.random(4) === 0 ? "\n# - name: out\n\n#   value: x\n" : "";
}

function trailing(random: Random): string {
  return [" # c", " ", "\t# t", " # 'it' \"is\" {[, &a *a |"][random(16)] ?? "";
}
