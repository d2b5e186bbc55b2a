import type { Segment } from "../../engine/json.ts";
import type { LocatedObject } from "../../engine/locate/locate-pods.ts";
import type { WorkloadTable } from "../../engine/locate/table.ts";
import { attempt, type TakeFault } from "./faults.ts";
import { placeIn } from "./place.ts";
import { mayHoldContext, readPiece, type SplitSource } from "./sources.ts";

/** Where an object stands, by paths within it. */
export type ObjectPlace = (path: readonly Segment[]) => ReturnType<typeof placeIn>;

/** A ServiceAccount (namespace null: the unnamed one) or a Namespace (namespace null). */
export type ContextKey = {
  readonly kind: "ServiceAccount" | "Namespace";
  readonly namespace: string | null;
  readonly name: string;
};

/**
 * Finds where ServiceAccounts and Namespaces stand. Of several of one name the last counts, as it does for the rules; `defaultNamespace`
 * names the unnamed namespace. Paths that an object does not have give the last place on the way; documents that cannot be read go to
 * `takeFault`.
 */
export function contextPlaces(
  sources: readonly SplitSource[],
  table: WorkloadTable,
  defaultNamespace: string | null,
  takeFault: TakeFault,
): (key: ContextKey) => ObjectPlace | undefined {
  const places = new Map<string, ObjectPlace>();
  for (const { source, pieces } of sources) {
    for (const piece of pieces.filter(mayHoldContext)) {
      const read = attempt(() => readPiece(source, piece, table), takeFault);
      for (const located of read?.located.objects ?? []) {
        if (read === undefined) continue;
        const { path } = located.object;
        places.set(keyText(keyOf(located, defaultNamespace)), (inner) => placeIn(read, [...path, ...inner]));
      }
    }
  }
  return (key) => places.get(keyText(key));
}

function keyOf({ object: { kind, name, namespace } }: LocatedObject, defaultNamespace: string | null): ContextKey {
  if (kind === "Namespace") return { kind, namespace: null, name };
  return { kind: "ServiceAccount", namespace: namespace ?? defaultNamespace, name };
}

function keyText({ kind, namespace, name }: ContextKey): string {
  return JSON.stringify([kind, namespace, name]);
}
