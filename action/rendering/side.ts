import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import type { Source } from "../../renderer/inject/sources.ts";
import type { Call } from "../../cli/command.ts";
import { loadRules, type LoadedRules } from "../../cli/rules.ts";
import { discover, type Discovery } from "../discovery/discover.ts";
import type { Discovered } from "../discovery/discovered.ts";
import type { Tree } from "../discovery/tree.ts";
import type { Inputs } from "../inputs/inputs.ts";
import { inParallel } from "./in-parallel.ts";
import { render } from "./render.ts";

/** A unit as rendered, or why it could not be. */
export type Rendered = Discovered & ({ readonly texts: readonly Source[] } | { readonly fault: PodgraftError });

/** A tree with everything in it rendered, and the rules that its own configuration gives. */
export type RenderedTree = {
  readonly tree: Tree;
  /** Options as the command line has them: configuration, environment, namespace, context. */
  readonly call: Call;
  readonly loaded: LoadedRules;
  readonly units: readonly Rendered[];
  readonly notices: Discovery["notices"];
};

/** Helm and kustomize wait for files more than they compute. */
const atOnce = 4;

/** What differs between the sides of a comparison. */
type Which = { readonly optional: boolean };

/**
 * Finds and renders what a tree has, under the tree's own configuration and context. With `optional`, configuration and context that are not
 * there count as empty: they may be new on the other side. Throws PodgraftError `usage.*`, `config.*`.
 */
export async function renderTree(inputs: Inputs, tree: Tree, { optional }: Which): Promise<RenderedTree> {
  const call = callFor(inputs, tree, optional);
  const isConfigured = call.options.config !== undefined;
  const loaded = loadRules(call, isConfigured ? undefined : { apiVersion: "podgraft.dev/v1alpha1", kind: "Config" });
  const { units, notices } = await discover({ ...inputs, optional }, tree);
  const rendered = await inParallel(units, atOnce, async (unit): Promise<Rendered> => {
    try {
      return { ...unit, texts: await render(unit, tree.folder, inputs) };
    } catch (cause) {
      if (cause instanceof PodgraftError) return { ...unit, fault: cause };
      throw cause;
    }
  });
  return { tree, call, loaded, units: rendered, notices };
}

function callFor({ config, environment, namespace, context }: Inputs, { root, folder }: Tree, optional: boolean): Call {
  const isThere = (path: string): boolean => !optional || existsSync(path);
  const named = config === undefined ? nearest(folder, root) : join(folder, config);
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

/** The nearest podgraft.yaml upward from the working directory, within the repository. */
function nearest(from: string, root: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, "podgraft.yaml");
    if (existsSync(file)) return file;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}
