import type { Segment } from "../../engine/json.ts";
import type { ReadDocument } from "./sources.ts";

/** Where a path of a read document stands in its file. */
export function placeIn(
  { source, document, position }: ReadDocument,
  path: readonly Segment[],
): { file: string; document: number; line: number; column: number } {
  return { file: source, document: document.number, ...position(path) };
}
