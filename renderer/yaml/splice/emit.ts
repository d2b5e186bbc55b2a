import type { YamlNode } from "../node.ts";
import type { Draft } from "./draft.ts";
import { emitFlow } from "./emit-flow.ts";
import { emitBlockMapping } from "./emit-mapping.ts";
import { emitReplacement } from "./emit-replacement.ts";
import { emitBlockSequence } from "./emit-sequence.ts";
import type { Habits } from "./habits.ts";
import { habitsInside } from "./habits.ts";
import type { Emission, Place } from "./emission.ts";
import { draftValue } from "./draft-value.ts";

/** Turns a draft into edits of the text, what is inside before what stands behind it. */
export function emitDraft(emission: Emission, draft: Draft, place: Place, habits: Habits): void {
  if (draft.kind === "kept") return;
  if (draft.kind === "new") {
    if (draft.node !== undefined) emitReplacement(emission, draft.node, draft.value, place, habits);
    return;
  }
  if (!keepsSomething(draft)) return emitReplacement(emission, draft.node, draftValue(draft), place, habits);
  const inside = habitsInside(habits, draft.node);
  if (draft.node.flow) emitFlow(emission, draft, inside, emitDraft);
  else if (draft.kind === "mapping") emitBlockMapping(emission, draft, inside, emitDraft);
  else emitBlockSequence(emission, draft, inside, emitDraft);
}

function keepsSomething(draft: Draft & { readonly node: YamlNode }): boolean {
  if (draft.kind === "mapping") return draft.entries.some(({ pair }) => pair !== undefined);
  return draft.kind === "sequence" && draft.items.some(({ index }) => index !== -1);
}
