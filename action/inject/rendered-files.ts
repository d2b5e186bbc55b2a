import { basename, extname, relative, sep } from "node:path";
import type { Source } from "../../renderer/inject/sources.ts";
import type { Tree } from "../discovery/tree.ts";
import type { Rendered } from "../rendering/side.ts";
import type { RenderedFile } from "./write-directory.ts";

/**
 * Where the manifests of a unit go in the directory: plain files that are manifests keep their path, a chart or kustomization becomes `manifests.yaml` in a folder
 * like its own, and one of several choices of values a file called like the choice.
 */
export function renderedFiles(unit: Rendered, { folder: from }: Tree, injected: readonly Source[]): RenderedFile[] {
  const { renderer, values } = unit;
  if (renderer === "none") {
    return injected.filter(isManifest).map(({ name: path, text }) => ({ path: inside(path), text }));
  }
  const folder = relative(from, unit.folder).split(sep).join("/") || ".";
  const file = values.length > 0 ? values.map((value) => basename(value, extname(value))).join("-") : "manifests";
  const path = inside(folder === "." ? `${file}.yaml` : `${folder}/${file}.yaml`);
  return injected.map(({ text }) => ({ path, text }));
}

/** Whoever applies the directory stumbles over a package.json, and over our own configuration. */
function isManifest({ text }: Source): boolean {
  const versions = [...text.matchAll(/(?:^|[{,])\s*["']?apiVersion["']?\s*:\s*["']?([^\s"',}]+)/gm)].map(
    ([, version]) => version,
  );
  return (
    /(?:^|[{,])\s*["']?kind["']?\s*:/m.test(text) &&
    versions.some((version = "") => !version.startsWith("podgraft.dev/"))
  );
}

/** What lies above the working directory has no place below the other one; it keeps its name. */
function inside(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "..")
    .join("/");
}
