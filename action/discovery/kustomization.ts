import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isJsonList, isJsonObject, member, type Json } from "../../engine/json.ts";
import { kustomizationNames } from "../../cli/kustomize/kustomization-names.ts";
import { yamlContent } from "./yaml-content.ts";

/** A kustomization as far as discovery needs it. */
export type Kustomization = {
  readonly folder: string;
  readonly file: string;
  /** A component is built into others, never by itself. */
  readonly isComponent: boolean;
  /** The local files and folders that it builds in or takes as its input, absolute. */
  readonly uses: readonly string[];
};

/** The file that makes a folder a kustomization, undefined where there is none. */
export function kustomizationFile(folder: string): string | undefined {
  return kustomizationNames.map((name) => join(folder, name)).find((file) => existsSync(file));
}

/** Whether a file's name makes its folder a kustomization. */
export function isKustomizationFile(name: string): boolean {
  return kustomizationNames.includes(name);
}

/** Reads what a kustomization uses. One that cannot be read uses nothing: kustomize itself says what is wrong with it. */
export function readKustomization(folder: string): Kustomization | undefined {
  const file = kustomizationFile(folder);
  if (file === undefined) return undefined;
  const content = yamlContent(file);
  const kind = member(content, "kind");
  return {
    folder,
    file,
    isComponent: kind === "Component",
    uses: texts(content)
      .filter((text) => text.length < 4096 && !text.includes("\n") && !text.includes("://"))
      .map((text) => resolve(dirname(file), text.replace(/^[^=/]+=/, "")))
      .filter((path) => path !== folder && existsSync(path)),
  };
}

/** Every text anywhere in it: whichever field names a file (resources, bases, patches[].path, files: [name=path], …), it is used. */
function texts(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (isJsonList(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.keys(value).flatMap((key) => texts(value[key])) : [];
}
