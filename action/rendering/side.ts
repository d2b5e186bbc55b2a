import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { textOptions, type Call } from "../../cli/command.ts";
import { configurationWithin, emptyConfiguration } from "../../cli/configuration.ts";
import { manifestFiles } from "../../cli/files.ts";
import { readContextOf, type ReadContext } from "../../cli/reporting/read-input.ts";
import { loadRules, type LoadedRules } from "../../cli/rules.ts";
import { discover, type Discovery } from "../discovery/discover.ts";
import type { Discovered } from "../discovery/discovered.ts";
import type { Tree } from "../discovery/tree.ts";
import type { Inputs } from "../inputs/inputs.ts";
import { refuseLinkOut } from "../inputs/within.ts";
import { inParallel } from "./in-parallel.ts";
import { render, type Rendering } from "./render.ts";

/** A unit as rendered, or why it could not be. */
export type Rendered = Discovered & (Rendering | { readonly fault: PodgraftError });

/** A tree with everything in it rendered, and the rules that its own configuration gives. */
export type RenderedTree = {
  readonly tree: Tree;
  /** Options as the command line has them: configuration, environment, namespace, context. */
  readonly call: Call;
  readonly loaded: LoadedRules;
  /** What all units have in common. */
  readonly context: ReadContext;
  readonly units: readonly Rendered[];
  readonly notices: Discovery["notices"];
};

/** Helm and kustomize wait for files more than they compute. */
const atOnce = 4;

/** What differs between the sides of a comparison. */
type Which = {
  readonly optional: boolean;
  /** Looks at all folders that something is taken from before anything is rendered, and throws where that must not be. */
  readonly admit?: (folders: readonly string[]) => Promise<void>;
  /** Completes what was found. */
  readonly prepare?: (units: readonly Discovered[]) => void;
};

/**
 * Finds and renders what a tree has, under the tree's own configuration and context. With `optional`, configuration and context that are not
 * there count as empty: they may be new on the other side. Throws PodgraftError `usage.*`, `config.*`.
 */
export async function renderTree(inputs: Inputs, tree: Tree, which: Which): Promise<RenderedTree> {
  const { optional, admit, prepare } = which;
  const call = callFor(inputs, tree, optional);
  const isConfigured = call.options.config !== undefined;
  const loaded = loadRules(call, isConfigured ? undefined : emptyConfiguration);
  for (const file of [...loaded.files, ...loaded.contextFiles.flatMap(filesOf)]) refuseLinkOut(file, tree.bounds);
  for (const file of textOptions(call, "context").flatMap(filesOf)) refuseLinkOut(file, tree.bounds);
  const context = readContextOf(call, loaded);
  const { units, notices } = await discover({ ...inputs, optional }, tree);
  await admit?.([...new Set(units.flatMap(foldersOf))]);
  prepare?.(units);
  const rendered = await inParallel(units, atOnce, async (unit): Promise<Rendered> => {
    try {
      return { ...unit, ...(await render(unit, tree, inputs)) };
    } catch (cause) {
      if (cause instanceof PodgraftError) return { ...unit, fault: cause };
      throw cause;
    }
  });
  return { tree, call, loaded, context, units: rendered, notices };
}

function foldersOf({ renderer, folder, values, files }: Discovered): string[] {
  return [...(renderer === "none" ? [] : [folder]), ...[...values, ...files].map((file) => dirname(file))];
}

/** What is not there is told by whoever reads it. */
function filesOf(path: string): string[] {
  return existsSync(path) ? manifestFiles(path) : [];
}

function callFor({ config, environment, namespace, context }: Inputs, { root, folder }: Tree, optional: boolean): Call {
  const isThere = (path: string): boolean => !optional || existsSync(path);
  const named = config === undefined ? configurationWithin(folder, root) : join(folder, config);
  return {
    options: {
      config: named !== undefined && isThere(named) ? named : undefined,
      environment,
      namespace,
      context: context.map((path) => join(folder, path)).filter(isThere),
    },
    operands: [],
  };
}
