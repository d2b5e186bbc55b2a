import type { Json } from "../../../engine/json.ts";
import { jsonEqual } from "../../../engine/json.ts";
import type { AliasNode, YamlNode } from "../node.ts";
import { parseDocument } from "../parse/document.ts";
import { valueOf } from "../read/value.ts";
import { refuse } from "../refusals.ts";
import { anchorRemoval, copyOf } from "./copy-text.ts";
import type { Obstacle } from "./draft.ts";
import type { Emission } from "./emission.ts";
import { edit, isInFlow } from "./emission.ts";
import { emitBlockReplacement, emitReplacement } from "./emit-replacement.ts";
import { keepMissingLineBreak } from "./final-newline.ts";
import { findPlace } from "./find-place.ts";
import { flowStyleOf } from "./flow-style.ts";
import { flowText } from "./flow-text.ts";
import type { TextEdit } from "./text-edits.ts";
import { applyEdits, sortEdits } from "./text-edits.ts";
import { writeOutMerge } from "./write-out-merge.ts";

/** What was written out, and of which anchor a copy was made. */
export type WrittenOut = { readonly edits: readonly TextEdit[]; readonly anchor: string };

/**
 * Writes an alias or a merge out so that the document means the same and the patch no longer meets it: with a copy of the anchored text, or,
 * where that text would mean something else there, with its value. `value` is what the document means. Throws `internal.splice` (`alias.unwritable`).
 */
export function writeOut(emission: Emission, root: YamlNode, obstacle: Obstacle, value: Json): WrittenOut {
  for (const asText of [true, false]) {
    const attempt: Emission = { ...emission, edits: [] };
    const anchor = attemptToWriteOut(attempt, root, obstacle, asText);
    keepMissingLineBreak(attempt, root);
    const edits = sortEdits(attempt.edits);
    if (anchor !== undefined && means(applyEdits(emission.text, edits), value)) return { edits, anchor };
  }
  throw refuse("alias.unwritable", obstacle.kind === "alias" ? `*${obstacle.alias.name}` : "<<");
}

function attemptToWriteOut(
  emission: Emission,
  root: YamlNode,
  obstacle: Obstacle,
  asText: boolean,
): string | undefined {
  switch (obstacle.kind) {
    case "merge":
      return writeOutMerge(emission, obstacle.mapping, obstacle.pair, asText);
    case "alias":
      return copyInto(emission, root, obstacle.alias, undefined, asText);
    default:
      return passAnchorOn(emission, root, obstacle.node, obstacle.users, asText);
  }
}

/** The first alias becomes the anchored node, the old one loses its anchor. */
function passAnchorOn(
  emission: Emission,
  root: YamlNode,
  node: YamlNode,
  users: readonly AliasNode[],
  asText: boolean,
): string | undefined {
  const [heir] = users;
  if (heir === undefined) return undefined;
  const removal = anchorRemoval(emission.text, node);
  edit(emission, removal.start, removal.end, removal.text);
  return copyInto(emission, root, heir, users.length > 1 ? `&${heir.name}` : undefined, asText);
}

function copyInto(
  emission: Emission,
  root: YamlNode,
  alias: AliasNode,
  anchor: string | undefined,
  asText: boolean,
): string | undefined {
  const found = findPlace(root, alias, emission.habits);
  if (found === undefined) return undefined;
  const { place, habits } = found;
  const copy = asText ? copyOf(emission.text, alias.target) : undefined;
  const value = valueOf(alias.target, emission.text, {});
  const prefix = anchor === undefined ? "" : anchor + " ";
  if (copy !== undefined && !isInFlow(place))
    emitBlockReplacement(emission, alias, anchor === undefined ? copy : { ...copy, anchor }, place, habits);
  else if (copy !== undefined && copy.collection === undefined)
    edit(emission, alias.start, alias.end, prefix + (copy.lines[0] ?? ""));
  else if (anchor === undefined) emitReplacement(emission, alias, value, place, habits);
  else
    edit(
      emission,
      alias.start,
      alias.end,
      prefix +
        flowText(
          value,
          flowStyleOf(
            emission,
            {
              kind: "sequence",
              start: alias.start,
              end: alias.end,
              properties: undefined,
              flow: true,
              indent: 0,
              dashes: [],
              items: [],
            },
            habits,
          ),
          "",
        ),
    );
  return alias.name;
}

function means(text: string, value: Json): boolean {
  try {
    return jsonEqual(valueOf(parseDocument(text, {}), text, {}), value);
  } catch {
    return false;
  }
}
