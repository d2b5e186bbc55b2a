import type { MappingNode, Pair, ScalarNode, SequenceNode, YamlNode } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { isBlank } from "./characters.ts";
import { atDocumentEnd, enter, notYaml, skipToToken } from "./cursor.ts";
import { parsePlain } from "./plain.ts";
import { attachProperties, parseAlias, parseProperties } from "./properties.ts";
import { parseQuoted } from "./quoted.ts";

/** Reads the flow collection, `[…]` or `{…}`, at the cursor and leaves the cursor behind its closing bracket. */
export function parseFlowCollection(cursor: Cursor): MappingNode | SequenceNode {
  enter(cursor);
  const node = cursor.text.charCodeAt(cursor.pos) === 91 ? parseFlowSequence(cursor) : parseFlowMapping(cursor);
  cursor.depth -= 1;
  return node;
}

/** An empty node at `offset`. */
export function emptyNode(offset: number): ScalarNode {
  return { kind: "scalar", start: offset, end: offset, properties: undefined, style: "empty", text: "" };
}

function parseFlowMapping(cursor: Cursor): MappingNode {
  const start = cursor.pos;
  const indent = start - cursor.lineStart;
  const pairs: Pair[] = [];
  cursor.pos += 1;
  while (nextEntry(cursor, start, 125, pairs.length > 0)) pairs.push(parseFlowPair(cursor));
  return { kind: "mapping", start, end: cursor.pos, properties: undefined, flow: true, indent, pairs };
}

function parseFlowSequence(cursor: Cursor): SequenceNode {
  const start = cursor.pos;
  const indent = start - cursor.lineStart;
  const items: YamlNode[] = [];
  cursor.pos += 1;
  while (nextEntry(cursor, start, 93, items.length > 0)) items.push(parseFlowItem(cursor));
  return { kind: "sequence", start, end: cursor.pos, properties: undefined, flow: true, indent, dashes: [], items };
}

/** Moves to the next entry, over the comma before it if one is due; false, behind the bracket, where the collection ends. */
function nextEntry(cursor: Cursor, start: number, close: number, commaDue: boolean): boolean {
  skipInside(cursor, start);
  if (commaDue && cursor.text.charCodeAt(cursor.pos) === 44) {
    cursor.pos += 1;
    skipInside(cursor, start);
  } else if (commaDue && cursor.text.charCodeAt(cursor.pos) !== close) {
    throw notYaml(cursor, cursor.pos, `expected a comma or ${String.fromCharCode(close)}`);
  }
  if (cursor.text.charCodeAt(cursor.pos) !== close) return true;
  cursor.pos += 1;
  return false;
}

function skipInside(cursor: Cursor, start: number): void {
  skipToToken(cursor);
  if (atDocumentEnd(cursor)) throw notYaml(cursor, start, "the bracket is not closed");
}

/** A sequence's item may be a single pair without braces, `[a: b]`. */
function parseFlowItem(cursor: Cursor): YamlNode {
  const start = cursor.pos;
  const indent = start - cursor.lineStart;
  const line = cursor.lineStart;
  if (isExplicitKey(cursor) || cursor.text.charCodeAt(start) === 58)
    return singlePair(parseFlowPair(cursor), start, indent);
  const node = parseFlowNode(cursor);
  skipToToken(cursor);
  if (cursor.text.charCodeAt(cursor.pos) !== 58 || cursor.lineStart !== line) return node;
  return singlePair(parseFlowValue(cursor, start, node), start, indent);
}

function singlePair(pair: Pair, start: number, indent: number): MappingNode {
  return { kind: "mapping", start, end: pair.value.end, properties: undefined, flow: true, indent, pairs: [pair] };
}

function parseFlowPair(cursor: Cursor): Pair {
  const start = cursor.pos;
  if (isExplicitKey(cursor)) {
    cursor.pos += 1;
    skipToToken(cursor);
  }
  const code = cursor.text.charCodeAt(cursor.pos);
  const key = isEntryEnd(code) || code === 58 ? emptyNode(cursor.pos) : parseFlowNode(cursor);
  skipToToken(cursor);
  if (cursor.text.charCodeAt(cursor.pos) === 58) return parseFlowValue(cursor, start, key);
  return { start, key, colon: -1, value: emptyNode(key.end) };
}

function parseFlowValue(cursor: Cursor, start: number, key: YamlNode): Pair {
  const colon = cursor.pos;
  cursor.pos += 1;
  skipToToken(cursor);
  const value =
    isEntryEnd(cursor.text.charCodeAt(cursor.pos)) || cursor.pos >= cursor.text.length
      ? emptyNode(colon + 1)
      : parseFlowNode(cursor);
  return { start, key, colon, value };
}

/** kubectl's reader takes any `?` at the start of an entry for the key indicator. */
function isExplicitKey(cursor: Cursor): boolean {
  return cursor.text.charCodeAt(cursor.pos) === 63;
}

function isEntryEnd(code: number): boolean {
  return code === 44 || code === 93 || code === 125;
}

function parseFlowNode(cursor: Cursor): YamlNode {
  const { text } = cursor;
  const code = text.charCodeAt(cursor.pos);
  if (atDocumentEnd(cursor))
    throw notYaml(cursor, cursor.pos, "a flow collection is not closed before the document ends");
  switch (code) {
    case 91:
    case 123:
      return parseFlowCollection(cursor);
    case 34:
    case 39:
      return parseQuoted(cursor);
    case 42:
      return parseAlias(cursor);
    case 38:
    case 33:
      return parseFlowNodeWithProperties(cursor);
    default:
      if (!startsFlowPlain(text, cursor.pos, code))
        throw notYaml(cursor, cursor.pos, `${JSON.stringify(text.charAt(cursor.pos))} cannot start a value here`);
      return parsePlain(cursor, -1, true);
  }
}

function parseFlowNodeWithProperties(cursor: Cursor): YamlNode {
  const properties = parseProperties(cursor);
  skipToToken(cursor);
  const code = cursor.text.charCodeAt(cursor.pos);
  const node = isEntryEnd(code) || code === 58 ? emptyNode(properties.end) : parseFlowNode(cursor);
  return attachProperties(cursor, node, properties);
}

/** `-` may start a plain scalar unless a blank follows; the other indicators may not. */
function startsFlowPlain(text: string, pos: number, code: number): boolean {
  if (code === 45) return !isBlank(text.charCodeAt(pos + 1));
  return !",[]{}#&*!|>'\"%@`?:".includes(String.fromCharCode(code));
}
