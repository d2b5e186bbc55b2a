import type { At } from "../decision.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../json.ts";

/** One item of a list under edit: where it stood in the original list (null = added since), and what it is now. */
export type TrackedItem<Value> = { readonly origin: number | null; value: Value };

/**
 * A list that remembers where each of its items came from, so that many edits come out as one minimal patch. Items are never removed.
 * Positions in edits count in the list as it was when `mark` was last called.
 */
export class TrackedList<Value> {
  readonly items: TrackedItem<Value>[];
  #marked: TrackedItem<Value>[];
  #addedFirst = 0;

  constructor(values: readonly Value[]) {
    this.items = values.map((value, origin) => ({ origin, value }));
    this.#marked = [...this.items];
  }

  /** From now on, positions count in the list as it is now. */
  mark(): void {
    this.#marked = [...this.items];
    this.#addedFirst = 0;
  }

  /** The item at a marked position, or undefined beyond the list's end. */
  at(position: number): TrackedItem<Value> | undefined {
    return this.#marked[position];
  }

  /** Adds an item at the end, or at the front behind those that were added first since the mark; always a change, hence true. */
  add(at: At, value: Value): true {
    const item = { origin: null, value };
    if (at === "last") this.items.push(item);
    else this.items.splice(this.#addedFirst++, 0, item);
    return true;
  }
}

/** A list member as a list of objects: absent and null are empty. Items have been checked to be objects before. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return isJsonList(value) ? value.filter(isJsonObject) : [];
}
