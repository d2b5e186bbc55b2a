import type { ContainerList, Edit } from "../decision.ts";
import { PodgraftError } from "../errors.ts";
import { isJsonObject, type Json, type JsonObject, type PatchOperation, type Segment } from "../json.ts";
import { sameServedContainer, sameServedMount, sameServedVariable, sameServedVolume } from "../served/served-form.ts";
import { objectsOf, TrackedList, type TrackedItem } from "./tracked-list.ts";
import { presentContainer, sameItems, type DraftContainer, type DraftContainers } from "./draft-container.ts";
import { patchOf, type PatchSource } from "./patch.ts";

/**
 * One Pod while the chain edits it. Every decision's edits are applied to it; at the end it gives the resulting Pod and the minimal
 * patch from the original. The original is never changed, and what no edit touches is shared with it.
 */
export class PodDraft implements PatchSource {
  readonly original: JsonObject;
  readonly labels: Map<string, string> = new Map();
  readonly annotations: Map<string, string> = new Map();
  volumes: TrackedList<JsonObject> | undefined;
  readonly #containers: { [list in ContainerList]?: DraftContainers } = {};

  constructor(pod: JsonObject) {
    this.original = pod;
  }

  /**
   * Applies the edits of one decision and says whether they changed anything. Positions count in the Pod as it is at the call. Edits
   * that change nothing in served form are dropped. Throws PodgraftError `internal.forbidden_edit` for a position that does not exist.
   */
  apply(edits: readonly Edit[]): boolean {
    if (edits.length === 0) return false;
    this.#mark();
    let changed = false;
    for (const edit of edits) changed = this.#applyOne(edit) || changed;
    return changed;
  }

  /** The Pod with all edits so far; the original object itself if there is no change. */
  pod(): JsonObject {
    const spec = this.#spec();
    const metadata = this.#metadata();
    if (spec === this.original.spec && metadata === this.original.metadata) return this.original;
    return {
      ...this.original,
      ...(metadata === undefined ? {} : { metadata }),
      ...(spec === undefined ? {} : { spec }),
    };
  }

  /** The minimal RFC 6902 patch from the original Pod to the present one; empty if nothing changed. */
  patch(): PatchOperation[] {
    return patchOf(this);
  }

  /** The containers of `list` under edit, or undefined if no edit asked for them. */
  containers(list: ContainerList): DraftContainers | undefined {
    return this.#containers[list];
  }

  /**
   * Translates a path into the present Pod to a path into the original one; steps into items that were added since are cut off there.
   */
  originalPath(path: readonly Segment[]): readonly Segment[] {
    const [root, list, position, member, inner] = path;
    if (root !== "spec" || typeof position !== "number") return path;
    if (list === "volumes")
      return this.volumes === undefined ? path : translated(path, 2, this.volumes.items[position]);
    if (list !== "containers" && list !== "initContainers") return path;
    const containers = this.#containers[list];
    if (containers === undefined) return path;
    const container = containers.items[position];
    const outer = translated(path, 2, container);
    if (outer.length < path.length || typeof inner !== "number") return outer;
    const items =
      member === "env" ? container?.value.env : member === "volumeMounts" ? container?.value.mounts : undefined;
    return items === undefined ? outer : translated(outer, 4, items.items[inner]);
  }

  #mark(): void {
    this.volumes?.mark();
    for (const containers of [this.#containers.initContainers, this.#containers.containers]) {
      containers?.mark();
      for (const { value } of containers?.items ?? []) {
        value.env?.mark();
        value.mounts?.mark();
      }
    }
  }

