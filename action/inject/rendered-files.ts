import { basename, extname } from "node:path";
import type { Source } from "../../renderer/inject/sources.ts";
import type { Rendered } from "../rendering/side.ts";
import type { RenderedFile } from "./write-directory.ts";

/**
 * Where the manifests of a unit go in the directory: plain files keep their path, a chart or kustomization becomes `manifests.yaml` in a folder
 * like its own, and one of several choices of values a file called like the choice.
 */
export function renderedFiles({ renderer, name, values }: Rendered, injected: readonly Source[]): RenderedFile[] {
  if (renderer === "none") return injected.map(({ name: path, text }) => ({ path: inside(path), text }));
  const [folder = name] = name.split(" (");
  const isChoice = name !== folder;
  const file = isChoice ? values.map((value) => basename(value, extname(value))).join("-") : "manifests";
  const path = inside(folder === "." ? `${file}.yaml` : `${folder}/${file}.yaml`);
  return injected.map(({ text }) => ({ path, text }));
}

/** What lies above the working directory has no place below the other one; it keeps its name. */
function inside(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "..")
    .join("/");
}
