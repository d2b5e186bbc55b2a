import { existsSync, readdirSync, type Dirent } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { foldersUpward, manifestName } from "../../cli/files.ts";
import type { Inputs } from "../inputs/inputs.ts";
import { isWithin } from "../inputs/within.ts";
import { isKustomizationFile, kustomizationFile } from "./kustomization.ts";
import type { Selected } from "./selected.ts";
import type { Tree } from "./tree.ts";

/** What is to be discovered. */
export type Wanted = Pick<Inputs, "paths" | "renderer" | "values" | "mode" | "directory"> & {
  /** Whether values files may be missing: they may be new on the other side of a comparison. */
  readonly optional: boolean;
};

/** What a walk through the tree met. */
export type Found = {
  readonly charts: Set<string>;
  readonly kustomizations: Set<string>;
  /** Kustomizations that the workflow names, letter by letter. */
  readonly named: Set<string>;
  /** Plain manifests, and whether the workflow names them or a folder above them letter by letter. */
  readonly files: Map<string, boolean>;
  /** What the workflow takes away. */
  readonly excluded: ReadonlySet<string>;
  /** What an earlier run wrote is not rendered again. */
  readonly written: string | undefined;
};

/** Adds what a selected path comes to. Throws PodgraftError `input.unreadable` for a folder that cannot be read. */
export function take(one: Selected, wanted: Wanted, tree: Tree, found: Found): void {
  const { path, isFolder, literal } = one;
  if (!literal && isHidden(path, tree)) return;
  const chart = wanted.renderer === "none" ? undefined : chartOf(path, tree);
  if (chart !== undefined && isPart(one, chart)) {
    if (takes(wanted.renderer, "helm")) found.charts.add(chart);
  } else if (isFolder) {
    walk(path, literal, wanted, found);
    if (literal && kustomizationFile(path) !== undefined) found.named.add(path);
  } else if (literal || manifestName.test(path)) {
    takeFile(path, literal, wanted, found);
  }
}

/** As in folders, what starts with a dot has to be named. */
function isHidden(path: string, { folder }: Tree): boolean {
  return relative(folder, path)
    .split(sep)
    .some((step) => /^\.(?!\.?$)/.test(step));
}

/** Whether something can only be read as part of its chart; a folder of the chart's that Helm does not look into can be anything. */
function isPart({ path, isFolder, literal }: Selected, chart: string): boolean {
  const [first = "", ...more] = relative(chart, path).split(sep);
  if (literal) return first === "templates";
  return (more.length === 0 && !isFolder) || ["templates", "charts", "crds"].includes(first);
}

/** The nearest chart upward. */
function chartOf(path: string, { root }: Tree): string | undefined {
  return foldersUpward(path).find((folder) => isWithin(root, folder) && existsSync(join(folder, "Chart.yaml")));
}

function takes(renderer: Wanted["renderer"], one: "helm" | "kustomize" | "none"): boolean {
  return renderer === "auto" || renderer === one;
}

/** A folder that is a chart or a kustomization is rendered; whatever lies below it is looked at too, but for a chart's own. */
function walk(folder: string, literal: boolean, wanted: Wanted, found: Found): void {
  if (folder === found.written || found.excluded.has(folder)) return;
  if (wanted.renderer !== "none" && existsSync(join(folder, "Chart.yaml"))) {
    if (takes(wanted.renderer, "helm")) found.charts.add(folder);
    return;
  }
  const isKustomization = wanted.renderer !== "none" && kustomizationFile(folder) !== undefined;
  if (isKustomization && takes(wanted.renderer, "kustomize")) found.kustomizations.add(folder);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, literal, wanted, found);
    else if (!isKustomization && takes(wanted.renderer, "none") && manifestName.test(entry.name))
      addFile(path, literal, found);
  }
}

function addFile(path: string, literal: boolean, { files, excluded }: Found): void {
  if (excluded.has(path)) return;
  files.set(path, literal || files.get(path) === true);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(
      ({ name }) => !name.startsWith(".") && name !== "node_modules",
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("input.unreadable", `cannot be read: ${reason}`, { file: folder }, { cause });
  }
}

/** A file that a glob names may be a kustomization's: then that is what is meant. */
function takeFile(path: string, literal: boolean, wanted: Wanted, found: Found): void {
  const folder = dirname(path);
  const name = basename(path);
  if (found.written !== undefined && isWithin(found.written, path)) return;
  if (wanted.renderer !== "none" && name === "Chart.yaml") {
    if (takes(wanted.renderer, "helm")) found.charts.add(folder);
  } else if (wanted.renderer !== "none" && isKustomizationFile(name)) {
    if (takes(wanted.renderer, "kustomize")) found.kustomizations.add(folder);
    if (literal) found.named.add(folder);
  } else if (wanted.renderer !== "none" && !literal && kustomizationFile(folder) !== undefined) {
    if (takes(wanted.renderer, "kustomize")) found.kustomizations.add(folder);
  } else if (takes(wanted.renderer, "none")) {
    addFile(path, literal, found);
  }
}
