/** Something to be rendered by itself. Paths of folders and files are absolute. */
export type Discovered = {
  /** The path from the working directory, and the choice of values where there are several; the same in both trees of a comparison. */
  readonly name: string;
  /** From the repository's root, with `/`. */
  readonly path: string;
  readonly renderer: "helm" | "kustomize" | "none";
  readonly folder: string;
  /** Values files of a chart, the later ones over the earlier. */
  readonly values: readonly string[];
  /** Plain manifests, in the order of their names. */
  readonly files: readonly string[];
};
