import { cpSync, existsSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { isJsonList, member, type Json } from "../../engine/json.ts";
import type { Discovered } from "../discovery/discovered.ts";
import type { Tree } from "../discovery/tree.ts";
import { yamlContent } from "../discovery/yaml-content.ts";
import { isWithin } from "../inputs/within.ts";

/**
 * Gives the charts of a base what `helm dependency build` gave those of the head, for `charts/` is rarely committed and nothing is fetched: an
 * archive where both sides name and lock the same version, and a chart in the repository as it was in the base. What is missing then is Helm's
 * to tell.
 */
export function completeCharts(units: readonly Discovered[], base: Tree, head: Tree): void {
  for (const chart of new Set(units.filter(({ renderer }) => renderer === "helm").map(({ folder }) => folder))) {
    complete(chart, join(head.folder, relative(base.folder, chart)), base, deepest);
  }
}

/** Charts of the repository that name each other have no end. */
const deepest = 8;

function complete(chart: string, inHead: string, base: Tree, depth: number): void {
  if (depth === 0) return;
  const missing = dependenciesOf(chart).filter(({ name }) => archivesOf(chart, name).length === 0);
  for (const dependency of missing) {
    const { name, repository } = dependency;
    if (repository.startsWith("file://")) copyLocal(chart, dependency, base, depth);
    else if (isSame(dependency, chart, inHead)) {
      for (const found of archivesOf(inHead, name)) copy(join(inHead, "charts", found), join(chart, "charts", found));
    }
  }
}

function copyLocal(chart: string, { name, repository }: Dependency, base: Tree, depth: number): void {
  const source = resolve(chart, repository.slice("file://".length));
  if (!existsSync(join(source, "Chart.yaml")) || !isWithin(base.root, realpathSync(source))) return;
  // A chart that holds itself cannot be copied into itself.
  if (isWithin(source, chart)) return;
  complete(source, source, base, depth - 1);
  copy(source, join(chart, "charts", name));
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

type Dependency = { readonly name: string; readonly version: string; readonly repository: string };

/** What a chart names in Chart.yaml, or in requirements.yaml where it is of the older kind. */
function dependenciesOf(chart: string): Dependency[] {
  return ["Chart.yaml", "requirements.yaml"].flatMap((file) => listed(join(chart, file)));
}

/** The versions that were chosen. */
function lockedOf(chart: string): Dependency[] {
  return ["Chart.lock", "requirements.lock"].flatMap((file) => listed(join(chart, file)));
}

function listed(file: string): Dependency[] {
  const dependencies = member(yamlContent(file), "dependencies");
  if (!isJsonList(dependencies)) return [];
  const text = (one: Json, key: string): string => {
    const value = member(one, key);
    return typeof value === "string" ? value : "";
  };
  return dependencies
    .map((one) => ({ name: text(one, "name"), version: text(one, "version"), repository: text(one, "repository") }))
    .filter(({ name }) => /^[A-Za-z0-9][-A-Za-z0-9._]*$/.test(name));
}

function isSame(wanted: Dependency, chart: string, inHead: string): boolean {
  const key = ({ name, version, repository }: Dependency): string => JSON.stringify([name, version, repository]);
  const locked = (folder: string): string[] =>
    lockedOf(folder)
      .filter(({ name }) => name === wanted.name)
      .map(key);
  const isNamed = dependenciesOf(inHead).some((one) => key(one) === key(wanted));
  return isNamed && locked(chart).join() === locked(inHead).join();
}

/** The folder or the archives of a dependency in a chart's `charts/`. */
function archivesOf(chart: string, name: string): string[] {
  const folder = join(chart, "charts");
  if (!existsSync(folder)) return [];
  const isOf = (entry: string): boolean =>
    entry === name || (entry.startsWith(`${name}-`) && /^v?[0-9].*\.tgz$/.test(entry.slice(name.length + 1)));
  return readdirSync(folder).filter(isOf);
}
