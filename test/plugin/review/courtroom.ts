import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastJsonPatch from "fast-json-patch";
import { applyPatch } from "rfc6902";
import type { Rules } from "../../../engine/document/decide-document.ts";
import {
  isJsonList,
  isJsonObject,
  jsonEqual,
  member,
  parseJson,
  type Json,
  type JsonObject,
} from "../../../engine/json.ts";
import type { AdmissionRecord, Endpoint } from "../../../plugin/admission-record.ts";
import type { Cluster, Looked } from "../../../plugin/cluster.ts";
import { admit } from "../../../plugin/review/admit.ts";
import type { Digests } from "../../../plugin/review/audit.ts";
import { rulesOf } from "../../engine/document/rules-of.ts";

const folder = fileURLToPath(new URL("../../../../test/plugin/reviews", import.meta.url));

/** The names of the reviews that an API server sent. */
export const recordedNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

/** A review as an API server sent it. */
export function recorded(name: string): JsonObject {
  return objectOf(parseJson(readFileSync(join(folder, `${name}.json`), "utf8")));
}

/** The ServiceAccount that everything here runs as, and the role that it names. */
export const account = "orders";
export const role = "arn:aws:iam::111122223333:role/orders";
export const withRole: JsonObject = { annotations: { "eks.amazonaws.com/role-arn": role } };

/** What reviews are judged by; everything has a default: AWS, mode `enforce` by the configuration, every ServiceAccount with the role. */
export type Setting = {
  readonly settings?: JsonObject;
  readonly rules?: Rules;
  /** Of the Namespace. */
  readonly labels?: JsonObject;
  readonly namespace?: (name: string) => Looked | Promise<Looked>;
  readonly serviceAccount?: (namespace: string, name: string) => Looked | Promise<Looked>;
  readonly today?: string;
};

/** What came of a review, after it has been held against what an API server takes. */
export type Admitted = {
  readonly response: JsonObject;
  readonly allowed: boolean;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly audit: JsonObject;
  readonly patch: readonly Json[];
  readonly record: AdmissionRecord;
  /** What the cluster was asked: `NAMESPACE`, `NAMESPACE/SERVICEACCOUNT`. */
  readonly asked: readonly string[];
};

export const digests: Digests = { configuration: "c".repeat(64), module: "d".repeat(64) };

/** An object that the cache has. */
export function found(metadata: JsonObject): Looked {
  return { kind: "found", source: "cache", metadata };
}

/** Judges a review, and throws where an API server would refuse the answer. */
export async function judge(endpoint: Endpoint, body: Json, setting: Setting = {}): Promise<Admitted> {
  const asked: string[] = [];
  const cluster: Cluster = {
    namespace(name) {
      asked.push(name);
      return setting.namespace?.(name) ?? found({ labels: setting.labels ?? {} });
    },
    serviceAccount(namespace, name) {
      asked.push(`${namespace}/${name}`);
      return setting.serviceAccount?.(namespace, name) ?? found(withRole);
    },
  };
  const settings = setting.settings ?? { providers: { aws: {} }, admission: { mode: "enforce" } };
  const rules = setting.rules ?? rulesOf(settings);
  const time = { deadline: 1e12, today: setting.today ?? "2026-12-01" };
  const before = JSON.stringify(body);
  const { answer, record } = await admit(endpoint, body, { rules, cluster, digests }, time);
  if (JSON.stringify(body) !== before) throw new Error("the review was changed while it was judged");
  const response = responseOf(endpoint, body, answer);
  const status = objectOf(member(response, "status"));
  return {
    response,
    allowed: response.allowed === true,
    message: String(status.message ?? ""),
    warnings: textsOf(response.warnings),
    audit: objectOf(response.auditAnnotations),
    patch: patchOf(response),
    record,
    asked,
  };
}

