import type { DecidedDocument, DecidedPod } from "../../engine/document/decide-document.ts";
import type { Finding } from "../../engine/document/finding.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";
import { identify } from "../../engine/locate/object-identity.ts";
import { pathText } from "../../engine/typed/path-text.ts";
import { recordFinding } from "../../report/finding-record.ts";
import { splice } from "../yaml/splice.ts";

/**
 * Denials and findings as results of a KRM function: message, severity, the object, the field in it, and the file that the orchestrator
 * says it came from. `list` is the ResourceList, whose items the findings' paths lead to.
 */
export function resultsOf(list: Json, { pods, findings }: DecidedDocument): JsonObject[] {
  return [
    ...findings.map((finding) => findingResult(list, finding)),
    ...pods.flatMap((pod) => [
      ...denialResult(list, pod),
      ...pod.findings.map((finding) => findingResult(list, finding)),
    ]),
  ];
}

/** A result has a file of its own, the one that the orchestrator has read. */
const noPlace = { file: "", document: 1, line: 1, column: 1 };

function findingResult(list: Json, finding: Finding): JsonObject {
  const [, index = -1, ...inItem] = finding.path;
  const { message, fix } = recordFinding(finding, null, noPlace);
  return {
    message: `${message} (${finding.code}). ${fix}`.trimEnd(),
    severity: finding.severity,
    ...itemReference(list, Number(index)),
    field: { path: pathText(inItem) },
    tags: { code: finding.code },
  };
}

function denialResult(list: Json, { located, result }: DecidedPod): JsonObject[] {
  if (result.denial === undefined) return [];
  const [, index = -1] = located.object.path;
  const { provider, message } = result.denial;
  return [{ message: `denied (${provider}): ${message}`, severity: "error", ...itemReference(list, Number(index)) }];
}

function itemReference(list: Json, index: number): JsonObject {
  const items = member(list, "items");
  const item = isJsonList(items) ? items[index] : undefined;
  if (!isJsonObject(item)) return {};
  const { apiVersion, kind, name, namespace } = identify(item, []);
  return {
    resourceRef: { apiVersion, kind, name, ...(namespace === null ? {} : { namespace }) },
    ...fileOf(item),
  };
}

/** Where the orchestrator read the object: two annotations, under their present or their earlier names. */
function fileOf(item: JsonObject): JsonObject {
  const annotations = member(member(item, "metadata"), "annotations");
  const note = (name: string): Json | undefined =>
    member(annotations, `internal.config.kubernetes.io/${name}`) ?? member(annotations, `config.kubernetes.io/${name}`);
  const [path, index] = [note("path"), Number(note("index") ?? Number.NaN)];
  if (typeof path !== "string" || path === "") return {};
  return { file: { path, ...(Number.isSafeInteger(index) ? { index } : {}) } };
}

/**
 * The text of a ResourceList with results behind those that it has, equal ones once, and with a list of items where it had none. Throws as
 * {@link splice} does.
 */
export function withResults(text: string, list: Json, results: readonly JsonObject[]): string {
  const present = member(list, "results");
  const before = isJsonList(present) ? present : [];
  const fresh = results.filter((result) => !before.some((one) => jsonEqual(one, result)));
  const items = isJsonList(member(list, "items")) ? [] : [{ op: "add", path: "/items", value: [] } as const];
  const added = isJsonList(present)
    ? fresh.map((value) => ({ op: "add", path: "/results/-", value }) as const)
    : fresh.length === 0
      ? []
      : [{ op: "add", path: "/results", value: fresh } as const];
  const patch = [...items, ...added];
  return patch.length === 0 ? text : splice(text, patch).text;
}
