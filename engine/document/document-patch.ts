import { PodgraftError } from "../errors.ts";
import { isJsonList, isJsonObject, pointer, type Json, type PatchOperation, type Segment } from "../json.ts";
import { placeOf, type LocatedPod } from "../locate/located-pod.ts";

/**
 * A Pod's patch as a patch of the document that holds the Pod. Parents that the document lacks are made by the same `add`. Throws
 * PodgraftError `internal.patch` where the owner has no place for what the patch writes.
 */
export function documentPatch(document: Json, located: LocatedPod, patch: readonly PatchOperation[]): PatchOperation[] {
  const made = new Set<string>();
  return patch.map((operation) => {
    const podPath = segmentsOf(operation.path);
    const place = placeOf(located, podPath);
    if (place === undefined) {
      const { kind, name } = located.object;
      throw new PodgraftError(
        "internal.patch",
        `${kind} ${name} has no place for ${operation.path}; give its path under workloads`,
      );
    }
    const path = [...place.document, ...podPath.slice(place.pod.length)];
    if (operation.op !== "add") return { ...operation, path: pointer(path) };
    return addWithParents(document, place.document, path, operation.value, made);
  });
}

/**
 * An add that also makes the parents that document and earlier operations (`made`, pointers) lack. Inside a list of the Pod nothing is
 * looked up: positions there count in what the operations before have made of it.
 */
function addWithParents(
  document: Json,
  place: readonly Segment[],
  path: readonly Segment[],
  value: Json,
  made: Set<string>,
): PatchOperation {
  let holder: Json | undefined = document;
  for (let depth = 1; depth < path.length; depth++) {
    const segment = path[depth - 1];
    if (depth > place.length && typeof segment !== "string") break;
    holder = step(holder, segment);
    const isThere = holder !== undefined && holder !== null;
    if (isThere || made.has(pointer(path.slice(0, depth)))) continue;
    for (let deeper = depth; deeper < path.length; deeper++) made.add(pointer(path.slice(0, deeper)));
    return { op: "add", path: pointer(path.slice(0, depth)), value: nested(path.slice(depth), value) };
  }
  return { op: "add", path: pointer(path), value };
}

function step(holder: Json | undefined, segment: Segment | undefined): Json | undefined {
  if (isJsonList(holder)) return holder[Number(segment)];
  return isJsonObject(holder) && Object.hasOwn(holder, String(segment)) ? holder[String(segment)] : undefined;
}

function nested(path: readonly Segment[], value: Json): Json {
  return path.reduceRight<Json>((inner, segment) => ({ [segment]: inner }), value);
}

/** The steps of a JSON Pointer; list indices stay as text where the pointer says `-`. */
function segmentsOf(path: string): Segment[] {
  return path
    .slice(1)
    .split("/")
    .map((segment) =>
      /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : segment.replaceAll("~1", "/").replaceAll("~0", "~"),
    );
}
