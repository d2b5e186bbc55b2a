import { applyPatch } from "../../engine/edits/apply-patch.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, jsonEqual, type JsonObject, type PatchOperation } from "../../engine/json.ts";

/**
 * A patch that does not apply, or spoils the Pod, fails the request even under failurePolicy Ignore: so it is applied here first. Gives the
 * Pod that it makes. Throws PodgraftError `internal.splice` where it does not apply, `internal.patch` where it makes another than `meant`.
 */
export function patchedPod(pod: JsonObject, patch: readonly PatchOperation[], meant: JsonObject | null): JsonObject {
  const patched = applyPatch(pod, patch);
  if (isJsonObject(patched) && (meant === null || jsonEqual(patched, meant))) return patched;
  throw notAsMeant("the patch does not make the Pod that the rules want");
}

/** The error that the patch of a second run is not empty: the Pod would change with every call of the webhook. */
export function notSettled(): PodgraftError {
  return notAsMeant("the rules would change the Pod that they made once more");
}

function notAsMeant(what: string): PodgraftError {
  return new PodgraftError("internal.patch", `${what}; report this as a fault`);
}
