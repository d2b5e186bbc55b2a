import type { Count } from "../e2e/count.ts";
import type { PackedAction } from "./packed-action.ts";

/** What a suite works with. */
export type Surroundings = {
  readonly action: PackedAction;
  readonly count: Count;
  /** A PATH with git and the renderers that are named, and nothing else. */
  readonly path: (...renderers: readonly ("helm3" | "helm4" | "kubectl")[]) => string;
};

/** Some of what the Action does, tried on the packed one. */
export type Suite = { readonly name: string; readonly run: (surroundings: Surroundings) => Promise<void> };
