import { PodgraftError } from "../errors.ts";
import type { Json, JsonObject, Segment } from "../json.ts";
import { isJsonList, isJsonObject, member } from "../json.ts";

/** One step of a path: a named member, each item of a list (`[*]`), or each member of a map (`*`). */
export type Step =
  { readonly step: "member"; readonly name: string } | { readonly step: "items" } | { readonly step: "members" };

/** A place that a path found, with what stands there. */
export type Match = { readonly path: readonly Segment[]; readonly value: Json };

const stepText = /^(\*|[^.[\]*\s]+)((?:\[\*\])*)$/;

/**
 * The steps of a path such as `spec.groups[*].template` or `spec.replicaSpecs.*.template`; `.` is the object itself. `row` names the
 * row of the table in the message, `place` is the field of the configuration. Throws PodgraftError `config.invalid`.
 */
export function parsePath(text: string, row: string, place: string): readonly Step[] {
  if (text === ".") return [];
  return text.split(".").flatMap((part) => {
    const [, name, lists] = stepText.exec(part) ?? [];
    if (name === undefined || lists === undefined) throw badPath(text, part, row, place);
    const first: Step = name === "*" ? { step: "members" } : { step: "member", name };
    return [first, ...Array.from({ length: lists.length / "[*]".length }, (): Step => ({ step: "items" }))];
  });
}

function badPath(text: string, part: string, row: string, place: string): PodgraftError {
  const message =
    `${row}: "${text}" is not a path: "${part}" is not a step. Write names joined by dots, ` +
    "`[*]` behind a name for each item of a list and `*` for each member of a map, as in spec.groups[*].template";
  return new PodgraftError("config.invalid", message, { path: place });
}

/** Whether two steps are the same. */
export function sameStep(left: Step | undefined, right: Step | undefined): boolean {
  if (left?.step === "member" && right?.step === "member") return left.name === right.name;
  return left?.step === right?.step;
}

/** Every place in `value` that the steps lead to, in document order. Steps that lead nowhere find nothing. */
export function matchPath(value: Json, steps: readonly Step[]): readonly Match[] {
  let matches: readonly Match[] = [{ path: [], value }];
  for (const step of steps) matches = matches.flatMap((match) => follow(match, step));
  return matches;
}

function follow({ path, value }: Match, step: Step): readonly Match[] {
  if (step.step === "items") {
    return isJsonList(value) ? value.map((item, index) => ({ path: [...path, index], value: item })) : [];
  }
  if (!isJsonObject(value)) return [];
  const names = step.step === "members" ? Object.keys(value) : [step.name];
  return names.flatMap((name) => memberMatch(path, value, name));
}

function memberMatch(path: readonly Segment[], object: JsonObject, name: string): readonly Match[] {
  const value = member(object, name);
  return value === undefined ? [] : [{ path: [...path, name], value }];
}

/** What stands at `path` in `value`; undefined where the path leads nowhere. */
export function valueAt(value: Json, path: readonly Segment[]): Json | undefined {
  let place: Json | undefined = value;
  for (const segment of path) {
    place = typeof segment === "string" ? member(place, segment) : isJsonList(place) ? place[segment] : undefined;
  }
  return place;
}
