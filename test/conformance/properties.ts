import fastJsonPatch from "fast-json-patch";
import { applyPatch } from "rfc6902";
import type { ChainResult, Subject } from "../../engine/decide.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";
import { listOf, objectOf, type Case } from "./cases.ts";
import { randomFrom } from "./random.ts";
import { serve } from "./serve.ts";
import { subjectOf } from "./outcome.ts";

/** Decides a subject under the case's own settings; `render` stands for the settings a user has (equivalent layouts accepted). */
export type Deciders = {
  readonly admission: (subject: Subject) => ChainResult;
  readonly render: (subject: Subject) => ChainResult;
};

/** Checks what must hold for every case beside its expected result; gives one line for each property that does not. */
export function brokenProperties(given: Case, result: ChainResult, deciders: Deciders): string[] {
  if (result.outcome === "denied") return [];
  return [
    ...secondRunChangesNothing(given, result, deciders),
    ...patchGivesThePod(given, result),
    ...skippedContainersStay(given, deciders),
    ...unknownFieldsStay(given, result, deciders),
    ...admissionAfterRender(given, result, deciders),
  ];
}

function secondRunChangesNothing(given: Case, result: ChainResult, { admission }: Deciders): string[] {
  const again = admission(subjectOf(given, result.pod));
  return again.outcome === "unchanged" ? [] : [`second run: ${again.outcome} ${JSON.stringify(again.patch)}`];
}

function patchGivesThePod(given: Case, result: ChainResult): string[] {
  const broken: string[] = [];
  const first: Json = structuredClone(given.pod);
  const patched = fastJsonPatch.applyPatch(first, structuredClone([...result.patch]), true).newDocument;
  if (!jsonEqual(patched, result.pod)) broken.push(`fast-json-patch gives another Pod: ${JSON.stringify(patched)}`);
  const second: Json = structuredClone(given.pod);
  const errors = applyPatch(second, structuredClone([...result.patch])).filter((error) => error !== null);
  if (errors.length > 0 || !jsonEqual(second, result.pod))
    broken.push(`rfc6902 gives another Pod: ${errors.join(" ")} ${JSON.stringify(second)}`);
  return broken;
}

const skippedName = "podgraft-skipped";

/** A container of our own, named in every enabled provider's skip list, must come out as it went in. */
function skippedContainersStay(given: Case, { admission }: Deciders): string[] {
  const annotations = withSkipped(given);
  if (annotations === undefined) return [];
  const container = { name: skippedName, image: "registry.example.com/skipped:1", env: [{ name: "KEPT", value: "1" }] };
  const spec = objectOf(given.pod.spec);
  const pod = {
    ...given.pod,
    metadata: { ...objectOf(given.pod.metadata), annotations },
    spec: {
      ...spec,
      initContainers: [...listOf(spec.initContainers), container],
      containers: [...listOf(spec.containers), container],
    },
  };
  const result = admission(subjectOf(given, pod));
  if (result.outcome === "denied") return [`a skip list made a denial: ${result.denial?.message ?? ""}`];
  const after = objectOf(result.pod.spec);
  return ["initContainers", "containers"].flatMap((list) => {
    const kept = listOf(after[list]).filter((item) => member(item, "name") === skippedName);
    return kept.length === 1 && jsonEqual(kept[0], container) ? [] : [`${list}: the skipped container was changed`];
  });
}

