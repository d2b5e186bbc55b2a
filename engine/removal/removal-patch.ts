import { declarationOf, declaredContainers } from "../allow/providers.ts";
import type { ContainerList, Provider, RuleSettings } from "../decision.ts";
import { objectsOf } from "../edits/tracked-list.ts";
import {
  isJsonObject,
  member,
  pointer,
  type Json,
  type JsonObject,
  type PatchOperation,
  type Segment,
} from "../json.ts";
import { injectedForm } from "./injected-forms.ts";
import { injectedVariables } from "./injected-variables.ts";
import { nameOf } from "./name-of.ts";

/**
 * The engine's own edits, which no rule has: a patch that takes earlier injections of `providers` out of a Pod, whatever role or audience
 * they were made for. A provider without a volume of its token's name has injected nothing; a foreign volume of that name stays, with its
 * mounts. Lists and maps that become empty are removed with what was in them. What an injection had replaced cannot be given back.
 * `kept` are keys of annotations that stay, for they are the user's own.
 */
export function removalPatch(
  pod: JsonObject,
  providers: readonly Provider[],
  settings: RuleSettings,
  kept: ReadonlySet<string> = new Set(),
): PatchOperation[] {
  const volumes = objectsOf(member(pod.spec, "volumes"));
  const removal: Removal = { volumes: new Set(), containers: new Map(), labels: new Set(), annotations: new Set() };
  for (const provider of providers) {
    if (volumes.some((volume) => injectedForm(provider, settings).token(nameOf(volume))))
      collect(pod, provider, settings, removal);
  }
  for (const annotation of kept) removal.annotations.delete(annotation);
  return operations(pod, removal);
}

/** What goes, by position in the Pod. */
type Removal = {
  readonly volumes: Set<number>;
  readonly containers: Map<string, ContainerRemoval>;
  readonly labels: Set<string>;
  readonly annotations: Set<string>;
};

type ContainerRemoval = { whole: boolean; readonly variables: Set<number>; readonly mounts: Set<number> };

/** Every projected volume of injection projects a token. */
function projectsToken(volume: JsonObject): boolean {
  return objectsOf(member(volume.projected, "sources")).some((source) => isJsonObject(source.serviceAccountToken));
}

function collect(pod: JsonObject, provider: Provider, settings: RuleSettings, removal: Removal): void {
  const declaration = declarationOf(provider, settings);
  const form = injectedForm(provider, settings);
  const named = new Set<Json | undefined>();
  const removed = new Set<Json | undefined>();
  for (const [position, volume] of objectsOf(member(pod.spec, "volumes")).entries()) {
    const source = declaration.volume(nameOf(volume));
    if (source === undefined) continue;
    named.add(volume.name);
    if (!isJsonObject(volume[source])) continue;
    if (source === "projected" && !projectsToken(volume)) continue;
    removed.add(volume.name);
    removal.volumes.add(position);
  }
  for (const list of ["initContainers", "containers"] as const) {
    for (const [position, container] of objectsOf(member(pod.spec, list)).entries()) {
      const found = containerRemoval(removal, list, position);
      if (isAddedContainer(container, provider, pod)) found.whole = true;
      if (positions(container.volumeMounts, (mount) => named.has(mount.name)).length === 0) continue;
      for (const mount of positions(container.volumeMounts, (mount) => removed.has(mount.name)))
        found.mounts.add(mount);
      const mountPaths = mountPathsOf(container, named);
      for (const variable of injectedVariables(objectsOf(container.env), form, mountPaths))
        found.variables.add(variable);
    }
  }
  for (const label of form.labels) removal.labels.add(label);
  for (const annotation of declaration.annotations) removal.annotations.add(annotation);
}

function mountPathsOf(container: JsonObject, volumes: ReadonlySet<Json | undefined>): string[] {
  return objectsOf(container.volumeMounts).flatMap(({ name, mountPath }) =>
    volumes.has(name) && typeof mountPath === "string" ? [mountPath] : [],
  );
}

function containerRemoval(removal: Removal, list: ContainerList, position: number): ContainerRemoval {
  const key = `${list}/${position}`;
  const present = removal.containers.get(key) ?? { whole: false, variables: new Set(), mounts: new Set() };
  removal.containers.set(key, present);
  return present;
}

/** Azure's proxies go only where the Pod asks for them: elsewhere a container of the name is the user's own. */
function isAddedContainer(container: JsonObject, provider: Provider, pod: JsonObject): boolean {
  if (!declaredContainers[provider].includes(nameOf(container))) return false;
  return (
    provider !== "azure" ||
    member(member(pod.metadata, "annotations"), "azure.workload.identity/inject-proxy-sidecar") !== undefined
  );
}

function positions(list: Json | undefined, test: (item: JsonObject) => boolean): number[] {
  return [...objectsOf(list).entries()].flatMap(([position, item]) => (test(item) ? [position] : []));
}

function operations(pod: JsonObject, removal: Removal): PatchOperation[] {
  const patch: PatchOperation[] = [];
  removeMetadata(pod, removal, patch);
  for (const list of ["initContainers", "containers"] as const) {
    const containers = objectsOf(member(pod.spec, list));
    const whole = new Set(
      positions(member(pod.spec, list), () => true).filter(
        (position) => removal.containers.get(`${list}/${position}`)?.whole,
      ),
    );
    for (const [position, container] of containers.entries()) {
      const found = removal.containers.get(`${list}/${position}`);
      if (found === undefined || whole.has(position)) continue;
      removeItems(["spec", list, position, "env"], objectsOf(container.env), found.variables, patch);
      removeItems(["spec", list, position, "volumeMounts"], objectsOf(container.volumeMounts), found.mounts, patch);
    }
    removeItems(["spec", list], containers, whole, patch);
  }
  removeItems(["spec", "volumes"], objectsOf(member(pod.spec, "volumes")), removal.volumes, patch);
  return patch;
}

/** From back to front, so that every position holds when its turn comes. */
function removeItems(
  path: readonly Segment[],
  items: readonly JsonObject[],
  removed: ReadonlySet<number>,
  patch: PatchOperation[],
): void {
  if (removed.size === 0) return;
  if (removed.size === items.length) {
    patch.push({ op: "remove", path: pointer(path) });
    return;
  }
  for (const position of [...removed].sort((left, right) => right - left))
    patch.push({ op: "remove", path: pointer([...path, position]) });
}

/** Metadata that injection had to make goes with what was in it. */
function removeMetadata(pod: JsonObject, removal: Removal, patch: PatchOperation[]): void {
  const operations: PatchOperation[] = [];
  for (const map of ["labels", "annotations"] as const) removeKeys(pod, map, removal[map], operations);
  const whole = operations.filter(({ path }) => path === "/metadata/labels" || path === "/metadata/annotations").length;
  const isEmptied = whole > 0 && isJsonObject(pod.metadata) && Object.keys(pod.metadata).length === whole;
  patch.push(...(isEmptied ? [{ op: "remove", path: "/metadata" } as const] : operations));
}

function removeKeys(
  pod: JsonObject,
  map: "labels" | "annotations",
  removed: ReadonlySet<string>,
  patch: PatchOperation[],
): void {
  const present = member(pod.metadata, map);
  if (!isJsonObject(present)) return;
  const keys = Object.keys(present).filter((key) => removed.has(key));
  if (keys.length === 0) return;
  if (keys.length === Object.keys(present).length) patch.push({ op: "remove", path: pointer(["metadata", map]) });
  else for (const key of keys) patch.push({ op: "remove", path: pointer(["metadata", map, key]) });
}
