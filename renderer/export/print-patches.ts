import type { Json } from "../../engine/json.ts";
import type { WorkloadPatch } from "./workload-patches.ts";

/** What the patches are printed for: a Component of kustomize, or a part of a Kustomization or HelmRelease of Flux. */
export type PatchForm = "component" | "flux-kustomization" | "flux-helmrelease";

const heads: { readonly [form in PatchForm]: readonly string[] } = {
  component: ["apiVersion: kustomize.config.k8s.io/v1alpha1", "kind: Component", "patches:"],
  "flux-kustomization": ["spec:", "  patches:"],
  "flux-helmrelease": ["spec:", "  postRenderers:", "    - kustomize:", "        patches:"],
};

/** The patches as YAML, one operation a line. */
export function printPatchList(patches: readonly WorkloadPatch[], form: PatchForm): string {
  const head = heads[form];
  const indent = " ".repeat((head.at(-1) ?? "").search(/\S/) + 2);
  const lines = patches.flatMap(patchLines).map((line) => `${indent}${line}`);
  const text = [...head, ...lines].join("\n");
  return `${lines.length === 0 ? `${text} []` : text}\n`;
}

function patchLines({ object, operations }: WorkloadPatch): string[] {
  const { apiVersion, kind, name, namespace } = object;
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/", 2) : ["", apiVersion];
  return [
    "- target:",
    ...(group === "" ? [] : [`    group: ${scalar(group ?? "")}`]),
    `    version: ${scalar(version ?? "")}`,
    `    kind: ${scalar(kind)}`,
    `    name: ${scalar(exactly(name))}`,
    ...(namespace === null ? [] : [`    namespace: ${scalar(exactly(namespace))}`]),
    "  patch: |-",
    ...operations.map((operation) => `    - ${json(operation)}`),
  ];
}

/** A target's names are regular expressions for kustomize, anchored at both ends. */
function exactly(name: string): string {
  return name.replace(/[^A-Za-z0-9-]/g, "\\$&");
}

/** Plain where no reader of YAML could take it for anything but this text. */
function scalar(text: string): string {
  const plain = /^[A-Za-z][A-Za-z0-9./-]*$/.test(text) && !/^(?:y|yes|n|no|true|false|on|off|null)$/i.test(text);
  return plain ? text : json(text);
}

/** JSON is YAML but for the line breaks that JSON does not know as such. */
function json(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
