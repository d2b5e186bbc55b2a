import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonList, isJsonObject, member, type JsonObject } from "../../../../engine/json.ts";
import { listOf, readCases, type Case } from "../../../conformance/cases.ts";
import { ownCaseFiles } from "../../../conformance/run.ts";
import { tablePods } from "./table.ts";

const observed = fileURLToPath(new URL("../../../../../../shared/conformance", import.meta.url));

/** A Pod as an author has it, or as a webhook left it. */
export type WrittenPod = { readonly id: string; readonly pod: JsonObject };

/** The Pods of all cases, before and after mutation, and those of the table, each different one once. */
export function writtenPods(): WrittenPod[] {
  const pods = new Map<string, WrittenPod>();
  for (const { id, pod, expect } of allCases()) {
    keep(`${id} before`, pod);
    if (expect.pod !== undefined) keep(`${id} after`, expect.pod);
  }
  for (const { id, pod } of tablePods) keep(id, pod);
  return [...pods.values()];

  function keep(id: string, pod: JsonObject): void {
    const key = JSON.stringify([pod.metadata, pod.spec]);
    if (!pods.has(key)) pods.set(key, { id, pod });
  }
}

/** Every conformance case that is here. */
export function allCases(): Case[] {
  return caseFiles().flatMap(readCases);
}

/** Where there are more cases than the project's own, they include those. */
function caseFiles(): string[] {
  if (!existsSync(observed)) return ownCaseFiles();
  return ["handwritten", "random", "decided"].flatMap((set) =>
    readdirSync(join(observed, set))
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => join(observed, set, name)),
  );
}

/**
 * The Pod as an object that can be created in `namespace`: with a name, with a volume for every mount that names none, and without ephemeral
 * containers, which only a running Pod can be given.
 */
export function creatable(pod: JsonObject, namespace: string): JsonObject {
  const metadata = isJsonObject(pod.metadata) ? pod.metadata : {};
  const named = member(metadata, "name") !== undefined || member(metadata, "generateName") !== undefined;
  return {
    apiVersion: "v1",
    kind: "Pod",
    ...pod,
    metadata: { ...(named ? {} : { name: "pod" }), ...metadata, namespace },
    ...(isJsonObject(pod.spec) ? { spec: creatableSpec(pod.spec) } : {}),
  };
}

function creatableSpec({ ephemeralContainers: _, ...spec }: JsonObject): JsonObject {
  const volumes = spec.volumes ?? [];
  if (!isJsonList(volumes)) return spec;
  const known = new Set(volumes.map((volume) => member(volume, "name")));
  const mounted = [spec.initContainers, spec.containers]
    .flatMap(listOf)
    .flatMap((container) => listOf(member(container, "volumeMounts")))
    .map((mount) => member(mount, "name"));
  const missing = [...new Set(mounted)].filter((name): name is string => typeof name === "string" && !known.has(name));
  return { ...spec, volumes: [...volumes, ...missing.map((name) => ({ name, emptyDir: {} }))] };
}
