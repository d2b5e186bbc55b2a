import { PodgraftError } from "../../engine/errors.ts";
import type { Json, PatchOperation } from "../../engine/json.ts";
import { jsonEqual } from "../../engine/json.ts";
import type { YamlNode } from "./node.ts";
import type { Origin } from "./parse/cursor.ts";
import { isBreak } from "./parse/characters.ts";
import { parseDocument } from "./parse/document.ts";
import { valueOf } from "./read/value.ts";
import { refuse } from "./refusals.ts";
import { aliasUsers } from "./splice/aliases.ts";
import { applyPatch } from "../../engine/edits/apply-patch.ts";
import type { Emission } from "./splice/emission.ts";
import { emitDraft } from "./splice/emit.ts";
import { keepMissingLineBreak } from "./splice/final-newline.ts";
import { habitsOf } from "./splice/habits.ts";
import { planPatch } from "./splice/plan.ts";
import type { EditedRange, TextEdit } from "./splice/text-edits.ts";
import { applyEdits, composeEdits, editedRanges, sortEdits } from "./splice/text-edits.ts";
import { writeOut } from "./splice/write-out.ts";

export type { EditedRange } from "./splice/text-edits.ts";

/** A document's text after a patch. */
export type Spliced = {
  readonly text: string;
  /** What was inserted or replaced, in the order of the text: with each range put back to its original, the text is the input, byte for byte. */
  readonly ranges: readonly EditedRange[];
  /** The names of the anchors of which a copy was made, because the patch changes one of their uses only. */
  readonly copies: readonly string[];
};

/** So many aliases and merges of one document are written out for one patch. */
const writtenOutLimit = 200;

/**
 * Applies an RFC 6902 patch (add, replace, remove; test) to the text of one YAML or JSON document, by edits of the text alone: all that the patch does
 * not touch keeps its bytes, new text follows the document's indentation, list style, quotes and line breaks. The result is read again
 * and must mean exactly what the patch makes of the input's meaning. `origin` is for messages, as in `readYaml`.
 * Throws PodgraftError `internal.splice` where the patch does not apply, the edit is one of the refusals, or that check fails; `input.*` where the text cannot be read.
 */
export function splice(text: string, patch: readonly PatchOperation[], origin: Origin = {}): Spliced {
  const root = parseDocument(text, origin);
  const value = valueOf(root, text, origin);
  const expected = applyPatch(value, patch);
  const spliced = spliceAs(text, root, value, patch, origin, true);
  // A comment below may read as part of a literal; a quoted text ends where it ends.
  const final =
    spliced.literals && !jsonEqual(meaningOf(spliced.text), expected)
      ? spliceAs(text, root, value, patch, origin, false)
      : spliced;
  assertMeaning(final.text, expected, origin);
  return { text: final.text, ranges: final.ranges, copies: final.copies };
}

function spliceAs(
  text: string,
  start: YamlNode,
  value: Json,
  patch: readonly PatchOperation[],
  origin: Origin,
  literals: boolean,
): Spliced & { readonly literals: boolean } {
  let root = start;
  let current = text;
  let edits: readonly TextEdit[] = [];
  const copies: string[] = [];
  for (;;) {
    const emission = startEmission(current, root, literals);
    const plan = planPatch(root, patch, aliasUsers(root, current));
    const finished = "draft" in plan;
    if (finished) {
      emitDraft(emission, plan.draft, { kind: "root" }, emission.habits);
      keepMissingLineBreak(emission, root);
    } else {
      if (copies.length >= writtenOutLimit) throw refuse("alias.unwritable", patch[0]?.path ?? "");
      const written = writeOut(emission, root, plan.obstacle, value);
      emission.edits.push(...written.edits);
      copies.push(written.anchor);
    }
    const made = sortEdits(emission.edits);
    edits = edits.length === 0 ? made : composeEdits(text, edits, made);
    current = applyEdits(current, made);
    if (finished) break;
    root = parseDocument(current, origin);
  }
  return { text: current, ranges: editedRanges(text, edits), copies, literals: literals && habitsOf(start).literals };
}

function startEmission(text: string, root: YamlNode, literalsAllowed: boolean): Emission {
  const habits = habitsOf(root);
  // Without a line break at the end of the text a literal there would lose its own.
  const literals = literalsAllowed && habits.literals && isBreak(text.charCodeAt(text.length - 1));
  return { text, edits: [], habits: { ...habits, literals }, root, json: isJsonDocument(text, root) };
}

/** A document that is JSON stays JSON. */
function isJsonDocument(text: string, root: YamlNode): boolean {
  if ((root.kind !== "mapping" && root.kind !== "sequence") || !root.flow) return false;
  try {
    JSON.parse(text.slice(root.start, root.end));
    return true;
  } catch {
    return false;
  }
}

/** What `text` means, `undefined` if it cannot be read. */
function meaningOf(text: string): Json | undefined {
  try {
    return valueOf(parseDocument(text, {}), text, {});
  } catch {
    return undefined;
  }
}

function assertMeaning(text: string, expected: Json, origin: Origin): void {
  const { file, document } = origin;
  const location = { ...(file === undefined ? {} : { file }), ...(document === undefined ? {} : { document }) };
  let value: Json;
  try {
    value = valueOf(parseDocument(text, {}), text, {});
  } catch (cause) {
    throw new PodgraftError(
      "internal.splice",
      "the edited text could not be read again; the input is left as it was. Please report this document",
      location,
      { cause },
    );
  }
  if (!jsonEqual(value, expected)) {
    throw new PodgraftError(
      "internal.splice",
      "the edited text would not mean what the edit asks for; the input is left as it was. Please report this document",
      location,
    );
  }
}
