import type { DecidedPod } from "../../engine/document/decide-document.ts";
import {
  isJsonList,
  isJsonObject,
  member,
  pointer,
  type Json,
  type PatchOperation,
  type Segment,
} from "../../engine/json.ts";
import { documentPath } from "../../engine/locate/located-pod.ts";
import type { ObjectIdentity } from "../../engine/locate/object-identity.ts";
import type { ReadDocument } from "../inject/sources.ts";
import { guarded } from "./guards.ts";

/** What injection does to one object, as a patch that kustomize applies. */
export type WorkloadPatch = {
  readonly object: ObjectIdentity;
  /** The object as it is; null members and numbers as Kubernetes reads them. */
  readonly value: Json;
  /** The change alone; paths start at the object. */
  readonly change: readonly PatchOperation[];
  /** The change with a `test` for everything that it relies on. */
  readonly operations: readonly PatchOperation[];
};

/** What cannot be exported, and why. */
export type NotExported = { readonly object: ObjectIdentity; readonly reason: string };

/** The patches of a document's objects, in their order; kustomize knows objects by their names, and takes Lists apart. */
export function workloadPatches(
  { value }: ReadDocument,
  pods: readonly DecidedPod[],
): { readonly patches: readonly WorkloadPatch[]; readonly notExported: readonly NotExported[] } {
  const patches: WorkloadPatch[] = [];
  const notExported: NotExported[] = [];
  for (const group of byObject(pods.filter(({ patch }) => patch.length > 0))) {
    const [{ located }] = group;
    const { object } = located;
    const reason = whyNot(object);
    if (reason === undefined) patches.push(workloadPatch(value, object, group));
    else notExported.push({ object, reason });
  }
  return { patches, notExported };
}

function byObject(pods: readonly DecidedPod[]): [DecidedPod, ...DecidedPod[]][] {
  const groups = new Map<string, [DecidedPod, ...DecidedPod[]]>();
  for (const pod of pods) {
    const key = JSON.stringify(pod.located.object.path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pod]);
    else group.push(pod);
  }
  return [...groups.values()];
}

function whyNot({ name, path }: ObjectIdentity): string | undefined {
  if (name === "") return "it has no name, and kustomize knows objects by their names";
  return path.includes("objects") ? "it stands in a Template, which kustomize does not look into" : undefined;
}

function workloadPatch(document: Json, object: ObjectIdentity, pods: readonly DecidedPod[]): WorkloadPatch {
  const value = valueAt(document, object.path) ?? null;
  const prefix = pointer(object.path);
  const change = pods.flatMap(({ patch }) => patch.map((one) => ({ ...one, path: one.path.slice(prefix.length) })));
  const accounts = pods.flatMap(({ located }) => accountGuard(document, object, documentPath(located, ["spec"])));
  return { object, value, change, operations: [...accounts, ...guarded(asHeld(value), change.flatMap(keyByKey))] };
}

const annotations = "/metadata/annotations";

/** An object as kustomize holds it while it applies patches: with annotations of its own, which it takes out in the end. */
function asHeld(value: Json): Json {
  const metadata = member(value, "metadata");
  if (!isJsonObject(value) || !isJsonObject(metadata) || isJsonObject(metadata.annotations)) return value;
  return { ...value, metadata: { ...metadata, annotations: {} } };
}

/** Annotations that a Pod gets where it has none yet, one by one: the whole map would take the place of kustomize's own. */
function keyByKey(operation: PatchOperation): PatchOperation[] {
  if (operation.op === "remove" || operation.path !== annotations || !isJsonObject(operation.value)) return [operation];
  return Object.entries(operation.value).map(([key, value = null]) => ({
    op: "add",
    path: `${annotations}${pointer([key])}`,
    value,
  }));
}

/** The identity is the ServiceAccount's: a patch is of no use to a Pod that runs as another one by now. */
function accountGuard(document: Json, object: ObjectIdentity, spec: readonly Segment[] | null): PatchOperation[] {
  if (spec === null || valueAt(document, spec) === undefined) return [];
  const path = [...spec, "serviceAccountName"];
  const value = valueAt(document, path) ?? null;
  return [{ op: "test", path: pointer(path.slice(object.path.length)), value }];
}

function valueAt(document: Json, path: readonly Segment[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, segment) => (isJsonList(value) ? value[Number(segment)] : member(value, String(segment))),
    document,
  );
}
