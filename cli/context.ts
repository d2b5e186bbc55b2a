import { collectKnownObjects, type KnownObjects } from "../engine/context/known-objects.ts";
import type { LocatedObject } from "../engine/locate/locate-pods.ts";
import type { WorkloadTable } from "../engine/locate/table.ts";
import { objectsIn, splitSource, type SplitSource } from "../renderer/inject/sources.ts";
import { manifestFiles } from "./files.ts";
import { readText } from "./input.ts";

const noPods: ReadonlySet<string> = new Set();

/**
 * The ServiceAccounts and Namespaces of context files and folders, YAML or JSON. Other objects in them are not looked at. Throws
 * PodgraftError `input.*` with file, line and column.
 */
export function readContext(operands: readonly string[], table: WorkloadTable): LocatedObject[] {
  return objectsIn(contextSources(operands), table);
}

/** The texts of context files and folders. Throws PodgraftError `input.unreadable`. */
export function contextSources(operands: readonly string[]): SplitSource[] {
  return operands.flatMap(manifestFiles).map((file) => splitSource({ name: file, text: readText(file) }, noPods));
}

/** Everything known: the stream's own objects first, context behind them; a later object of the same name counts. */
export function knownObjects(
  stream: readonly LocatedObject[],
  context: readonly LocatedObject[],
  namespace: string | null,
): KnownObjects {
  return collectKnownObjects([...context, ...stream], namespace);
}
