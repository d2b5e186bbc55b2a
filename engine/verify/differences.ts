import type { ContainerList } from "../decision.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../json.ts";

/** What one thing of a Pod is to its counterpart in the Pod that the rules want. */
export type Difference = {
  /** The container that has it, by its index in the present Pod; null for what the Pod itself has. */
  readonly container: { readonly list: ContainerList; readonly index: number; readonly name: string } | null;
  readonly kind: "variable" | "mount" | "volume" | "label" | "annotation" | "container";
  /** A mount's path, else a name or key. */
  readonly name: string;
  /** Absent, or there with another content. */
  readonly isMissing: boolean;
};

const lists: readonly ContainerList[] = ["initContainers", "containers"];

/**
 * What the Pod lacks or has otherwise than the Pod that the rules make of it: volumes, labels, annotations and containers of its own, then
 * each container's variables and mounts. In the order of the wanted Pod.
 */
export function differences(present: JsonObject, wanted: JsonObject): Difference[] {
  const ofPod = (kind: Difference["kind"]) => (named: Named) => ({ container: null, kind, ...named });
  return [
    ...named(present, wanted, ["spec", "volumes"], "name").map(ofPod("volume")),
    ...texts(present, wanted, "labels").map(ofPod("label")),
    ...texts(present, wanted, "annotations").map(ofPod("annotation")),
    ...lists.flatMap((list) => inContainers(present, wanted, list)),
  ];
}

type Named = Pick<Difference, "name" | "isMissing">;

function inContainers(present: JsonObject, wanted: JsonObject, list: ContainerList): Difference[] {
  const there = objectsAt(present, ["spec", list]);
  const taken = new Set<number>();
  return objectsAt(wanted, ["spec", list]).flatMap((container): Difference[] => {
    const name = textOf(container, "name");
    const index = there.findIndex((one, at) => !taken.has(at) && textOf(one, "name") === name);
    const before = there[index];
    if (before === undefined) return [{ container: null, kind: "container", name, isMissing: true }];
    taken.add(index);
    return inContainer(before, container, { list, index, name });
  });
}

function inContainer(
  before: JsonObject,
  after: JsonObject,
  container: NonNullable<Difference["container"]>,
): Difference[] {
  if (jsonEqual(before, after)) return [];
  const found: Difference[] = [
    ...named(before, after, ["env"], "name").map((one) => ({ container, kind: "variable", ...one }) as const),
    ...named(before, after, ["volumeMounts"], "mountPath").map(
      (one) => ({ container, kind: "mount", ...one }) as const,
    ),
  ];
  if (found.length > 0) return found;
  return [{ container: null, kind: "container", name: container.name, isMissing: false }];
}

/** Items of a list that are not in the present one, told by their name. */
function named(before: JsonObject, after: JsonObject, path: readonly string[], key: string): Named[] {
  const there = objectsAt(before, path);
  return objectsAt(after, path)
    .filter((item) => !there.some((one) => jsonEqual(one, item)))
    .map((item) => {
      const name = textOf(item, key);
      return { name, isMissing: !there.some((one) => textOf(one, key) === name) };
    });
}

function texts(before: JsonObject, after: JsonObject, map: "labels" | "annotations"): Named[] {
  const there = member(before.metadata, map);
  const wanted = member(after.metadata, map);
  if (!isJsonObject(wanted)) return [];
  return Object.keys(wanted).flatMap((name) => {
    const value = member(there, name);
    return value === wanted[name] ? [] : [{ name, isMissing: value === undefined }];
  });
}

function objectsAt(value: JsonObject, path: readonly string[]): JsonObject[] {
  const list = path.reduce<Json | undefined>(member, value);
  return isJsonList(list) ? list.filter(isJsonObject) : [];
}

function textOf(object: JsonObject, key: string): string {
  const text = member(object, key);
  return typeof text === "string" ? text : "";
}
