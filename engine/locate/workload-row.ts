/** The parts of a Pod that a row may place apart from the template. */
export const partNames = ["metadata", "containers", "initContainers", "volumes", "serviceAccountName"] as const;

/** One of {@link partNames}. */
export type PartName = (typeof partNames)[number];

/**
 * One kind that holds Pods; the form of `workloads:` in the configuration. All paths start at the object. `template` leads to the
 * template (metadata and spec); a part that stands elsewhere has a path of its own, with the same lists as the template's. Without
 * `template` the Pod is put together from its parts alone, and `containers` says how many Pods there are.
 */
export type WorkloadRow = {
  /** `group/version`, `group/*` for any version; without a group it is the core group. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly template?: string;
} & { readonly [part in PartName]?: string };
