import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../json.ts";
import { changeItems, changeMembers, compact, filled } from "./compact.ts";
import { defaultPullPolicy } from "./image.ts";
import { servedResourceList } from "./quantity.ts";
import { servedReference } from "./volume.ts";

/** A container as served, without the mount that the ServiceAccount admission plugin adds. */
export function servedContainer(container: JsonObject): JsonObject {
  const written = compact({ ...container, volumeMounts: withoutApiAccess(container.volumeMounts) });
  const probed = changeMembers(written, ["livenessProbe", "readinessProbe", "startupProbe"], servedProbe);
  const hooked = changeMembers(probed, ["lifecycle"], servedLifecycle);
  const referring = changeItems(hooked, "env", servedVariable);
  return {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: defaultPullPolicy(container.image),
    ...changeItems(referring, "ports", (port) => ({ protocol: "TCP", ...port })),
    resources: servedResources(written.resources),
  };
}

/** An environment variable as served: no empty value, a field reference with its apiVersion, a resource's with its divisor. */
export function servedVariable(variable: JsonObject): JsonObject {
  return changeMembers(compact(variable), ["valueFrom"], servedReference);
}

/** A volume mount as served: `readOnly: false` and empty paths are not stored. */
export function servedMount(mount: JsonObject): JsonObject {
  return compact(mount);
}

function servedProbe(probe: JsonObject): JsonObject {
  const counted = filled({ timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }, probe);
  return changeMembers(servedHandler(counted), ["grpc"], (call) => ({ service: "", ...call }));
}

function servedLifecycle(lifecycle: JsonObject): JsonObject {
  return changeMembers(lifecycle, ["postStart", "preStop"], servedHandler);
}

function servedHandler(handler: JsonObject): JsonObject {
  return changeMembers(handler, ["httpGet"], (request) => filled({ path: "/", scheme: "HTTP" }, request));
}

/** Quantities are canonical, and limits without requests become requests; no resources at all are stored as an empty object. */
function servedResources(resources: Json | undefined): Json {
  if (!isJsonObject(resources)) return {};
  const { limits, requests, ...rest } = changeMembers(resources, ["limits", "requests"], servedResourceList);
  const requested = isJsonObject(limits) ? { ...limits, ...(isJsonObject(requests) ? requests : {}) } : requests;
  return { ...rest, ...unlessEmpty("limits", limits), ...unlessEmpty("requests", requested) };
}

/** An empty map is not stored. */
function unlessEmpty(key: string, map: Json | undefined): JsonObject {
  if (map === undefined || (isJsonObject(map) && Object.keys(map).length === 0)) return {};
  return { [key]: map };
}

function withoutApiAccess(mounts: Json | undefined): Json | undefined {
  return isJsonList(mounts) ? mounts.filter((mount) => !isApiAccessMount(mount)) : mounts;
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
