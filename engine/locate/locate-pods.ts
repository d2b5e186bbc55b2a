import type { Owner, RuleFinding } from "../decision.ts";
import { PodgraftError } from "../errors.ts";
import type { Json, JsonObject, Segment } from "../json.ts";
import { isJsonList, isJsonObject, member } from "../json.ts";
import { pathText } from "../typed/path-text.ts";
import { apiGroup } from "./api-version.ts";
import { compareInDocument } from "./document-order.ts";
import { liftPod } from "./lift.ts";
import type { LocatedPod } from "./located-pod.ts";
import { identify, type ObjectIdentity } from "./object-identity.ts";
import { matchPath, type Match } from "./path.ts";
import { rowsFor, type Row, type WorkloadTable } from "./table.ts";
import { findPodSpecs } from "./template-search.ts";
import { isUnreachable } from "./unreachable.ts";

/** What a document holds, each list in document order. The paths of findings start at the document. */
export type LocateResult = {
  readonly pods: readonly LocatedPod[];
  /** The ServiceAccounts and Namespaces, as context for Pods. */
  readonly objects: readonly LocatedObject[];
  /** `workload.not_reachable` and `workload.unknown_kind`, params `apiVersion`, `kind`, `name` and, of the latter, `template`. */
  readonly findings: readonly RuleFinding[];
};

/** A ServiceAccount or Namespace that stands in the document. */
export type LocatedObject = { readonly object: ObjectIdentity; readonly value: JsonObject };

/** How many Lists and Templates may stand inside one another. */
export const deepestNesting = 100;

type Collected = { readonly pods: LocatedPod[]; readonly objects: LocatedObject[]; readonly findings: RuleFinding[] };

/** Where the walk is: `path` from the document, `depth` in Lists and Templates, and whether one of them is a Template. */
type Place = { readonly path: readonly Segment[]; readonly depth: number; readonly isParameterised: boolean };

/**
 * Every Pod and Pod template in one document, which is a Kubernetes object or a List or OpenShift Template of them; anything else
 * holds none. CustomResourceDefinitions are never looked into. Throws PodgraftError: `input.too_deep` beyond
 * {@link deepestNesting} levels of Lists, `input.pod_invalid` for a template that is no object.
 */
export function locatePods(document: Json, table: WorkloadTable): LocateResult {
  const collected: Collected = { pods: [], objects: [], findings: [] };
  visit(document, { path: [], depth: 0, isParameterised: false }, table, collected);
  return collected;
}

function visit(value: Json, place: Place, table: WorkloadTable, collected: Collected): void {
  if (!isJsonObject(value)) return;
  const object = identify(value, place.path);
  const rows = rowsFor(table, object.apiVersion, object.kind);
  if (rows.length > 0) collectPods(value, object, rows, place, collected.pods);
  else if (isContext(object)) collected.objects.push({ object, value });
  else if (isNested(value, object)) visitNested(value, object, place, table, collected);
  else for (const finding of findingsFor(value, object)) collected.findings.push(finding);
}

function isContext({ apiVersion, kind }: ObjectIdentity): boolean {
  return apiGroup(apiVersion) === "" && (kind === "ServiceAccount" || kind === "Namespace");
}

/** A List of any kind has `items`, an OpenShift Template has `objects`. */
function isNested(value: JsonObject, object: ObjectIdentity): boolean {
  return isJsonList(member(value, nestedField(object)));
}

function nestedField(object: ObjectIdentity): string {
  if (isTemplate(object)) return "objects";
  return object.kind.endsWith("List") ? "items" : "";
}

function isTemplate({ apiVersion, kind }: ObjectIdentity): boolean {
  return kind === "Template" && ["", "template.openshift.io"].includes(apiGroup(apiVersion));
}

function visitNested(
  value: JsonObject,
  object: ObjectIdentity,
  place: Place,
  table: WorkloadTable,
  into: Collected,
): void {
  const depth = place.depth + 1;
  if (depth > deepestNesting) {
    const message = `${deepestNesting} Lists or Templates stand inside one another, more are not read; flatten the document`;
    throw new PodgraftError("input.too_deep", message);
  }
  const isParameterised = place.isParameterised || isTemplate(object);
  const field = nestedField(object);
  for (const { path, value: item } of matchPath(value, [{ step: "member", name: field }, { step: "items" }])) {
    visit(item, { path: [...place.path, ...path], depth, isParameterised }, table, into);
  }
}

function collectPods(
  value: JsonObject,
  object: ObjectIdentity,
  rows: readonly Row[],
  place: Place,
  into: LocatedPod[],
): void {
  const anchors = rows.flatMap((row) => matchPath(value, row.anchor).map((anchor) => ({ row, anchor })));
  if (rows.length > 1) anchors.sort((left, right) => compareInDocument(value, left.anchor.path, right.anchor.path));
  for (const { row, anchor } of anchors) {
    if (holdsPod(row, anchor, place)) into.push(locate(value, object, row, anchor, place));
  }
}

/** A template that is null or absent holds no Pod; in a Template, a parameter may stand for all of it. */
function holdsPod(row: Row, anchor: Match, place: Place): boolean {
  if (anchor.value === null) return false;
  if (!row.hasTemplate || isJsonObject(anchor.value)) return true;
  if (place.isParameterised && typeof anchor.value === "string") return false;
  const path = pathText([...place.path, ...anchor.path]);
  throw new PodgraftError("input.pod_invalid", `${path}: expected a Pod template, which is an object`, { path });
}

function locate(value: JsonObject, object: ObjectIdentity, row: Row, anchor: Match, place: Place): LocatedPod {
  const { templatePath, pod, places } = liftPod(value, row, anchor.path);
  return {
    object,
    templatePath: [...place.path, ...templatePath],
    pod,
    places: places.map((part) => ({ pod: part.pod, document: [...place.path, ...part.document] })),
    owner: ownerOf(object, templatePath, place),
    isParameterised: place.isParameterised,
  };
}

function ownerOf(object: ObjectIdentity, path: readonly Segment[], place: Place): Owner {
  const { apiVersion, kind, name } = object;
  const hasParameter = place.isParameterised && name.includes("${");
  return {
    apiVersion,
    kind,
    name,
    path,
    nameIsFinal: path.length === 0 && isPod(object) && name !== "" && !hasParameter,
  };
}

function isPod({ apiVersion, kind }: ObjectIdentity): boolean {
  return kind === "Pod" && apiGroup(apiVersion) === "";
}

function findingsFor(value: JsonObject, object: ObjectIdentity): readonly RuleFinding[] {
  const { apiVersion, kind, name, path } = object;
  if (kind === "CustomResourceDefinition" && apiGroup(apiVersion) === "apiextensions.k8s.io") return [];
  if (isUnreachable(apiVersion, kind)) {
    return [{ code: "workload.not_reachable", path, params: { apiVersion, kind, name } }];
  }
  return findPodSpecs(value).map((found) => ({
    code: "workload.unknown_kind",
    path: [...path, ...found],
    params: { apiVersion, kind, name, template: pathText(templateOf(found)) },
  }));
}

/** The spec of a template stands in its member `spec`. */
function templateOf(specPath: readonly Segment[]): readonly Segment[] {
  return specPath.at(-1) === "spec" ? specPath.slice(0, -1) : specPath;
}
