import type { Owner } from "../decision.ts";
import type { JsonObject, Segment } from "../json.ts";
import type { ObjectIdentity } from "./object-identity.ts";

/** A Pod or Pod template found in a document. */
export type LocatedPod = {
  /** The object that holds it. */
  readonly object: ObjectIdentity;
  /** From the document to the template; to the object itself for a Pod, and where a row puts the Pod together from parts. */
  readonly templatePath: readonly Segment[];
  /** Lifted to a Pod: `apiVersion`, `kind`, and the template's `metadata` and `spec` as they stand, where they do. */
  readonly pod: JsonObject;
  /** Where the parts of `pod` stand in the document; see {@link documentPath}. */
  readonly places: readonly PodPlace[];
  readonly owner: Owner;
  /** Inside an OpenShift Template: texts may hold `${NAME}`, and a text `${{NAME}}` may stand for a value of any type. */
  readonly isParameterised: boolean;
};

/** A member of the lifted Pod and where it stands, or would stand, in the document. */
export type PodPlace = { readonly pod: readonly Segment[]; readonly document: readonly Segment[] };

/** The place in the document of a path into the lifted Pod; null where the owner has no place for it, as `apiVersion` of a template. */
export function documentPath(located: LocatedPod, podPath: readonly Segment[]): readonly Segment[] | null {
  const place = placeOf(located, podPath);
  return place === undefined ? null : [...place.document, ...podPath.slice(place.pod.length)];
}

/** The innermost part of the Pod that holds a path; undefined where the owner has no place for it. */
export function placeOf(located: LocatedPod, podPath: readonly Segment[]): PodPlace | undefined {
  let nearest: PodPlace | undefined;
  for (const place of located.places) {
    if (isPrefix(place.pod, podPath) && place.pod.length > (nearest?.pod.length ?? 0)) nearest = place;
  }
  return nearest;
}

function isPrefix(prefix: readonly Segment[], path: readonly Segment[]): boolean {
  return prefix.every((segment, index) => segment === path[index]);
}
