import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { member } from "../../engine/json.ts";
import { isWithin } from "../inputs/within.ts";
import type { Notice } from "../review.ts";
import type { Discovered } from "./discovered.ts";
import { matching } from "./matching.ts";
import { placed, type Tree } from "./tree.ts";
import { yamlContent } from "./yaml-content.ts";

/**
 * The charts to render: each with each choice of values. A line of `values` is a choice; files behind commas are laid over each other, and a
 * glob makes a choice of each file that it names. They are looked for in the chart's folder first, then in the working directory. Library
 * charts render to nothing and are left out. Throws PodgraftError `usage.invalid` where a line names no file for any chart.
 */
export async function findCharts(
  folders: ReadonlySet<string>,
  { values, optional }: { readonly values: readonly string[]; readonly optional: boolean },
  tree: Tree,
): Promise<{ readonly charts: Discovered[]; readonly notices: Notice[] }> {
  const notices: Notice[] = [];
  const charts: Discovered[] = [];
  const applications = [...folders].filter((folder) => !isLibrary(folder));
  const unused = new Set(applications.length === 0 ? [] : values);
  for (const folder of applications) {
    const chart = { ...placed(folder, tree), renderer: "helm" as const, folder, files: [] };
    if (values.length === 0) charts.push({ ...chart, values: [] });
    for (const line of values) {
      const choices = await choicesOf(line, folder, tree);
      if (choices.length > 0) unused.delete(line);
      charts.push(...choices.map((files) => ({ ...chart, name: choiceName(chart.name, files, tree), values: files })));
    }
    if (values.length > 0 && charts.at(-1)?.folder !== folder) {
      const message = `${chart.name}: none of the values files that the input values names is there; the chart is left out`;
      notices.push({ severity: "warning", message });
    }
  }
  const [missing] = unused;
  if (missing === undefined || optional) return { charts, notices };
  throw new PodgraftError(
    "usage.invalid",
    `input values: ${JSON.stringify(missing)} names no file, neither in a chart's folder nor in the working directory`,
  );
}

function isLibrary(folder: string): boolean {
  return member(yamlContent(join(folder, "Chart.yaml")), "type") === "library";
}

async function choicesOf(line: string, chart: string, tree: Tree): Promise<(readonly string[])[]> {
  let choices: (readonly string[])[] = [[]];
  for (const pattern of line
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")) {
    const files = await valuesFiles(pattern, chart, tree);
    choices = choices.flatMap((before) => files.map((file) => [...before, file]));
  }
  return choices.filter((choice) => choice.length > 0);
}

async function valuesFiles(pattern: string, chart: string, { root, folder }: Tree): Promise<string[]> {
  for (const from of new Set([chart, folder])) {
    if (!/[*?[]/.test(pattern)) {
      const file = join(from, pattern);
      if (existsSync(file) && isWithin(root, file)) return [file];
      continue;
    }
    const files = await matching([pattern], { root, folder: from }, { matchDirectories: false });
    if (files.length > 0) return files.sort((left, right) => (left < right ? -1 : 1));
  }
  return [];
}

/** The same in both trees of a comparison: `apps/orders (values-prod.yaml)`. */
function choiceName(chart: string, files: readonly string[], { folder }: Tree): string {
  const own = join(folder, chart);
  const names = files.map((file) => relative(isWithin(own, file) ? own : folder, file));
  return `${chart} (${names.join(" + ")})`;
}
