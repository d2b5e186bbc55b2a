import type { Count } from "../e2e/count.ts";
import type { PackedAction } from "./packed-action.ts";

/** The renderers that tests know; helm3 and helm4 are both called helm. */
export type Renderer = "helm3" | "helm4" | "kubectl" | "kustomize";

/** What a suite works with. */
export type Surroundings = {
  readonly action: PackedAction;
  readonly count: Count;
  /** A PATH with git and the renderers that are named, and nothing else. */
  /** Why this machine has no such renderer; undefined where it has one. */
  readonly missing: (renderer: Renderer) => string | undefined;
  readonly path: (...renderers: readonly Renderer[]) => string;
};

/** Some of what the Action does, tried on the packed one. */
export type Suite = { readonly name: string; readonly run: (surroundings: Surroundings) => Promise<void> };
