import { readFileSync } from "node:fs";
import type { Json } from "../../engine/json.ts";
import { readYaml } from "../../renderer/yaml/read.ts";

/** What a chart's or kustomization's own file says; null where it cannot be read: Helm and kustomize say what is wrong with it. */
export function yamlContent(file: string): Json {
  try {
    return readYaml(readFileSync(file, "utf8")).value;
  } catch {
    return null;
  }
}
