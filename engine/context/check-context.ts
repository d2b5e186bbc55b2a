import { describeOwner } from "../describe-owner.ts";
import { PodgraftError } from "../errors.ts";
import { isJsonList, isJsonObject, member, type Json, type Segment } from "../json.ts";
import type { LocatedObject, LocateResult } from "../locate/locate-pods.ts";
import { pathText } from "../typed/path-text.ts";

/**
 * Checks the metadata of a document's ServiceAccounts and Namespaces as Kubernetes' decoder does: labels and annotations are objects of
 * strings. An annotation without its quotes would otherwise be no annotation, without a word. Throws PodgraftError `input.invalid` with the
 * path in the document.
 */
export function checkContext<Located extends Pick<LocateResult, "objects">>(located: Located): Located {
  for (const object of located.objects) checkMetadata(object);
  return located;
}

function checkMetadata({ object, value }: LocatedObject): void {
  const metadata = value.metadata ?? null;
  if (metadata !== null && !isJsonObject(metadata)) throw fault(object, ["metadata"], "an object", metadata);
  for (const map of ["labels", "annotations"]) {
    const members = member(metadata, map) ?? null;
    if (members === null) continue;
    if (!isJsonObject(members)) throw fault(object, ["metadata", map], "an object", members);
    for (const [key, text = null] of Object.entries(members)) {
      if (text !== null && typeof text !== "string") throw fault(object, ["metadata", map, key], "a string", text);
    }
  }
}

function fault(
  object: LocatedObject["object"],
  inner: readonly Segment[],
  expected: string,
  found: Json,
): PodgraftError {
  const path = pathText([...object.path, ...inner]);
  const remedy = expected === "a string" && typeof found !== "object" ? "; put the value in quotes" : "";
  const message = `${path}: expected ${expected}, found ${describe(found)}${remedy} (${describeOwner(object)})`;
  return new PodgraftError("input.invalid", message, { path });
}

function describe(value: Json): string {
  if (isJsonList(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
