import { jsonEqual, type JsonObject } from "../json.ts";
import { withoutUnknownFields } from "../typed/known-fields.ts";
import { servedContainer, servedMount, servedVariable } from "./container.ts";
import { servedVolume } from "./volume.ts";

/**
 * The served form: what an API server would hand back for what was written. Defaults are added, quantities brought into canonical form,
 * empty values and fields that Kubernetes does not know dropped, so that a value as rendered and the same value as stored compare equal.
 * Source: Kubernetes' pkg/apis/core/v1 defaulting and its ServiceAccount admission plugin. What depends on the rest of the Pod (host ports
 * on the host's network) is not in it. test/e2e/suites/served-form.ts holds it against a real API server.
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
