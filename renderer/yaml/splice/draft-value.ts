import type { Json } from "../../../engine/json.ts";
import type { Draft } from "./draft.ts";

/** The value of a collection of which every member or item is new. */
export function draftValue(draft: Draft): Json {
  if (draft.kind === "mapping")
    return Object.fromEntries(draft.entries.map(({ name, draft: member }) => [name, newValue(member)]));
  if (draft.kind === "sequence") return draft.items.map(({ draft: item }) => newValue(item));
  return newValue(draft);
}

/** The value of a draft that is new. */
export function newValue(draft: Draft): Json {
  return draft.kind === "new" ? draft.value : null;
}
