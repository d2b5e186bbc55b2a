import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../json.ts";
import { withoutUnknownFields } from "../typed/known-fields.ts";

/**
 * The served form: what an API server would hand back for what was written. Defaults are added, empty values and fields that Kubernetes
 * does not know dropped, so that a value as rendered and the same value as stored compare equal. Source: Kubernetes' pkg/apis/core/v1 defaulting and its ServiceAccount
 * admission plugin; only the fields that can occur in what rules write, and around it, are covered.
 */

/** Whether two environment variables are the same once served. */
export function sameServedVariable(left: JsonObject, right: JsonObject): boolean {
  return sameServed(left, right, "EnvVar", servedVariable);
}

/** Whether two volume mounts are the same once served. */
export function sameServedMount(left: JsonObject, right: JsonObject): boolean {
  return sameServed(left, right, "VolumeMount", servedMount);
}

/** Whether two volumes are the same once served. */
export function sameServedVolume(left: JsonObject, right: JsonObject): boolean {
  return sameServed(left, right, "Volume", servedVolume);
}

/** Whether two containers are the same once served; the API server's own `kube-api-access-*` mount does not count. */
export function sameServedContainer(left: JsonObject, right: JsonObject): boolean {
  return sameServed(left, right, "Container", servedContainer);
}

function sameServed(
  left: JsonObject,
  right: JsonObject,
  type: string,
  served: (value: JsonObject) => JsonObject,
): boolean {
  if (jsonEqual(left, right)) return true;
  return jsonEqual(served(withoutUnknownFields(left, type)), served(withoutUnknownFields(right, type)));
}

/** An environment variable as served: no empty value, a field reference with its apiVersion. */
export function servedVariable(variable: JsonObject): JsonObject {
  const source = variable.valueFrom;
  return compact({ ...variable, valueFrom: isJsonObject(source) ? fieldRefDefault(source) : source });
}

/** A volume mount as served: `readOnly: false` and empty paths are not stored. */
export function servedMount(mount: JsonObject): JsonObject {
  return compact(mount);
}

/** A volume as served: default modes, token lifetimes and field reference versions filled in. */
export function servedVolume(volume: JsonObject): JsonObject {
  const served: { [key: string]: Json | undefined } = {};
  for (const [key, value] of Object.entries(volume)) {
    served[key] = isJsonObject(value) ? servedVolumeSource(key, value) : value;
  }
  return compact(served);
}

function servedVolumeSource(kind: string, source: JsonObject): JsonObject {
  switch (kind) {
    case "projected":
      return compact({ defaultMode: 420, ...source, sources: mapObjects(source.sources, servedProjection) });
    case "downwardAPI":
      return compact({ defaultMode: 420, ...source, items: mapObjects(source.items, fieldRefDefault) });
    case "configMap":
    case "secret":
      return compact({ defaultMode: 420, ...source });
    default:
      return source;
  }
}

function servedProjection(projection: JsonObject): JsonObject {
  const token = projection.serviceAccountToken;
  const downward = projection.downwardAPI;
  return compact({
    ...projection,
    ...(isJsonObject(token) ? { serviceAccountToken: compact({ expirationSeconds: 3600, ...token }) } : {}),
    ...(isJsonObject(downward)
      ? { downwardAPI: { ...downward, items: mapObjects(downward.items, fieldRefDefault) } }
      : {}),
  });
}

/** A container as served, without the mount that the ServiceAccount admission plugin adds. */
export function servedContainer(container: JsonObject): JsonObject {
  return compact({
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: defaultPullPolicy(container.image),
    ...container,
    env: mapObjects(container.env, servedVariable),
    ports: mapObjects(container.ports, (port) => compact({ protocol: "TCP", ...port })),
    resources: servedResources(container.resources),
    volumeMounts: withoutApiAccess(mapObjects(container.volumeMounts, servedMount)),
  });
}

/** Limits without requests become requests; no resources at all are stored as an empty object. */
function servedResources(resources: Json | undefined): Json {
  if (!isJsonObject(resources)) return {};
  const limits = resources.limits;
  if (!isJsonObject(limits)) return compact(resources);
  const requests = isJsonObject(resources.requests) ? resources.requests : {};
  return compact({ ...resources, requests: { ...limits, ...requests } });
}

/** `latest` and untagged images are pulled always, all others if not present. */
function defaultPullPolicy(image: Json | undefined): string {
  const reference = typeof image === "string" ? image : "";
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  if (name.includes("@")) return "IfNotPresent";
  const tag = name.includes(":") ? name.slice(name.indexOf(":") + 1) : "latest";
  return tag === "latest" ? "Always" : "IfNotPresent";
}

function withoutApiAccess(mounts: Json | undefined): Json | undefined {
  if (!isJsonList(mounts)) return mounts;
  return mounts.filter((mount) => !isApiAccessMount(mount));
}

/** Whether a mount is the one that the ServiceAccount admission plugin adds to every container. */
export function isApiAccessMount(mount: Json): boolean {
  const name = member(mount, "name");
  return (
    typeof name === "string" &&
    name.startsWith("kube-api-access-") &&
    member(mount, "mountPath") === "/var/run/secrets/kubernetes.io/serviceaccount"
  );
}

function fieldRefDefault(holder: JsonObject): JsonObject {
  if (!isJsonObject(holder.fieldRef)) return holder;
  return { ...holder, fieldRef: { apiVersion: "v1", ...holder.fieldRef } };
}

function mapObjects(list: Json | undefined, change: (item: JsonObject) => JsonObject): Json | undefined {
  if (!isJsonList(list)) return list;
  return list.map((item) => (isJsonObject(item) ? change(item) : item));
}

/** Go omits null, empty strings and lists, and `false` where the field is not a pointer. */
function compact(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key, item]) => !isOmitted(key, item)));
}

const omittedWhenFalse: ReadonlySet<string> = new Set(["readOnly", "stdin", "stdinOnce", "tty"]);

function isOmitted(key: string, item: Json | undefined): boolean {
  if (item === false) return omittedWhenFalse.has(key);
  return item === undefined || item === null || item === "" || (isJsonList(item) && item.length === 0);
}