/** The rules for answers of the API server (apiserver's VerifyAdmissionResponse), and its limits for warnings and audit annotations. */
function responseOf(endpoint: Endpoint, body: Json, answer: JsonObject): JsonObject {
  const refuse = (what: string): never => {
    throw new Error(`an API server would refuse the answer: ${what}: ${JSON.stringify(answer)}`);
  };
  for (const key of ["apiVersion", "kind"]) if (answer[key] !== member(body, key)) refuse(key);
  const { response } = answer;
  if (!isJsonObject(response)) return refuse("no response");
  if (response.uid !== member(member(body, "request"), "uid")) refuse("uid");
  if (typeof response.allowed !== "boolean") refuse("allowed");
  if (Object.hasOwn(response, "patch") !== Object.hasOwn(response, "patchType")) refuse("patch and patchType");
  if (Object.hasOwn(response, "patch") && (endpoint === "verify" || response.allowed === false)) refuse("patch");
  if (Object.hasOwn(response, "status") === response.allowed) refuse("status");
  const warnings = textsOf(response.warnings);
  if (Object.hasOwn(response, "warnings") && warnings.length === 0) refuse("no warnings");
  if (warnings.some((warning) => /\p{Cc}/u.test(warning) || Buffer.byteLength(warning) > 256)) refuse("a warning");
  if (Buffer.byteLength(warnings.join("")) > 4096) refuse("warnings");
  if (new Set(warnings).size < warnings.length) refuse("a warning twice");
  for (const [key, value] of Object.entries(objectOf(response.auditAnnotations))) {
    if (!/^[a-z]([-a-z]*[a-z])?$/.test(key) || typeof value !== "string" || Buffer.byteLength(value) > 1024)
      refuse(key);
  }
  return response;
}

function patchOf({ patch }: JsonObject): readonly Json[] {
  if (typeof patch !== "string") return [];
  const operations = parseJson(Buffer.from(patch, "base64").toString("utf8"));
  if (!isJsonList(operations) || operations.length === 0) throw new Error("a patch that is none");
  return operations;
}

type Operations = Parameters<typeof applyPatch>[1];

/** The object after a patch, by two implementations that are not ours. Throws where it does not apply, or they do not agree. */
export function patched(object: JsonObject, patch: readonly Json[]): JsonObject {
  const text = JSON.stringify(patch);
  const operations = (): Operations => JSON.parse(text) as Operations;
  const one: unknown = structuredClone(object);
  const faults = applyPatch(one, operations()).filter((fault: unknown) => fault !== null);
  if (faults.length > 0) throw new Error(`the patch does not apply: ${text}`);
  const other: unknown = fastJsonPatch.applyPatch(structuredClone(object), operations(), true).newDocument;
  const [first, second] = [parseJson(JSON.stringify(one)), parseJson(JSON.stringify(other))];
  if (!jsonEqual(first, second)) throw new Error(`the patch is not the same for everybody: ${text}`);
  return objectOf(first);
}

/** A Pod of the namespace `shop` that has nothing of its identity. */
export function podWith({ metadata = {}, spec = {} }: { readonly [part: string]: JsonObject } = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", ...metadata },
    spec: { serviceAccountName: account, containers: [{ name: "app", image: "app:1" }], ...spec },
  };
}

/** The review of a Pod's creation in the namespace `shop`; `changes` are of the request. */
export function reviewOf(object: Json, changes: JsonObject = {}): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "705ab4f5-6393-11e8-b7cc-42010a800002",
      kind: { group: "", version: "v1", kind: "Pod" },
      resource: { group: "", version: "v1", resource: "pods" },
      name: "p",
      namespace: "shop",
      operation: "CREATE",
      userInfo: { username: "somebody" },
      object,
      oldObject: null,
      dryRun: false,
      ...changes,
    },
  };
}

/** The Pod as the rules make it, by way of mutate. */
export async function completePod(pod: JsonObject = podWith(), setting: Setting = {}): Promise<JsonObject> {
  const settings = { providers: { aws: {} }, ...setting.settings, admission: { mode: "mutate" } };
  const { patch } = await judge("mutate", reviewOf(pod), { ...setting, settings });
  return patched(pod, patch);
}

/** A Pod with these ephemeral containers, in this order. */
export function withEphemeral(pod: JsonObject, ephemeralContainers: readonly JsonObject[]): JsonObject {
  return { ...pod, spec: { ...objectOf(pod.spec), ephemeralContainers } };
}

/** The review of an update; `changes` are of the request. */
export function updateOf(object: JsonObject, oldObject: JsonObject, changes: JsonObject = {}): JsonObject {
  return reviewOf(object, { operation: "UPDATE", oldObject, ...changes });
}

/** The request's kind. */
export function kindOf(group: string, version: string, kind: string): JsonObject {
  return { kind: { group, version, kind } };
}

/** A Deployment of `shop`, or another workload with a template in that place, with this template. */
export function workloadWith(template: Json, changes: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "orders" },
    spec: { replicas: 1, template },
    ...changes,
  };
}

/** The Pod template of {@link podWith}'s Pod. */
export function templateOf(pod: JsonObject = podWith()): JsonObject {
  return { metadata: {}, spec: pod.spec };
}

export const deployment: JsonObject = kindOf("apps", "v1", "Deployment");

/** A JSON value as an object; anything else is empty. */
export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textsOf(value: Json | undefined): string[] {
  return isJsonList(value) ? value.map(String) : [];
}
