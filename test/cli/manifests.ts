import type { JsonObject } from "../../engine/json.ts";

/** The role that the ServiceAccount `orders` names. */
export const role = "arn:aws:iam::111122223333:role/orders";

/** A Pod that runs as `orders`. */
export function pod(changes: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p" },
    spec: { serviceAccountName: "orders", containers: [{ name: "app", image: "app:1" }] },
    ...changes,
  };
}

/** A Deployment whose Pods run as `orders`. */
export function deployment(changes: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: { template: { spec: pod().spec } },
    ...changes,
  };
}

/** The ServiceAccount `orders`, in a namespace or without one. */
export function serviceAccount(namespace?: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: {
      name: "orders",
      ...(namespace === undefined ? {} : { namespace }),
      annotations: { "eks.amazonaws.com/role-arn": role },
    },
  };
}

/** A List of objects. */
export function list(...items: readonly JsonObject[]): JsonObject {
  return { apiVersion: "v1", kind: "List", items };
}

/** An AdmissionReview of a request to create `object`. */
export function review(object: JsonObject, version = "v1", namespace = "shop"): JsonObject {
  return {
    apiVersion: `admission.k8s.io/${version}`,
    kind: "AdmissionReview",
    request: { uid: "705ab4f5", operation: "CREATE", namespace, object },
  };
}

/** `document` with lists `depth` deep in one unknown field. */
export function nestedText(document: JsonObject, depth: number): string {
  return `{"unknown":${"[".repeat(depth)}${"]".repeat(depth)},${JSON.stringify(document).slice(1)}`;
}
