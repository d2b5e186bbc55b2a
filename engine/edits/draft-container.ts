import type { JsonObject } from "../json.ts";
import { objectsOf, type TrackedList } from "./tracked-list.ts";

/** A container under edit. `value` is the container without regard to changes in `env` and `mounts`, which are made on first use. */
export type DraftContainer = { value: JsonObject; env?: TrackedList<JsonObject>; mounts?: TrackedList<JsonObject> };

/** The containers of one list under edit. */
export type DraftContainers = TrackedList<DraftContainer>;

/** A container with the changes in its variables and mounts; the same object if there are none. */
export function presentContainer(container: DraftContainer): JsonObject {
  const { value } = container;
  const env = container.env?.items.map((item) => item.value);
  const mounts = container.mounts?.items.map((item) => item.value);
  const newEnv = env !== undefined && !sameItems(env, objectsOf(value.env));
  const newMounts = mounts !== undefined && !sameItems(mounts, objectsOf(value.volumeMounts));
  if (!newEnv && !newMounts) return value;
  return { ...value, ...(newEnv ? { env } : {}), ...(newMounts ? { volumeMounts: mounts } : {}) };
}

/** Whether two lists hold the very same objects. */
export function sameItems(left: readonly JsonObject[], right: readonly JsonObject[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
