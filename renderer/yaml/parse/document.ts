import type { YamlNode } from "../node.ts";
import type { Cursor, Origin } from "./cursor.ts";
import { parseBlockNode } from "./block.ts";
import { isBreak } from "./characters.ts";
import { atDocumentEnd, isDocumentMarker, notYaml, skipToToken, startCursor } from "./cursor.ts";

/** What YAML 1.1 allows nowhere in a text: most control characters, and surrogates without their partner. */
const suspicious = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]/;
const forbidden =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Reads the one document of `text` into nodes. Throws `input.not_yaml` or `input.too_deep` with the place. */
export function parseDocument(text: string, origin: Origin): YamlNode {
  const cursor = startCursor(text, origin);
  refuseForbidden(cursor);
  parseDirectives(cursor);
  const explicit =
    cursor.pos === cursor.lineStart && isDocumentMarker(text, cursor.pos) && text.charCodeAt(cursor.pos) === 45;
  if (explicit) cursor.pos += 3;
  const root = parseBlockNode(cursor, -1, !explicit, false);
  endDocument(cursor);
  return root;
}

function refuseForbidden(cursor: Cursor): void {
  if (!suspicious.test(cursor.text)) return;
  const found = forbidden.exec(cursor.text);
  if (found === null) return;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw notYaml(cursor, found.index, `the character U+${code} is not allowed in YAML; is this a text file in UTF-8?`);
}

function parseDirectives(cursor: Cursor): void {
  skipToToken(cursor);
  let found = false;
  while (cursor.text.charCodeAt(cursor.pos) === 37 && cursor.pos === cursor.lineStart) {
    found = true;
    parseDirective(cursor);
    skipToToken(cursor);
  }
  if (found && !cursor.text.startsWith("---", cursor.pos))
    throw notYaml(cursor, cursor.pos, "a directive must be followed by ---");
}

function parseDirective(cursor: Cursor): void {
  const start = cursor.pos;
  while (cursor.pos < cursor.text.length && !isBreak(cursor.text.charCodeAt(cursor.pos))) cursor.pos += 1;
  const [name, handle, prefix] = cursor.text.slice(start + 1, cursor.pos).split(/[ \t]+/);
  if (name === "TAG" && handle !== undefined && prefix !== undefined) cursor.tagHandles.set(handle, prefix);
  else if (name === "YAML" && handle?.startsWith("1.") !== true)
    throw notYaml(cursor, start, "only YAML 1.x is supported");
}

function endDocument(cursor: Cursor): void {
  skipToToken(cursor);
  while (cursor.pos < cursor.text.length && atDocumentEnd(cursor) && cursor.text.charCodeAt(cursor.pos) === 46) {
    cursor.pos += 3;
    skipToToken(cursor);
  }
  if (cursor.pos >= cursor.text.length) return;
  const message = atDocumentEnd(cursor)
    ? "one document was expected, but another follows"
    : "unexpected text behind the document's value";
  throw notYaml(cursor, cursor.pos, message);
}
