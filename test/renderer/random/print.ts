import type { Json, Segment } from "../../../engine/json.ts";
import { isJsonList, isJsonObject, parseJson } from "../../../engine/json.ts";
import { childrenOf } from "./children.ts";
import type { Random } from "./source.ts";

/** Words that are no texts where they stand bare. */
const typedWords: ReadonlySet<string> = new Set(["on", "off", "yes", "no", "y", "n", "true", "false", "null"]);

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
