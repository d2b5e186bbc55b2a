import type { ContainerList } from "../decision.ts";
import {
  isJsonList,
  isJsonObject,
  jsonEqual,
  pointer,
  type Json,
  type JsonObject,
  type PatchOperation,
  type Segment,
} from "../json.ts";
import { presentContainer, type DraftContainer, type DraftContainers } from "./draft-container.ts";
import { objectsOf, type TrackedItem, type TrackedList } from "./tracked-list.ts";

/** What a patch is made from: the original Pod, and everything that has changed. */
export type PatchSource = {
  readonly original: JsonObject;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly volumes: TrackedList<JsonObject> | undefined;
  containers(list: ContainerList): DraftContainers | undefined;
  pod(): JsonObject;
};

/**
 * The minimal RFC 6902 patch of a draft: only `add` and `replace`, parents made with one `add` of the whole value where they are absent
 * or null. Operations go through each list from front to back, so that every index is right when its turn comes.
 */
export function patchOf(draft: PatchSource): PatchOperation[] {
  const patch: PatchOperation[] = [];
  patchMetadata(draft, patch);
  patchSpec(draft, patch);
  return patch;
}

function patchMetadata(draft: PatchSource, patch: PatchOperation[]): void {
  if (draft.labels.size === 0 && draft.annotations.size === 0) return;
  const metadata = draft.original.metadata;
  if (!isJsonObject(metadata)) {
    const maps = [
      ["labels", draft.labels],
      ["annotations", draft.annotations],
    ] as const;
    const made = maps
      .filter(([, changes]) => changes.size > 0)
      .map(([map, changes]) => [map, Object.fromEntries(changes)] as const);
    patch.push({ op: "add", path: "/metadata", value: Object.fromEntries(made) });
    return;
  }
  patchMap(metadata, "labels", draft.labels, patch);
  patchMap(metadata, "annotations", draft.annotations, patch);
}

function patchMap(
  metadata: JsonObject,
  map: string,
  changes: ReadonlyMap<string, string>,
  patch: PatchOperation[],
): void {
  if (changes.size === 0) return;
  const present = metadata[map];
  if (!isJsonObject(present)) {
    patch.push({ op: "add", path: pointer(["metadata", map]), value: Object.fromEntries(changes) });
    return;
  }
  for (const [key, value] of changes) {
    patch.push({ op: Object.hasOwn(present, key) ? "replace" : "add", path: pointer(["metadata", map, key]), value });
  }
}

function patchSpec(draft: PatchSource, patch: PatchOperation[]): void {
  const spec = draft.original.spec;
  const present = draft.pod().spec;
  if (present === undefined || present === spec) return;
  if (!isJsonObject(spec)) {
    patch.push({ op: "add", path: "/spec", value: present });
    return;
  }
  patchContainers(draft, "initContainers", spec, patch);
  patchContainers(draft, "containers", spec, patch);
  if (draft.volumes !== undefined) patchItems(["spec", "volumes"], spec.volumes, draft.volumes, patch);
}

function patchContainers(draft: PatchSource, list: ContainerList, spec: JsonObject, patch: PatchOperation[]): void {
  const containers = draft.containers(list);
  if (containers === undefined) return;
  const originals = spec[list];
  if (!isJsonList(originals)) {
    const values = containers.items.map((item) => presentContainer(item.value));
    if (values.length > 0) patch.push({ op: "add", path: pointer(["spec", list]), value: values });
    return;
  }
  patchEach(["spec", list], containers.items, patch, (item, path) => {
    if (item.origin === null) return { op: "add", path, value: presentContainer(item.value) };
    const original = objectsOf(originals)[item.origin];
    if (item.value.value !== original) return replacement(path, original, presentContainer(item.value));
    patchContainer(["spec", list, Number(path.slice(path.lastIndexOf("/") + 1))], item.value, patch);
    return undefined;
  });
}

function patchContainer(path: readonly Segment[], container: DraftContainer, patch: PatchOperation[]): void {
  if (container.env !== undefined) patchItems([...path, "env"], container.value.env, container.env, patch);
  if (container.mounts !== undefined)
    patchItems([...path, "volumeMounts"], container.value.volumeMounts, container.mounts, patch);
}

function patchItems(
  path: readonly Segment[],
  originals: Json | undefined,
  list: TrackedList<JsonObject>,
  patch: PatchOperation[],
): void {
  if (!isJsonList(originals)) {
    if (list.items.length > 0)
      patch.push({ op: "add", path: pointer(path), value: list.items.map((item) => item.value) });
    return;
  }
  patchEach(path, list.items, patch, (item, itemPath) => {
    if (item.origin === null) return { op: "add", path: itemPath, value: item.value };
    const original = objectsOf(originals)[item.origin];
    return item.value === original ? undefined : replacement(itemPath, original, item.value);
  });
}

function replacement(path: string, original: JsonObject | undefined, value: JsonObject): PatchOperation | undefined {
  return jsonEqual(original, value) ? undefined : { op: "replace", path, value };
}

/** Goes through a list from front to back. What stands behind the last original item is appended with `/-`. */
function patchEach<Value>(
  list: readonly Segment[],
  items: readonly TrackedItem<Value>[],
  patch: PatchOperation[],
  operation: (item: TrackedItem<Value>, path: string) => PatchOperation | undefined,
): void {
  const base = pointer(list);
  const lastOriginal = items.findLastIndex((item) => item.origin !== null);
  items.forEach((item, index) => {
    const next = operation(item, index > lastOriginal ? `${base}/-` : `${base}/${index}`);
    if (next !== undefined) patch.push(next);
  });
}
