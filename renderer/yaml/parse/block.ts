import type { MappingNode, Pair, Properties, SequenceNode, YamlNode } from "../node.ts";
import { outerStart } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { parseBlockScalar } from "./block-scalar.ts";
import { isBlankOrEnd, isBreak } from "./characters.ts";
import { atDocumentEnd, enter, notYaml, skipBlanks, skipToToken } from "./cursor.ts";
import { emptyNode, parseFlowCollection } from "./flow.ts";
import { parsePlain } from "./plain.ts";
import { attachProperties, parseAlias, parseProperties } from "./properties.ts";
import { parseQuoted } from "./quoted.ts";

/** What a block node may be: `parentIndent` is the column of the collection around it. */
type Place = {
  readonly parentIndent: number;
  /** Whether a block collection may start on the present line: not behind `key:` or `---`. */
  readonly collectionAllowed: boolean;
  /** Whether a sequence may stand at `parentIndent` itself, as the value of a mapping's key may. */
  readonly indentlessAllowed: boolean;
};

/** Reads the node behind `---`, `- `, `? ` or `key:`; the cursor stands right behind that indicator. */
export function parseBlockNode(
  cursor: Cursor,
  parentIndent: number,
  collectionAllowed: boolean,
  indentlessAllowed: boolean,
): YamlNode {
  const from = cursor.pos;
  const line = cursor.lineStart;
  skipToToken(cursor);
  if (atDocumentEnd(cursor)) return emptyNode(from);
  if (cursor.lineStart === line) return parseContent(cursor, { parentIndent, collectionAllowed, indentlessAllowed });
  return parseOnOwnLine(cursor, parentIndent, indentlessAllowed) ?? emptyNode(from);
}

/** Reads the node whose first token is the first of its line; `undefined` where that token belongs to a collection further out. */
function parseOnOwnLine(cursor: Cursor, parentIndent: number, indentlessAllowed: boolean): YamlNode | undefined {
  const column = cursor.pos - cursor.lineStart;
  if (column > parentIndent) return parseContent(cursor, { parentIndent, collectionAllowed: true, indentlessAllowed });
  if (column === parentIndent && indentlessAllowed && atIndicator(cursor, 45))
    return parseBlockSequence(cursor, column);
  return undefined;
}

function parseContent(cursor: Cursor, place: Place): YamlNode {
  const { text, pos } = cursor;
  if (cursor.tabbedLine === cursor.lineStart)
    throw notYaml(cursor, pos, "a tab stands where indentation is expected; use spaces");
  const code = text.charCodeAt(pos);
  switch (code) {
    case 45:
      if (!atIndicator(cursor, 45)) break;
      requireCollectionAllowed(cursor, place, "a list");
      return parseBlockSequence(cursor, pos - cursor.lineStart);
    case 63:
    case 58:
      if (!atIndicator(cursor, code)) break;
      requireCollectionAllowed(cursor, place, "a mapping");
      return parseBlockMapping(cursor, pos - cursor.lineStart, undefined);
    case 38:
    case 33:
      return parseContentWithProperties(cursor, place);
    case 124:
    case 62:
      return parseBlockScalar(cursor, place.parentIndent);
    default:
  }
  const line = cursor.lineStart;
  return asKeyOrValue(cursor, parseInlineNode(cursor, place.parentIndent), pos, line, place);
}

/** Reads a node that may be an implicit key: quoted, plain, flow or alias. */
function parseInlineNode(cursor: Cursor, parentIndent: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.pos);
  switch (code) {
    case 34:
    case 39:
      return parseQuoted(cursor);
    case 91:
    case 123:
      return parseFlowCollection(cursor);
    case 42:
      return parseAlias(cursor);
    default:
      if (isForbiddenStart(cursor.text, cursor.pos, code)) {
        throw notYaml(
          cursor,
          cursor.pos,
          `${JSON.stringify(cursor.text.charAt(cursor.pos))} cannot start a value; put the value in quotes`,
        );
      }
      return parsePlain(cursor, parentIndent, false);
  }
}

/** Goes on with a mapping if `node`, which starts at `start` on the line `line`, turns out to be its first key. */
function asKeyOrValue(cursor: Cursor, node: YamlNode, start: number, line: number, place: Place): YamlNode {
  if (cursor.lineStart !== line) {
    const inside = cursor.pos - cursor.lineStart > place.parentIndent;
    if (inside && atKeyColon(cursor)) throw notYaml(cursor, cursor.pos, "a key must stand on one line, with its colon");
    return node;
  }
  skipBlanks(cursor);
  if (!atKeyColon(cursor)) return node;
  requireCollectionAllowed(cursor, place, "a mapping");
  return parseBlockMapping(cursor, start - line, node);
}

function parseContentWithProperties(cursor: Cursor, place: Place): YamlNode {
  const line = cursor.lineStart;
  const properties = parseProperties(cursor);
  const code = cursor.text.charCodeAt(cursor.pos);
  if (isBreak(code) || code === 35 || code !== code) return parseBehindProperties(cursor, properties, place);
  if (code === 124 || code === 62)
    return attachProperties(cursor, parseBlockScalar(cursor, place.parentIndent), properties);
  if (atIndicator(cursor, 45) || atIndicator(cursor, 63))
    throw notYaml(cursor, cursor.pos, "a list or mapping behind an anchor or tag starts on its own line");
  const node = atKeyColon(cursor) ? emptyNode(properties.end) : parseInlineNode(cursor, place.parentIndent);
  return asKeyOrValue(cursor, attachProperties(cursor, node, properties), properties.start, line, place);
}

