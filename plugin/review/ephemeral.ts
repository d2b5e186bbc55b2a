import type { DecidedPod } from "../../engine/document/decide-document.ts";
import {
  isJsonList,
  isJsonObject,
  jsonEqual,
  member,
  pointer,
  type JsonObject,
  type PatchOperation,
} from "../../engine/json.ts";

/** A container that a request adds to a running Pod, by its index in `spec.ephemeralContainers`. */
export type AddedContainer = { readonly index: number; readonly name: string; readonly container: JsonObject };

/** The ephemeral containers that the Pod before has not, by name: the newest may come first in the list. */
export function addedContainers(pod: JsonObject, before: JsonObject | null): AddedContainer[] {
  const there = new Set(ephemeralContainers(before).map(({ name }) => name));
  return ephemeralContainers(pod).filter(({ name }) => !there.has(name));
}

/**
 * The Pod with the added containers as usual ones behind the others, which rules look at; ephemeral containers they never do. Nothing of
 * what the rules want elsewhere counts: a running Pod cannot get it.
 */
export function withAddedContainers(pod: JsonObject, added: readonly AddedContainer[]): JsonObject {
  const { ephemeralContainers: _, ...spec } = isJsonObject(pod.spec) ? pod.spec : {};
  const containers = isJsonList(spec.containers) ? spec.containers : [];
  return { ...pod, spec: { ...spec, containers: [...containers, ...added.map(({ container }) => container)] } };
}

/** Whether the Pod has all the volumes that the rules want for it: without them, a container has nothing to mount. */
export function hasVolumes({ subject, result }: DecidedPod): boolean {
  const volumes = (pod: JsonObject) => member(pod.spec, "volumes");
  return result.outcome !== "denied" && jsonEqual(volumes(subject.pod), volumes(result.pod));
}

/** The patch that completes the added containers as the rules want them: their variables and mounts, nothing else. */
export function completeAdded({ result }: DecidedPod, added: readonly AddedContainer[]): PatchOperation[] {
  const containers = member(result.pod.spec, "containers");
  const wanted = isJsonList(containers) ? containers.filter(isJsonObject) : [];
  return added.flatMap(({ index, name, container }) => {
    const complete = wanted.findLast((one) => one.name === name);
    return complete === undefined
      ? []
      : ["env", "volumeMounts"].flatMap((list) => setList(index, list, container, complete));
  });
}

function setList(index: number, list: string, container: JsonObject, complete: JsonObject): PatchOperation[] {
  const value = complete[list];
  if (value === undefined || jsonEqual(value, container[list])) return [];
  const op = container[list] === undefined ? "add" : "replace";
  return [{ op, path: pointer(["spec", "ephemeralContainers", index, list]), value }];
}

function ephemeralContainers(pod: JsonObject | null): AddedContainer[] {
  const list = member(pod?.spec, "ephemeralContainers");
  if (!isJsonList(list)) return [];
  return list.flatMap((container, index): AddedContainer[] => {
    const name = member(container, "name");
    return isJsonObject(container) && typeof name === "string" ? [{ index, name, container }] : [];
  });
}
