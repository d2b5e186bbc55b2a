/** The tools that render, each in the newest version that the development packages have. */
export type RenderTool = "helm" | "kubectl";

/** One folder of examples/ and how the manifests in it come about. */
export type Example = {
  readonly title: string;
  /** What renders it, with paths relative to examples/; absent for plain manifests. */
  readonly render?: { readonly tool: RenderTool; readonly arguments: readonly string[] };
  /** The committed rendering, or the manifests themselves; relative to examples/. */
  readonly manifests: string;
  /** Of podgraft.yaml. */
  readonly environment?: string;
};

/** All examples, in the order in which they are shown. */
export const examples: readonly Example[] = [
  {
    title: "A Helm chart with a part in each cloud",
    render: { tool: "helm", arguments: ["template", "orders", "chart", "--namespace", "shop"] },
    manifests: "rendered/chart.yaml",
  },
  {
    title: "A Kustomize overlay: other namespace, other names, other account",
    render: { tool: "kubectl", arguments: ["kustomize", "kustomize/overlays/prod"] },
    manifests: "rendered/overlay.yaml",
    environment: "prod",
  },
  {
    title: "An operator on OKD whose cluster has no long-lived keys",
    manifests: "okd/bucket-operator.yaml",
    environment: "okd",
  },
];
