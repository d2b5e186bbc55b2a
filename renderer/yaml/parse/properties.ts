import type { AliasNode, Properties, YamlNode } from "../node.ts";
import type { Cursor } from "./cursor.ts";
import { isBlankOrEnd, isFlowIndicator } from "./characters.ts";
import { notYaml, skipBlanks } from "./cursor.ts";

const anchorName = /[A-Za-z0-9_-]+/y;
const tagText = /!(?:<[^>\s]*>|[A-Za-z0-9_-]*!)?[^\s,[\]{}]*/y;
const coreTagPrefix = "tag:yaml.org,2002:";

/** Reads the anchor and the tag at the cursor, in either order, and leaves the cursor at what follows on the line. */
export function parseProperties(cursor: Cursor): Properties {
  const start = cursor.pos;
  let end = start;
  let anchor: string | undefined;
  let anchorStart = -1;
  let anchorEnd = -1;
  let tag: string | undefined;
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 38 && anchor === undefined) {
      anchorStart = cursor.pos;
      anchor = parseName(cursor);
      anchorEnd = cursor.pos;
      cursor.anchors.set(anchor, null);
    } else if (code === 33 && tag === undefined) tag = parseTag(cursor);
    else break;
    end = cursor.pos;
    skipBlanks(cursor);
  }
  return { start, end, anchor, anchorStart, anchorEnd, tag };
}

/** Gives `node` its properties and makes its anchor known. */
export function attachProperties(cursor: Cursor, node: YamlNode, properties: Properties): YamlNode {
  const inner = node.properties;
  if (node.kind === "alias" || !areCompatible(properties, inner))
    throw notYaml(cursor, properties.start, "an anchor or tag stands before a node that cannot take it");
  node.properties = inner === undefined ? properties : joinProperties(properties, inner);
  if (properties.anchor !== undefined) cursor.anchors.set(properties.anchor, node);
  return node;
}

/** An anchor and a tag may stand on two lines. */
function areCompatible(outer: Properties, inner: Properties | undefined): boolean {
  if (inner === undefined) return true;
  return (
    (outer.anchor === undefined || inner.anchor === undefined) && (outer.tag === undefined || inner.tag === undefined)
  );
}

function joinProperties(outer: Properties, inner: Properties): Properties {
  const { anchor, anchorStart, anchorEnd } = outer.anchor === undefined ? inner : outer;
  return { start: outer.start, end: inner.end, anchor, anchorStart, anchorEnd, tag: outer.tag ?? inner.tag };
}

/** Reads the alias at the cursor. An anchor that does not stand before it, or that holds it, is an error. */
export function parseAlias(cursor: Cursor): AliasNode {
  const start = cursor.pos;
  const name = parseName(cursor);
  const target = cursor.anchors.get(name);
  if (target === undefined) throw notYaml(cursor, start, `the alias *${name} has no anchor &${name} before it`);
  if (target === null) throw notYaml(cursor, start, `the anchor &${name} contains itself`);
  return { kind: "alias", start, end: cursor.pos, properties: undefined, name, target };
}

function parseName(cursor: Cursor): string {
  anchorName.lastIndex = cursor.pos + 1;
  const name = anchorName.exec(cursor.text)?.[0];
  if (name === undefined)
    throw notYaml(cursor, cursor.pos, "an anchor or alias needs a name of letters, digits, - and _");
  cursor.pos += 1 + name.length;
  const next = cursor.text.charCodeAt(cursor.pos);
  if (!isBlankOrEnd(next) && !isFlowIndicator(next) && next !== 58)
    throw notYaml(cursor, cursor.pos, "the name of an anchor or alias has letters, digits, - and _ only");
  return name;
}

function parseTag(cursor: Cursor): string {
  const start = cursor.pos;
  tagText.lastIndex = start;
  const written = tagText.exec(cursor.text)?.[0] ?? "!";
  cursor.pos += written.length;
  const next = cursor.text.charCodeAt(cursor.pos);
  if (!isBlankOrEnd(next) && !isFlowIndicator(next)) throw notYaml(cursor, start, "a tag is followed by a space");
  return resolveTag(cursor, start, written);
}

function resolveTag(cursor: Cursor, start: number, written: string): string {
  if (written.startsWith("!<")) return written.slice(2, -1);
  const handle = /^![A-Za-z0-9_-]*!/.exec(written)?.[0];
  if (handle === undefined) return written === "!" ? "!" : (cursor.tagHandles.get("!") ?? "!") + written.slice(1);
  const prefix = cursor.tagHandles.get(handle) ?? (handle === "!!" ? coreTagPrefix : undefined);
  if (prefix === undefined)
    throw notYaml(cursor, start, `the tag handle ${handle} is not declared by a %TAG directive`);
  return prefix + written.slice(handle.length);
}
