import { PodgraftError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { rowsFor } from "../../engine/locate/table.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import type { Endpoint } from "../admission-record.ts";
import { addedContainers, type AddedContainer } from "./ephemeral.ts";
import { changedLiveAnnotations } from "./live-annotations.ts";
import { apiVersionOf, isOfPod, type Review } from "./review.ts";
import { changesTemplates, locateWorkload, type ReviewedWorkload } from "./workload.ts";

/** What a request asks to be judged. */
export type Task =
  | { readonly kind: "pod"; readonly pod: JsonObject }
  | {
      readonly kind: "ephemeral";
      readonly pod: JsonObject;
      readonly before: JsonObject | null;
      readonly added: readonly AddedContainer[];
    }
  | { readonly kind: "annotations"; readonly pod: JsonObject; readonly keys: ReadonlySet<string> }
  | { readonly kind: "workload"; readonly workload: ReviewedWorkload };

/**
 * What of a request is judged, null for what never is: other operations and subresources, kinds that hold no Pods, updates that leave alone
 * what an identity hangs on. It goes by operation and kind, by what an update changes, and by nothing else that a Pod's author can write.
 * Throws PodgraftError: `input.invalid` where the object or
 * a Pod's namespace is missing, else `input.*` for a template that is none.
 */
export function taskOf(endpoint: Endpoint, review: Review, { table }: Pick<Rules, "table">): Task | null {
  const { operation, subResource, namespace, kind } = review;
  if (operation !== "CREATE" && operation !== "UPDATE") return null;
  if (isOfPod(review)) return podTask(endpoint, review);
  if (endpoint === "mutate" || subResource !== "" || rowsFor(table, apiVersionOf(review), kind).length === 0)
    return null;
  // What has no Namespace has no mode, and nobody can say which ServiceAccounts its Pods will have.
  if (namespace === "") return null;
  const workload = locateWorkload(objectOf(review), review, { table });
  if (operation === "UPDATE" && review.oldObject !== null) {
    const before = locateWorkload(review.oldObject, review, { table });
    if (!changesTemplates(workload, before)) return null;
  }
  return { kind: "workload", workload };
}

function podTask(endpoint: Endpoint, review: Review): Task | null {
  const { operation, subResource, namespace, oldObject } = review;
  if (subResource !== "" && subResource !== "ephemeralcontainers") return null;
  const pod = objectOf(review);
  if (namespace === "") throw missing("request.namespace", "a text that is not empty");
  if (operation === "CREATE" && subResource === "") return { kind: "pod", pod };
  if (subResource === "ephemeralcontainers") {
    const added = addedContainers(pod, oldObject);
    return added.length === 0 ? null : { kind: "ephemeral", pod, before: oldObject, added };
  }
  if (endpoint === "mutate") return null;
  const keys = changedLiveAnnotations(pod, oldObject);
  return keys.size === 0 ? null : { kind: "annotations", pod, keys };
}

function objectOf({ object }: Review): JsonObject {
  if (object !== null) return object;
  throw missing("request.object", "an object");
}

function missing(path: string, expected: string): PodgraftError {
  return new PodgraftError("input.invalid", `${path}: expected ${expected}`, { path });
}
