import { existsSync } from "node:fs";
import { join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { kustomizationNames } from "../kustomize/kustomization-names.ts";

/** What a folder holds, as Argo CD tells its sources apart. */
export type SourceType = "helm" | "kustomize" | "directory";

/** What `folder` holds: a chart, a kustomization, or plain manifests. Throws PodgraftError `config.invalid` for a folder that is both. */
export function sourceType(folder: string): SourceType {
  const isChart = existsSync(join(folder, "Chart.yaml"));
  const isKustomization = kustomizationNames.some((name) => existsSync(join(folder, name)));
  if (isChart && isKustomization) {
    throw new PodgraftError(
      "config.invalid",
      "the folder has a Chart.yaml and a kustomization: say which counts with the parameter type, helm or kustomize",
    );
  }
  if (isChart) return "helm";
  return isKustomization ? "kustomize" : "directory";
}
