import { PodgraftError } from "../../engine/errors.ts";
import { isJsonObject, member, type Json, type JsonObject } from "../../engine/json.ts";

/** The versions of admission.k8s.io that are answered, each in kind. */
const versions = ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"] as const;

/** What may be done to an object. */
const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** What a request for review says; texts that it lacks are empty. */
export type Review = {
  readonly apiVersion: (typeof versions)[number];
  readonly uid: string;
  readonly operation: (typeof operations)[number];
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly subResource: string;
  /** Of the request, never of the object: only the API server says where an object goes. Empty for what has no namespace. */
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly object: JsonObject | null;
  readonly oldObject: JsonObject | null;
};

/**
 * Reads the body of a request. Throws PodgraftError `input.invalid` for whatever is no AdmissionReview with a request: an answer needs the
 * request's uid, so there is none.
 */
export function readReview(body: Json): Review {
  const apiVersion = versions.find((version) => version === member(body, "apiVersion"));
  if (apiVersion === undefined || member(body, "kind") !== "AdmissionReview") {
    throw invalid("", `expected an AdmissionReview of ${versions.join(" or ")}`);
  }
  const request = member(body, "request");
  if (!isJsonObject(request)) throw invalid("request", "expected an object");
  const uid = text(request, "uid");
  if (uid === "") throw invalid("request.uid", "expected a text that is not empty");
  const kind = member(request, "kind");
  if (!isJsonObject(kind) || text(kind, "kind") === "")
    throw invalid("request.kind", "expected group, version and kind");
  const operation = operations.find((one) => one === member(request, "operation"));
  if (operation === undefined) throw invalid("request.operation", `expected one of ${operations.join(", ")}`);
  return {
    apiVersion,
    uid,
    operation,
    group: text(kind, "group"),
    version: text(kind, "version"),
    kind: text(kind, "kind"),
    subResource: text(request, "subResource"),
    namespace: text(request, "namespace"),
    dryRun: member(request, "dryRun") === true,
    object: objectOrNull(request, "object"),
    oldObject: objectOrNull(request, "oldObject"),
  };
}

/** Whether it is about a Pod, of Kubernetes' own kind: nothing else is ever refused. */
export function isOfPod({ group, kind }: Pick<Review, "group" | "kind">): boolean {
  return group === "" && kind === "Pod";
}

/** Group and version as objects have them: `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<Review, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The object's name; where the API server has yet to make it, generateName. */
export function nameOf({ object, oldObject }: Pick<Review, "object" | "oldObject">): string {
  const metadata = member(object ?? oldObject ?? {}, "metadata") ?? {};
  return text(metadata, "name") || text(metadata, "generateName");
}

function objectOrNull(request: JsonObject, key: string): JsonObject | null {
  const value = member(request, key) ?? null;
  if (value === null || isJsonObject(value)) return value;
  throw invalid(`request.${key}`, "expected an object");
}

function text(value: Json, key: string): string {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}

function invalid(path: string, message: string): PodgraftError {
  return new PodgraftError("input.invalid", path === "" ? message : `${path}: ${message}`, { path });
}