/** The case's annotations with our container added to each provider's skip list, or undefined where the list has a form of its own. */
function withSkipped(given: Case): JsonObject | undefined {
  const annotations: { [key: string]: Json | undefined } = { ...objectOf(member(given.pod.metadata, "annotations")) };
  for (const { provider, settings } of given.providers) {
    const prefixes = {
      aws: String(settings.annotationPrefix ?? "eks.amazonaws.com"),
      azure: "azure.workload.identity",
      gcp: String(settings.annotationPrefix ?? "cloud.google.com"),
      alibaba: "pod-identity.alibabacloud.com",
    };
    const key = `${prefixes[provider]}/skip-containers`.replace(/^\/|(?<=\/)\//g, "");
    const present = annotations[key];
    if (provider === "aws" && typeof present === "string" && /["\r\n]|^$/.test(present)) return undefined;
    const separator = provider === "azure" ? ";" : ",";
    annotations[key] =
      typeof present === "string" && present !== "" ? `${present}${separator}${skippedName}` : skippedName;
  }
  return annotations;
}

/** Fields nobody knows, put at random places, must all be there afterwards, and nothing else may differ. */
function unknownFieldsStay(given: Case, result: ChainResult, { admission }: Deciders): string[] {
  const random = randomFrom(given.id);
  const replaced = replacedNames(result);
  const planted: string[] = [];
  const pod = objectOf(plant(given.pod, [], random, replaced, planted));
  const after = admission(subjectOf(given, pod));
  const text = JSON.stringify(after.pod);
  const lost = planted.filter((field) => !text.includes(`"${field}"`));
  const broken = lost.length > 0 ? [`unknown fields lost: ${lost.join(", ")}`] : [];
  return jsonEqual(unplanted(after.pod), result.pod) ? broken : [...broken, "unknown fields changed the result"];
}

/** Names of items that the result replaces as a whole: there, and only there, a foreign field goes with the item. */
function replacedNames(result: ChainResult): ReadonlySet<Json | undefined> {
  const names = new Set<Json | undefined>();
  for (const operation of result.patch) {
    if (operation.op === "replace") names.add(member(operation.value, "name"));
  }
  return names;
}

const plantedPrefix = "podgraftUnknown";
/** Maps whose keys are the user's own, and objects whose members are alternatives, are left alone. */
const closed = new Set([
  "labels",
  "annotations",
  "nodeSelector",
  "limits",
  "requests",
  "matchLabels",
  "volumeAttributes",
  "options",
  "overhead",
]);

function plant(
  value: Json,
  path: readonly string[],
  random: () => number,
  replaced: ReadonlySet<Json | undefined>,
  planted: string[],
): Json {
  if (isJsonList(value)) return value.map((item) => plant(item, path, random, replaced, planted));
  if (!isJsonObject(value) || closed.has(path.at(-1) ?? "")) return value;
  if (path.length >= 2 && value.name !== undefined && replaced.has(value.name)) return value;
  const copy: { [key: string]: Json | undefined } = {};
  for (const [key, item] of Object.entries(value))
    copy[key] = plant(item ?? null, [...path, key], random, replaced, planted);
  if (random() < 0.5) {
    const field = `${plantedPrefix}${planted.length}`;
    planted.push(field);
    copy[field] = { nested: [1, { deep: true }] };
  }
  return copy;
}

function unplanted(value: Json): Json {
  if (isJsonList(value)) return value.map(unplanted);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !key.startsWith(plantedPrefix));
  return Object.fromEntries(kept.map(([key, item]) => [key, unplanted(item ?? null)]));
}

/**
 * What was rendered passes admission unchanged once an API server has served it: the vector's own result, and the Pod as the template
 * of a Deployment whose Pods get other names.
 */
function admissionAfterRender(given: Case, result: ChainResult, { admission, render }: Deciders): string[] {
  const broken: string[] = [];
  const served = admission(subjectOf(given, serve(result.pod)));
  if (served.outcome !== "unchanged") broken.push(`served Pod: ${served.outcome} ${JSON.stringify(served.patch)}`);
  const template = render({
    ...subjectOf(given, { ...given.pod, metadata: withoutName(given.pod.metadata) }),
    owner: { apiVersion: "apps/v1", kind: "Deployment", name: "web", path: ["spec", "template"], nameIsFinal: true },
  });
  if (template.outcome === "denied") return [...broken, `as a template: denied, ${template.denial?.message ?? ""}`];
  const pod = serve(template.pod);
  const named = {
    ...pod,
    metadata: { ...objectOf(pod.metadata), generateName: "web-5d8f7c9b6-", name: "web-5d8f7c9b6-x2x4z" },
  };
  const admitted = render(subjectOf(given, named));
  if (admitted.outcome !== "unchanged")
    broken.push(`rendered, then admitted: ${admitted.outcome} ${JSON.stringify(admitted.patch)}`);
  return broken;
}

function withoutName(metadata: Json | undefined): JsonObject {
  const { name: _name, generateName: _generateName, ...rest } = objectOf(metadata);
  return rest;
}
