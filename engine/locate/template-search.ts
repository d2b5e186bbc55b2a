import type { Json, JsonObject, Segment } from "../json.ts";
import { isJsonList, isJsonObject, member } from "../json.ts";

/** One value on the way, linked to the one that holds it: paths are built only for what is found. */
type Visit = {
  readonly value: JsonObject | readonly Json[];
  readonly segment: Segment;
  readonly parent: Visit | undefined;
  readonly depth: number;
};

/** How deep below an object the search goes. Real templates stand within ten levels. */
const deepest = 64;

/** How many objects and lists one search looks at. */
const mostVisits = 100_000;

/**
 * Where in `object` something has the shape of a Pod's spec: an object with a list `containers`, not empty, whose items are objects
 * with a text as `name` or `image`. Paths start at the object, in document order. The object's own `metadata` and `status` are not
 * searched, nor what lies inside a find; the search is bounded in depth and size.
 */
export function findPodSpecs(object: JsonObject): readonly (readonly Segment[])[] {
  const found: (readonly Segment[])[] = [];
  const pending: Visit[] = [{ value: object, segment: "", parent: undefined, depth: 0 }];
  for (let visits = 0; visits < mostVisits; visits++) {
    const visit = pending.pop();
    if (visit === undefined) break;
    if (isPodSpec(visit.value)) found.push(pathOf(visit));
    else for (const next of inside(visit).reverse()) pending.push(next);
  }
  return found;
}

function isPodSpec(value: Json): boolean {
  const containers = member(value, "containers");
  return isJsonList(containers) && containers.length > 0 && containers.every(isContainer);
}

function isContainer(value: Json): boolean {
  return typeof member(value, "name") === "string" || typeof member(value, "image") === "string";
}

function inside(visit: Visit): Visit[] {
  const { value, depth } = visit;
  if (depth === deepest) return [];
  const members: readonly (readonly [Segment, Json | undefined])[] = isJsonList(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  const visits: Visit[] = [];
  for (const [segment, item] of members) {
    const isSearched = isJsonObject(item) || isJsonList(item);
    if (isSearched && !(depth === 0 && (segment === "metadata" || segment === "status"))) {
      visits.push({ value: item, segment, parent: visit, depth: depth + 1 });
    }
  }
  return visits;
}

function pathOf(visit: Visit): readonly Segment[] {
  const reversed: Segment[] = [];
  for (let step = visit; step.parent !== undefined; step = step.parent) reversed.push(step.segment);
  return reversed.reverse();
}
