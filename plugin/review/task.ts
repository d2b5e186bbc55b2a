import { PodgraftError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { rowsFor } from "../../engine/locate/table.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import type { Endpoint } from "../admission-record.ts";
import { addedContainers, type AddedContainer } from "./ephemeral.ts";
import { changedLiveAnnotations } from "./live-annotations.ts";
import { apiVersionOf, type Review } from "./review.ts";
import { changesTemplates, locateWorkload, type ReviewedWorkload } from "./workload.ts";

/** What a request asks to be judged. */
export type Task =
  | { readonly kind: "pod"; readonly pod: JsonObject }
  | { readonly kind: "ephemeral"; readonly pod: JsonObject; readonly added: readonly AddedContainer[] }
  | { readonly kind: "annotations"; readonly pod: JsonObject; readonly keys: ReadonlySet<string> }
  | { readonly kind: "workload"; readonly workload: ReviewedWorkload };

/**
 * What of a request is judged, null for what never is: other operations and subresources, kinds that hold no Pods, updates that leave alone
 * what an identity hangs on. It goes by operation and kind, by what an update changes, and by nothing else that a Pod's author can write.
 * Throws PodgraftError `input.invalid` where the object is missing.
 */
export function taskOf(endpoint: Endpoint, review: Review, { table }: Pick<Rules, "table">): Task | null {
  const { operation, subResource, group, kind } = review;
  if (operation !== "CREATE" && operation !== "UPDATE") return null;
  if (group === "" && kind === "Pod") return podTask(endpoint, review);
  if (endpoint === "mutate" || subResource !== "" || rowsFor(table, apiVersionOf(review), kind).length === 0)
    return null;
  const workload = locateWorkload(objectOf(review), namespaceOf(review), { table });
  if (operation === "UPDATE" && review.oldObject !== null) {
    const before = locateWorkload(review.oldObject, review.namespace, { table });
    if (!changesTemplates(workload, before)) return null;
  }
  return { kind: "workload", workload };
}

function podTask(endpoint: Endpoint, review: Review): Task | null {
  const { operation, subResource, oldObject } = review;
  if (subResource !== "" && subResource !== "ephemeralcontainers") return null;
  const pod = objectOf(review);
  namespaceOf(review);
  if (operation === "CREATE" && subResource === "") return { kind: "pod", pod };
  if (subResource === "ephemeralcontainers") {
    const added = addedContainers(pod, oldObject);
    return added.length === 0 ? null : { kind: "ephemeral", pod, added };
  }
  if (endpoint === "mutate") return null;
  const keys = changedLiveAnnotations(pod, oldObject);
  return keys.size === 0 ? null : { kind: "annotations", pod, keys };
}

function objectOf({ object }: Review): JsonObject {
  if (object !== null) return object;
  throw new PodgraftError("input.invalid", "request.object: expected an object", { path: "request.object" });
}

function namespaceOf({ namespace }: Review): string {
  if (namespace !== "") return namespace;
  throw new PodgraftError("input.invalid", "request.namespace: expected a text that is not empty", {
    path: "request.namespace",
  });
}
