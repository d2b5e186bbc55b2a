import type { Json, JsonObject, Segment } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { PodPlace } from "./located-pod.ts";
import { valueAt } from "./path.ts";
import type { Row } from "./table.ts";

/** A Pod put together from an object, and where its parts stand there; paths start at the object. */
export type LiftedPod = {
  readonly templatePath: readonly Segment[];
  readonly pod: JsonObject;
  readonly places: readonly PodPlace[];
};

/**
 * The Pod that `row` found at `anchorPath` of `object`: the template's metadata and spec as they stand, with the parts that the row
 * places apart. A part that is placed apart is never taken from the template.
 */
export function liftPod(object: JsonObject, row: Row, anchorPath: readonly Segment[]): LiftedPod {
  const templatePath = row.hasTemplate ? anchorPath : [];
  const apart = partPlaces(row, anchorPath);
  const places = [...(row.hasTemplate ? templatePlaces(row, templatePath) : []), ...apart];
  const metadata = partAt(object, places, "metadata");
  const spec = withParts(partAt(object, places, "spec"), object, apart);
  return {
    templatePath,
    pod: {
      apiVersion: "v1",
      kind: "Pod",
      ...(metadata === undefined ? {} : { metadata }),
      ...(spec === undefined ? {} : { spec }),
    },
    places,
  };
}

function templatePlaces(row: Row, templatePath: readonly Segment[]): readonly PodPlace[] {
  const names = row.parts.has("metadata") ? ["spec"] : ["metadata", "spec"];
  return names.map((name) => ({ pod: [name], document: [...templatePath, name] }));
}

function partPlaces(row: Row, anchorPath: readonly Segment[]): readonly PodPlace[] {
  return [...row.parts].map(([part, steps]) => ({
    pod: part === "metadata" ? ["metadata"] : ["spec", part],
    // The table has made sure that every list and map of a part is one that the anchor goes through at the same step.
    document: steps.flatMap((step, index) => (step.step === "member" ? step.name : anchorPath.slice(index, index + 1))),
  }));
}

function partAt(object: JsonObject, places: readonly PodPlace[], name: string): Json | undefined {
  const place = places.find(({ pod }) => pod.length === 1 && pod[0] === name);
  return place === undefined ? undefined : valueAt(object, place.document);
}

/** A spec that is neither an object nor empty stays as it is, so that the typed check can name it. */
function withParts(spec: Json | undefined, object: JsonObject, apart: readonly PodPlace[]): Json | undefined {
  const placed = apart.flatMap(({ pod: [, name], document }) => (name === undefined ? [] : [{ name, document }]));
  if (placed.length === 0 || !(spec === undefined || spec === null || isJsonObject(spec))) return spec;
  const members = new Map<string | number, Json | undefined>(Object.entries(spec ?? {}));
  for (const { name, document } of placed) {
    const value = valueAt(object, document);
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return Object.fromEntries(members);
}