function parseBehindProperties(cursor: Cursor, properties: Properties, place: Place): YamlNode {
  skipToToken(cursor);
  const node = atDocumentEnd(cursor) ? undefined : parseOnOwnLine(cursor, place.parentIndent, place.indentlessAllowed);
  return attachProperties(cursor, node ?? emptyNode(properties.end), properties);
}

function parseBlockSequence(cursor: Cursor, indent: number): SequenceNode {
  enter(cursor);
  const start = cursor.pos;
  const items: YamlNode[] = [];
  const dashes: number[] = [];
  let end: number;
  do {
    dashes.push(cursor.pos);
    cursor.pos += 1;
    const item = parseBlockNode(cursor, indent, true, false);
    end = endOf(item);
    items.push(item);
  } while (atNextEntry(cursor, indent) && atIndicator(cursor, 45));
  cursor.depth -= 1;
  return { kind: "sequence", start, end, properties: undefined, flow: false, indent, dashes, items };
}

/** Reads a mapping whose keys stand at column `indent`; the first key may have been read already, then the cursor stands at its colon. */
function parseBlockMapping(cursor: Cursor, indent: number, firstKey: YamlNode | undefined): MappingNode {
  enter(cursor);
  const pairs: Pair[] = [];
  let pair = firstKey === undefined ? parsePair(cursor, indent) : parseValueOf(cursor, firstKey, indent);
  const { start } = pair;
  for (;;) {
    pairs.push(pair);
    if (!atNextEntry(cursor, indent)) break;
    pair = parsePair(cursor, indent);
  }
  cursor.depth -= 1;
  const end = pair.colon === -1 ? endOf(pair.key) : Math.max(endOf(pair.value), pair.colon + 1);
  return { kind: "mapping", start, end, properties: undefined, flow: false, indent, pairs };
}

function parsePair(cursor: Cursor, indent: number): Pair {
  const start = cursor.pos;
  if (atIndicator(cursor, 63)) return parseExplicitPair(cursor, indent);
  if (atIndicator(cursor, 58)) return parseComplexValue(cursor, start, emptyNode(start), indent);
  const line = cursor.lineStart;
  const key = parseKey(cursor, indent);
  if (cursor.lineStart === line) skipBlanks(cursor);
  if (cursor.lineStart !== line || !atKeyColon(cursor))
    throw notYaml(cursor, start, "expected a key followed by a colon");
  return parseValueOf(cursor, key, indent);
}

function parseKey(cursor: Cursor, indent: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.pos);
  if (cursor.tabbedLine === cursor.lineStart)
    throw notYaml(cursor, cursor.pos, "a tab stands where indentation is expected; use spaces");
  if (code !== 38 && code !== 33) return parseInlineNode(cursor, indent);
  const properties = parseProperties(cursor);
  const node = atKeyColon(cursor) ? emptyNode(properties.end) : parseInlineNode(cursor, indent);
  return attachProperties(cursor, node, properties);
}

function parseExplicitPair(cursor: Cursor, indent: number): Pair {
  const start = cursor.pos;
  cursor.pos += 1;
  const key = parseBlockNode(cursor, indent, true, true);
  skipToToken(cursor);
  if (cursor.pos - cursor.lineStart !== indent || atDocumentEnd(cursor) || !atIndicator(cursor, 58))
    return { start, key, colon: -1, value: emptyNode(endOf(key)) };
  return parseComplexValue(cursor, start, key, indent);
}

function parseComplexValue(cursor: Cursor, start: number, key: YamlNode, indent: number): Pair {
  const colon = cursor.pos;
  cursor.pos += 1;
  return { start, key, colon, value: parseBlockNode(cursor, indent, true, true) };
}

function parseValueOf(cursor: Cursor, key: YamlNode, indent: number): Pair {
  const colon = cursor.pos;
  cursor.pos += 1;
  return { start: outerStart(key), key, colon, value: parseBlockNode(cursor, indent, false, true) };
}

/** Moves to the token behind an entry: true at column `indent`, false further left; further right it has no place. */
function atNextEntry(cursor: Cursor, indent: number): boolean {
  skipToToken(cursor);
  if (atDocumentEnd(cursor)) return false;
  const column = cursor.pos - cursor.lineStart;
  if (column > indent)
    throw notYaml(
      cursor,
      cursor.pos,
      `unexpected text; a new entry of this collection would stand at column ${indent + 1}`,
    );
  return column === indent;
}

function requireCollectionAllowed(cursor: Cursor, place: Place, what: string): void {
  if (!place.collectionAllowed)
    throw notYaml(cursor, cursor.pos, `${what} cannot start on this line; put the value in quotes, or on its own line`);
}

function atIndicator(cursor: Cursor, code: number): boolean {
  return cursor.text.charCodeAt(cursor.pos) === code && isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1));
}

function atKeyColon(cursor: Cursor): boolean {
  return atIndicator(cursor, 58);
}

/** Characters that no plain scalar may start with; `- ? :` may where no blank follows. */
function isForbiddenStart(text: string, pos: number, code: number): boolean {
  if (code === 45 || code === 63 || code === 58) return isBlankOrEnd(text.charCodeAt(pos + 1));
  return code < 127 && ",[]{}#&*!|>'\"%@`".includes(String.fromCharCode(code));
}

/** Where the text of `node` ends; an empty node ends where its properties do. */
function endOf(node: YamlNode): number {
  return node.properties === undefined ? node.end : Math.max(node.end, node.properties.end);
}
