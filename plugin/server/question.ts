import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";
import { checkPod } from "../../engine/typed/check-pod.ts";
import type { Endpoint } from "../admission-record.ts";

/** A review as a question that others may ask too: without what differs from Pod to Pod and does not matter. */
export type Question = {
  readonly text: string;
  readonly uid: string;
  /** Whether the Pod's own name is left out: an answer that rests on it is not for others. */
  readonly leavesOutName: boolean;
  /** Whether a text says one of the names that are left out, or a part of its random end: it is not for others either. */
  readonly isTold: (said: string) => boolean;
};

/**
 * The question of a new Pod; undefined for anything else. Left out are the request's uid and user, the random ends of the Pod's name and of the API
 * access volume's, and what an API server notes of the Pod's making (uid, times, managed fields), which no rule reads.
 */
export function questionOf(endpoint: Endpoint, body: Json): Question | undefined {
  const request = member(body, "request");
  if (!isJsonObject(request) || !isJsonObject(body)) return undefined;
  const { uid, userInfo: _, object, name: requested, ...rest } = request;
  const metadata = member(object, "metadata");
  const spec = member(object, "spec");
  if (typeof uid !== "string" || !isJsonObject(object) || !isJsonObject(metadata) || !isJsonObject(spec))
    return undefined;
  if (rest.operation !== "CREATE" || member(rest.kind, "kind") !== "Pod") return undefined;
  const { managedFields = null, uid: madeAs = null, creationTimestamp = null, name, ...kept } = metadata;
  // No rule reads these, but a Pod in which they are something else is none.
  if (checkPod({ metadata: { managedFields, uid: madeAs, creationTimestamp } }) !== null) return undefined;
  const { request: _request, ...review } = body;
  const volumes = accessVolumes(spec);
  const madeName = requested === undefined || requested === name ? generatedName(metadata) : undefined;
  const named = madeName === undefined ? [name ?? null, requested ?? null] : requested !== undefined;
  const pod = { ...object, metadata: kept, spec: volumes.size === 0 ? spec : renamed(spec, volumes) };
  return {
    text: JSON.stringify([endpoint, volumes.size, named, review, rest, pod]),
    uid,
    leavesOutName: madeName !== undefined,
    isTold: (said) =>
      (volumes.size > 0 && toldVolume.test(said)) || (madeName !== undefined && tellsEnd(said, madeName)),
  };
}

const accessVolume = /^kube-api-access-[a-z0-9]{5}$/;
const toldVolume = /kube-api-access-[a-z0-9]/;
const randomEnd = /^[a-z0-9]{5}$/;

/** What an API server made a Pod's name from, by five random characters; undefined for a name that somebody chose. */
function generatedName({ name, generateName }: JsonObject): string | undefined {
  if (typeof name !== "string" || typeof generateName !== "string" || generateName === "") return undefined;
  return name.startsWith(generateName) && randomEnd.test(name.slice(generateName.length)) ? generateName : undefined;
}

/** Texts are cut, names within them too: one character of the random end is too many. */
function tellsEnd(said: string, generateName: string): boolean {
  for (let at = said.indexOf(generateName); at >= 0; at = said.indexOf(generateName, at + 1)) {
    if (/[a-z0-9]/.test(said.charAt(at + generateName.length))) return true;
  }
  return false;
}

/** The names that an API server made for its token's volume, each with one that no volume can have. */
function accessVolumes({ volumes }: JsonObject): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const volume of isJsonList(volumes) ? volumes : []) {
    const name = member(volume, "name");
    if (typeof name === "string" && accessVolume.test(name)) names.set(name, `\0${names.size}`);
  }
  return names;
}

/** A Pod's spec with other names for these volumes, where volumes and mounts stand and nowhere else. */
function renamed(spec: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const named = (item: Json): Json => {
    const name = member(item, "name");
    if (typeof name !== "string") return item;
    // A name that begins as the other names do is lengthened, so that nobody can take the place of one.
    const other = names.get(name) ?? (name.startsWith("\0") ? `\0${name}` : undefined);
    return other === undefined || !isJsonObject(item) ? item : { ...item, name: other };
  };
  const mounting = (container: Json): Json => {
    const mounts = member(container, "volumeMounts");
    return isJsonObject(container) && isJsonList(mounts)
      ? { ...container, volumeMounts: mounts.map(named) }
      : container;
  };
  const { volumes, containers, initContainers } = spec;
  return {
    ...spec,
    ...(isJsonList(volumes) ? { volumes: volumes.map(named) } : {}),
    ...(isJsonList(containers) ? { containers: containers.map(mounting) } : {}),
    ...(isJsonList(initContainers) ? { initContainers: initContainers.map(mounting) } : {}),
  };
}
