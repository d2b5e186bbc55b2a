import type { Json, Segment } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { valueAt } from "./path.ts";

/** Compares two paths into `document` by what stands first in it, for `sort`; an object stands before what is inside it. */
export function compareInDocument(document: Json, left: readonly Segment[], right: readonly Segment[]): number {
  const parting = left.findIndex((segment, index) => segment !== right[index]);
  if (parting === -1 || parting === right.length) return left.length - right.length;
  const parent = valueAt(document, left.slice(0, parting));
  return positionIn(parent, left[parting]) - positionIn(parent, right[parting]);
}

function positionIn(parent: Json | undefined, segment: Segment | undefined): number {
  return typeof segment === "string" && isJsonObject(parent) ? Object.keys(parent).indexOf(segment) : Number(segment);
}
