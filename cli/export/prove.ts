import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeOwner } from "../../engine/describe-owner.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { jsonEqual, type Json, type PatchOperation } from "../../engine/json.ts";
import { printPatchList } from "../../renderer/export/print-patches.ts";
import type { WorkloadPatch } from "../../renderer/export/workload-patches.ts";
import { hasDocuments } from "../../renderer/stream/has-documents.ts";
import { splitStream } from "../../renderer/stream/split.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { applyPatch } from "../../engine/edits/apply-patch.ts";
import { buildKustomization } from "../kustomize/run-kustomize.ts";

/**
 * Has kustomize apply the patches to their objects, in a folder of its own, and compares each with what injection makes of it. `command` is
 * as in `buildKustomization`. Throws PodgraftError `internal.patch` naming the first object that is another, `tool.*` where kustomize is
 * missing or fails.
 */
export async function provePatches(patches: readonly WorkloadPatch[], command: string | undefined): Promise<void> {
  if (patches.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), "podgraft-export-"));
  try {
    writeKustomizations(folder, patches);
    // kustomize writes some values in its own way, so what it makes of the plain objects is the measure.
    const plain = await build(join(folder, "plain"), command);
    const patched = await build(join(folder, "patched"), command);
    patches.forEach(({ object, change }, index) => {
      if (jsonEqual(changed(plain[index], change), patched[index])) return;
      const message = `kustomize makes something else of ${describeOwner(object)} than injection does; please report this object`;
      throw new PodgraftError("internal.patch", message);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the change makes of an object; nothing where it does not fit. */
function changed(value: Json = null, change: readonly PatchOperation[]): Json {
  try {
    return applyPatch(value, change);
  } catch (cause) {
    if (cause instanceof PodgraftError) return null;
    throw cause;
  }
}

function writeKustomizations(folder: string, patches: readonly WorkloadPatch[]): void {
  for (const name of ["plain", "patched", "component"]) mkdirSync(join(folder, name));
  const files = patches.map((_, index) => `object-${index}.json`);
  patches.forEach(({ value }, index) => {
    writeFileSync(join(folder, "plain", `object-${index}.json`), JSON.stringify(value));
  });
  // In the order of the files, so that the objects are found again.
  const sorted = "sortOptions: { order: fifo }\n";
  writeFileSync(join(folder, "plain/kustomization.yaml"), `${sorted}resources: ${JSON.stringify(files)}\n`);
  writeFileSync(
    join(folder, "patched/kustomization.yaml"),
    `${sorted}resources: [../plain]\ncomponents: [../component]\n`,
  );
  writeFileSync(join(folder, "component/kustomization.yaml"), printPatchList(patches, "component"));
}

async function build(folder: string, command: string | undefined): Promise<Json[]> {
  const { stdout } = await buildKustomization({ command, args: [folder], allowEmpty: false });
  return splitStream(stdout)
    .filter(({ text }) => hasDocuments(text))
    .map(({ text }) => readYaml(text, { file: "kustomize build" }).value);
}
