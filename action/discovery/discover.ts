import { existsSync, readdirSync, type Dirent } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isWithin } from "../inputs/within.ts";
import type { Inputs } from "../inputs/inputs.ts";
import type { Notice } from "../review.ts";
import { findCharts } from "./chart.ts";
import type { Discovered } from "./discovered.ts";
import { isKustomizationFile, kustomizationFile, readKustomization, type Kustomization } from "./kustomization.ts";
import { selectPaths } from "./selected.ts";
import { placed, type Tree } from "./tree.ts";

/** What a tree has to be rendered. */
export type Discovery = { readonly units: readonly Discovered[]; readonly notices: readonly Notice[] };

type Wanted = Pick<Inputs, "paths" | "renderer" | "values"> & {
  /** Whether values files may be missing: they may be new on the other side of a comparison. */
  readonly optional: boolean;
};

const manifestName = /\.(?:ya?ml|json)$/;

/** What a walk through the tree met. */
type Found = {
  readonly charts: Set<string>;
  readonly kustomizations: Set<string>;
  /** Kustomizations that the workflow names, letter by letter. */
  readonly named: Set<string>;
  readonly files: Set<string>;
};

/**
 * Finds charts, kustomizations and plain manifests among the paths of a tree. A chart's own files and sub-charts belong to the chart; a
 * kustomization that another one builds in belongs to that, unless it is named itself; what lies in a kustomization's folder, or is used by one,
 * is no plain manifest. Throws PodgraftError `usage.invalid` for paths and values that name nothing.
 */
export async function discover(wanted: Wanted, tree: Tree): Promise<Discovery> {
  const found: Found = { charts: new Set(), kustomizations: new Set(), named: new Set(), files: new Set() };
  for (const { path, isFolder, literal } of await selectPaths(wanted.paths, tree)) {
    if (isFolder) walk(path, wanted, found);
    else if (literal || manifestName.test(path)) takeFile(path, literal, wanted, found);
    if (isFolder && literal && kustomizationFile(path) !== undefined) found.named.add(path);
  }
  const { charts, notices } = await findCharts(found.charts, wanted, tree);
  const { kustomizations, used } = standing(found);
  const units = [
    ...charts,
    ...kustomizations.map((folder) => kustomizationUnit(folder, tree)),
    ...plainManifests(found, used, tree),
  ];
  return { units: units.sort((left, right) => (left.name < right.name ? -1 : 1)), notices };
}

function takes(renderer: Wanted["renderer"], one: "helm" | "kustomize" | "none"): boolean {
  return renderer === "auto" || renderer === one;
}

/** A folder that is a chart or a kustomization is rendered; whatever lies below it is looked at too, but for a chart's own. */
function walk(folder: string, wanted: Wanted, found: Found): void {
  if (wanted.renderer !== "none" && existsSync(join(folder, "Chart.yaml"))) {
    if (takes(wanted.renderer, "helm")) found.charts.add(folder);
    return;
  }
  const isKustomization = wanted.renderer !== "none" && kustomizationFile(folder) !== undefined;
  if (isKustomization && takes(wanted.renderer, "kustomize")) found.kustomizations.add(folder);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, wanted, found);
    else if (!isKustomization && takes(wanted.renderer, "none") && manifestName.test(entry.name)) found.files.add(path);
  }
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

/** A file that a glob names may be a chart's or a kustomization's: then that is what is meant. */
function takeFile(path: string, literal: boolean, wanted: Wanted, found: Found): void {
  const folder = dirname(path);
  const name = basename(path);
  if (wanted.renderer !== "none" && name === "Chart.yaml") {
    if (takes(wanted.renderer, "helm")) found.charts.add(folder);
  } else if (wanted.renderer !== "none" && isKustomizationFile(name)) {
    if (takes(wanted.renderer, "kustomize")) found.kustomizations.add(folder);
    if (literal) found.named.add(folder);
  } else if (takes(wanted.renderer, "none") && (literal || !path.split(sep).some((step) => step.startsWith(".")))) {
    found.files.add(path);
  }
}

/** The kustomizations that stand by themselves, and all files that any of them uses. */
function standing({ kustomizations, named }: Found): { kustomizations: string[]; used: Set<string> } {
  const read = [...kustomizations].map(readKustomization).filter((one) => one !== undefined);
  const used = new Set(read.flatMap(({ uses }) => uses));
  const stands = ({ folder, file, isComponent }: Kustomization): boolean =>
    named.has(folder) || (!isComponent && !used.has(folder) && !used.has(file));
  return { kustomizations: read.filter(stands).map(({ folder }) => folder), used };
}

function kustomizationUnit(folder: string, tree: Tree): Discovered {
  return { ...placed(folder, tree), renderer: "kustomize", folder, values: [], files: [] };
}

/** All plain manifests are one unit: what one of them names, as a ServiceAccount, stands in another. */
function plainManifests({ charts, kustomizations, files }: Found, used: ReadonlySet<string>, tree: Tree): Discovered[] {
  const others = [...charts, ...kustomizations];
  const plain = [...files].filter((file) => !used.has(file) && !others.some((folder) => isWithin(folder, file)));
  if (plain.length === 0) return [];
  const { path } = placed(tree.folder, tree);
  const sorted = plain.sort((left, right) => (left < right ? -1 : 1));
  return [{ name: "manifests", path, renderer: "none", folder: tree.folder, values: [], files: sorted }];
}
