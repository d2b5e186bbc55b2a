import { fileURLToPath } from "node:url";
import { runTool } from "../demo/render.ts";

/** A file of packaging/manifests: what it is for, and the values that the chart is rendered with. */
type PlainManifest = { readonly file: string; readonly title: string; readonly values: readonly string[] };

const namespace = "podgraft-system";

export const plainManifests: readonly PlainManifest[] = [
  {
    file: "install-verify.yaml",
    title: "Verifies Pods; changes none. The server makes its own certificate.",
    values: [],
  },
  {
    file: "install-mutate.yaml",
    title:
      "Verifies Pods, and mutates those of Namespaces with the label podgraft.dev/mode=mutate. The server makes its own certificate.",
    values: ["webhooks.mutate.enabled=true"],
  },
  {
    file: "install-verify-cert-manager.yaml",
    title: "Verifies Pods; changes none. cert-manager makes the certificate.",
    values: ["certificates.mode=certManager"],
  },
  {
    file: "install-mutate-cert-manager.yaml",
    title:
      "Verifies Pods, and mutates those of Namespaces with the label podgraft.dev/mode=mutate. cert-manager makes the certificate.",
    values: ["certificates.mode=certManager", "webhooks.mutate.enabled=true"],
  },
];

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The text of a file of packaging/manifests, rendered by the Helm at `helm` from the chart. Rejects with PodgraftError `tool.failed`. */
export async function renderPlainManifest({ title, values }: PlainManifest, helm: string): Promise<string> {
  const set = values.flatMap((value) => ["--set", value]);
  const options = ["--namespace", namespace, "--no-hooks", "--set", "tests.enabled=false", ...set];
  const rendered = await runTool(helm, ["template", "podgraft", "charts/podgraft", ...options], root);
  return [
    `# ${title}`,
    "# Rendered from charts/podgraft by scripts/generate-manifests.ts. The image is for you to set (docs/install.md).",
    namespaceObject,
    withoutTracesOfHelm(rendered),
  ].join("\n");
}

const namespaceObject = `apiVersion: v1
kind: Namespace
metadata:
  name: ${namespace}
  labels:
    pod-security.kubernetes.io/enforce: restricted`;

/** Nothing that says that Helm looks after these objects: it does not. */
function withoutTracesOfHelm(rendered: string): string {
  return rendered
    .replaceAll(/^# Source: .*\n/gm, "")
    .replaceAll(/^ *(?:helm\.sh\/chart|app\.kubernetes\.io\/managed-by): .*\n/gm, "");
}
