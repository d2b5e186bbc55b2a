import { PodgraftError } from "../errors.ts";
import { isJsonList, isJsonObject, pointer, type Json, type PatchOperation, type Segment } from "../json.ts";
import { documentPath, type LocatedPod } from "../locate/located-pod.ts";

/**
 * A Pod's patch as a patch of the document that holds the Pod. Parents that the document lacks are made by the same `add`. Throws
 * PodgraftError `internal.patch` where the owner has no place for what the patch writes.
 */
export function documentPatch(document: Json, located: LocatedPod, patch: readonly PatchOperation[]): PatchOperation[] {
  return patch.map((operation) => {
    const path = documentPath(located, segmentsOf(operation.path));
    if (path === null) {
      const { kind, name } = located.object;
      throw new PodgraftError(
        "internal.patch",
        `${kind} ${name} has no place for ${operation.path}; give its path under workloads`,
      );
    }
    return operation.op === "add"
      ? addWithParents(document, path, operation.value)
      : { ...operation, path: pointer(path) };
  });
}

function addWithParents(document: Json, path: readonly Segment[], value: Json): PatchOperation {
  let holder: Json | undefined = document;
  for (let depth = 0; depth < path.length - 1; depth++) {
    const inner: Json | undefined = step(holder, path[depth]);
    if (inner === undefined || inner === null) {
      return { op: "add", path: pointer(path.slice(0, depth + 1)), value: nested(path.slice(depth + 1), value) };
    }
    holder = inner;
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