  #applyOne(edit: Edit): boolean {
    switch (edit.edit) {
      case "setLabel":
        return this.#setMetadata("labels", this.labels, edit.key, edit.value);
      case "setAnnotation":
        return this.#setMetadata("annotations", this.annotations, edit.key, edit.value);
      case "addVolume":
        return this.#volumesDraft().add(edit.at, edit.value);
      case "replaceVolume":
        return replace(this.#volumesDraft().at(edit.index), edit.value, sameServedVolume, edit);
      case "addContainer":
        return this.#containersDraft(edit.list).add(edit.at, { value: edit.value });
      case "replaceContainer":
        return replaceContainer(this.#containersDraft(edit.list).at(edit.container), edit.value, edit);
      case "addEnv":
        return this.#variables(edit).add(edit.at, edit.value);
      case "replaceEnv":
        return replace(this.#variables(edit).at(edit.index), edit.value, sameServedVariable, edit);
      case "addMount":
        return this.#mounts(edit).add(edit.at, edit.value);
      case "replaceMount":
        return replace(this.#mounts(edit).at(edit.index), edit.value, sameServedMount, edit);
    }
  }

  #setMetadata(map: "labels" | "annotations", changes: Map<string, string>, key: string, value: string): boolean {
    const original = memberObject(this.original.metadata, map);
    const unchanged = original !== undefined && Object.hasOwn(original, key) && original[key] === value;
    if (changes.get(key) === value || (unchanged && !changes.has(key))) return false;
    if (unchanged) changes.delete(key);
    else changes.set(key, value);
    return true;
  }

  #volumesDraft(): TrackedList<JsonObject> {
    return (this.volumes ??= new TrackedList(objectsOf(memberOf(this.original.spec, "volumes"))));
  }

  #containersDraft(list: ContainerList): DraftContainers {
    return (this.#containers[list] ??= new TrackedList(
      objectsOf(memberOf(this.original.spec, list)).map((value) => ({ value })),
    ));
  }

  #container(edit: Edit & { list: ContainerList; container: number }): DraftContainer {
    const item = this.#containersDraft(edit.list).at(edit.container);
    if (item === undefined) throw outside(edit);
    return item.value;
  }

  #variables(edit: Edit & { list: ContainerList; container: number }): TrackedList<JsonObject> {
    const container = this.#container(edit);
    return (container.env ??= new TrackedList(objectsOf(container.value.env)));
  }

  #mounts(edit: Edit & { list: ContainerList; container: number }): TrackedList<JsonObject> {
    const container = this.#container(edit);
    return (container.mounts ??= new TrackedList(objectsOf(container.value.volumeMounts)));
  }

  #metadata(): Json | undefined {
    if (this.labels.size === 0 && this.annotations.size === 0) return this.original.metadata;
    const metadata = isJsonObject(this.original.metadata) ? this.original.metadata : {};
    return {
      ...metadata,
      ...(this.labels.size === 0 ? {} : { labels: withEntries(memberObject(metadata, "labels"), this.labels) }),
      ...(this.annotations.size === 0
        ? {}
        : { annotations: withEntries(memberObject(metadata, "annotations"), this.annotations) }),
    };
  }

  #spec(): Json | undefined {
    const spec = isJsonObject(this.original.spec) ? this.original.spec : {};
    const changes: { [key: string]: Json } = {};
    for (const list of ["initContainers", "containers"] as const) {
      const containers = this.#containers[list];
      const originals = objectsOf(spec[list]);
      const present = containers?.items.map((item) => presentContainer(item.value)) ?? originals;
      if (!sameItems(present, originals)) changes[list] = present;
    }
    const volumes = this.volumes?.items.map((item) => item.value);
    if (volumes !== undefined && !sameItems(volumes, objectsOf(spec.volumes))) changes.volumes = volumes;
    return Object.keys(changes).length === 0 ? this.original.spec : { ...spec, ...changes };
  }
}

function replace(
  item: TrackedItem<JsonObject> | undefined,
  wanted: JsonObject,
  same: (left: JsonObject, right: JsonObject) => boolean,
  edit: Edit,
): boolean {
  if (item === undefined) throw outside(edit);
  if (same(item.value, wanted)) return false;
  item.value = wanted;
  return true;
}

function replaceContainer(item: TrackedItem<DraftContainer> | undefined, wanted: JsonObject, edit: Edit): boolean {
  if (item === undefined) throw outside(edit);
  if (sameServedContainer(presentContainer(item.value), wanted)) return false;
  item.value = { value: wanted };
  return true;
}

function outside(edit: Edit): PodgraftError {
  return new PodgraftError(
    "internal.forbidden_edit",
    `the rules edit what the Pod does not have: ${JSON.stringify(edit)}`,
  );
}

function translated(
  path: readonly Segment[],
  depth: number,
  item: TrackedItem<unknown> | undefined,
): readonly Segment[] {
  if (item === undefined || item.origin === null) return path.slice(0, depth);
  return path.map((segment, index) => (index === depth ? Number(item.origin) : segment));
}

function memberOf(holder: Json | undefined, key: string): Json | undefined {
  return isJsonObject(holder) ? holder[key] : undefined;
}

function memberObject(holder: Json | undefined, key: string): JsonObject | undefined {
  const value = memberOf(holder, key);
  return isJsonObject(value) ? value : undefined;
}

function withEntries(map: JsonObject | undefined, entries: ReadonlyMap<string, string>): JsonObject {
  return { ...map, ...Object.fromEntries(entries) };
}
