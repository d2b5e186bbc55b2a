import { basename, dirname, join } from "node:path";
import { isWithin } from "../inputs/within.ts";
import type { Notice } from "../review.ts";
import { findCharts } from "./chart.ts";
import type { Discovered } from "./discovered.ts";
import { readKustomization, type Kustomization } from "./kustomization.ts";
import { selectPaths } from "./selected.ts";
import { take, type Found, type Wanted } from "./take.ts";
import { placed, type Tree } from "./tree.ts";

/** What a tree has to be rendered. */
export type Discovery = { readonly units: readonly Discovered[]; readonly notices: readonly Notice[] };

/**
 * Finds charts, kustomizations and plain manifests among the paths of a tree. A chart's own files and sub-charts belong to the chart, also where
 * a glob names them alone; a kustomization that another one builds in belongs to that, unless it is named itself; what lies in a
 * kustomization's folder, or is used by one, is no plain manifest. Throws PodgraftError `usage.invalid` for paths and values that name nothing.
 */
export async function discover(wanted: Wanted, tree: Tree): Promise<Discovery> {
  const { selected, excluded, left } = await selectPaths(wanted.paths, tree);
  const written = writtenBefore(wanted, tree);
  const found: Found = {
    charts: new Set(),
    kustomizations: new Set(),
    named: new Set(),
    files: new Map(),
    excluded,
    written,
  };
  for (const one of selected) take(one, wanted, tree, found);
  const { charts, notices } = await findCharts(withoutSubCharts(found.charts), wanted, tree);
  const { kustomizations, used } = standing(found);
  const units = [
    ...charts,
    ...kustomizations.map((folder) => kustomizationUnit(folder, tree)),
    ...plainManifests(found, used, tree),
  ];
  return {
    units: units.sort((one, other) => (one.name < other.name ? -1 : 1)),
    notices: [...left.map(leftOut), ...notices],
  };
}

function leftOut(path: string): Notice {
  return { severity: "warning", message: `${path}: the link leads out of the workspace; it is left out` };
}

/** A directory that holds what is rendered cannot be told from it. */
function writtenBefore({ mode, directory }: Wanted, { folder }: Tree): string | undefined {
  const written = join(folder, directory);
  return mode === "inject" && !isWithin(written, folder) ? written : undefined;
}

function withoutSubCharts(charts: ReadonlySet<string>): ReadonlySet<string> {
  const isPart = (chart: string): boolean =>
    basename(dirname(chart)) === "charts" && charts.has(dirname(dirname(chart)));
  return new Set([...charts].filter((chart) => !isPart(chart)));
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

const plainName = "manifests";

/** All plain manifests are one unit: what one of them names, as a ServiceAccount, stands in another. */
function plainManifests({ charts, kustomizations, files }: Found, used: ReadonlySet<string>, tree: Tree): Discovered[] {
  const isMeant = ([file, literal]: [string, boolean]): boolean => {
    const others = literal ? [...kustomizations] : [...charts, ...kustomizations];
    return !used.has(file) && !others.some((folder) => isWithin(folder, file));
  };
  const plain = [...files].filter(isMeant).map(([file]) => file);
  if (plain.length === 0) return [];
  const { path } = placed(tree.folder, tree);
  const sorted = plain.sort((left, right) => (left < right ? -1 : 1));
  const isTaken = [...charts, ...kustomizations].some((folder) => placed(folder, tree).name === plainName);
  const name = isTaken ? `${plainName} (plain files)` : plainName;
  return [{ name, path, renderer: "none", folder: tree.folder, values: [], files: sorted }];
}
