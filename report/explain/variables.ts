import type { Identity } from "../../engine/decision.ts";
import type { DecidedPod } from "../../engine/document/decide-document.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";

/** A variable of the identity as containers have it after injection. */
export type Variable = {
  readonly name: string;
  /** null for a variable whose value comes from elsewhere (`valueFrom`). */
  readonly value: string | null;
  /** The names of the containers that have it with this value. */
  readonly containers: readonly string[];
  /** Whether the manifest has it already, so that the rules leave it. */
  readonly isPresent: boolean;
};

/**
 * The variables that belong to an identity, in the order in which containers have them; one that differs between containers comes once for
 * each value. Other variables are not looked at.
 */
export function variablesOf({ subject, result }: DecidedPod, { from }: Identity): Variable[] {
  const before = containersOf(subject.pod);
  const found = new Map<string, { name: string; value: string | null; containers: string[]; isPresent: boolean }>();
  for (const container of containersOf(result.pod)) {
    const own = before.find((one) => jsonEqual(one.name, container.name));
    for (const entry of variablesIn(container)) {
      const { name } = entry;
      if (typeof name !== "string" || !Object.hasOwn(from, name)) continue;
      const value = typeof entry.value === "string" ? entry.value : null;
      const isPresent = own !== undefined && variablesIn(own).some((one) => jsonEqual(one, entry));
      const key = JSON.stringify([name, value, isPresent]);
      const group = found.get(key) ?? { name, value, containers: [], isPresent };
      if (typeof container.name === "string") group.containers.push(container.name);
      found.set(key, group);
    }
  }
  return [...found.values()];
}

function containersOf(pod: JsonObject): JsonObject[] {
  return ["initContainers", "containers"].flatMap((list) => objectsOf(member(pod.spec, list)));
}

function variablesIn(container: JsonObject): JsonObject[] {
  return objectsOf(member(container, "env"));
}

function objectsOf(list: Json | undefined): JsonObject[] {
  return isJsonList(list) ? list.filter(isJsonObject) : [];
}
