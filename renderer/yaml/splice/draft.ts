import type { Json } from "../../../engine/json.ts";
import type { AliasNode, MappingNode, Pair, SequenceNode, YamlNode } from "../node.ts";
import type { Emission, Place } from "./emission.ts";
import type { Habits } from "./habits.ts";

/** What becomes of one node of the document. */
export type Draft =
  /** Its text stays. */
  | { readonly kind: "kept"; readonly node: YamlNode }
  /** A collection of the document of which something inside changes. */
  | { readonly kind: "mapping"; readonly node: MappingNode; readonly entries: readonly DraftEntry[] }
  | { readonly kind: "sequence"; readonly node: SequenceNode; readonly items: readonly DraftItem[] }
  /** New text, in place of `node` if there is one. */
  | { readonly kind: "new"; readonly node: YamlNode | undefined; readonly value: Json };

/** A member: the document's own has its pair, a new one has none. */
export type DraftEntry = { readonly name: string; readonly pair: Pair | undefined; readonly draft: Draft };

/** A list's item: the document's own has its index there, a new one -1. */
export type DraftItem = { readonly index: number; readonly draft: Draft };

/** Turns the draft of what stands at `place` into edits. */
export type EmitInside = (emission: Emission, draft: Draft, place: Place, habits: Habits) => void;

/** What has to be written out in the text before a patch can be spliced. */
export type Obstacle =
  /** An alias on the edit's path: it needs a copy of its own. */
  | { readonly kind: "alias"; readonly alias: AliasNode }
  /** A merge key that gives a member on the edit's path. */
  | { readonly kind: "merge"; readonly mapping: MappingNode; readonly pair: Pair }
  /** An anchored node that changes while aliases elsewhere keep its old meaning: the first of them takes the anchor over. */
  | { readonly kind: "anchor"; readonly node: YamlNode; readonly users: readonly AliasNode[] };
