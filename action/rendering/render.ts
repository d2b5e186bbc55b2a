import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PodgraftError, type Location } from "../../engine/errors.ts";
import { member } from "../../engine/json.ts";
import type { Source } from "../../renderer/inject/sources.ts";
import { readText } from "../../cli/input.ts";
import { buildKustomization } from "../../cli/kustomize/run-kustomize.ts";
import { runToolOrFail } from "../../cli/run-tool.ts";
import type { Discovered } from "../discovery/discovered.ts";
import { kustomizationFile } from "../discovery/kustomization.ts";
import type { Tree } from "../discovery/tree.ts";
import { yamlContent } from "../discovery/yaml-content.ts";
import type { Inputs } from "../inputs/inputs.ts";
import { isWithin, refuseLinkOut } from "../inputs/within.ts";
import { withHelmHome } from "./helm-home.ts";
import { withoutContents } from "./without-contents.ts";

/** What renderers are told. */
export type RenderSettings = Pick<Inputs, "mode" | "release" | "namespace" | "kubeVersion" | "apiVersions" | "limits">;

/** The manifests of a unit, and files of it that cannot be read. */
export type Rendering = { readonly texts: readonly Source[]; readonly unread: readonly PodgraftError[] };

/**
 * The manifests of something that was discovered, each text with its name: plain files as they are, of a chart or kustomization one text, called
 * as the folder is. Names count from the working directory. Throws PodgraftError `tool.*` with the tool's own message and what to do.
 */
export async function render(unit: Discovered, tree: Tree, settings: RenderSettings): Promise<Rendering> {
  if (unit.renderer === "none") return readPlain(unit, tree, settings);
  for (const file of unit.values) refuseLinkOut(file, tree.bounds);
  const text = await (unit.renderer === "helm" ? templateChart(unit, tree, settings) : build(unit, tree, settings));
  return { texts: [{ name: `${unit.name} (rendered)`, text }], unread: [] };
}

/** A file that cannot be read does not keep the others from being judged. */
function readPlain({ files }: Discovered, { folder, bounds }: Tree, { limits }: RenderSettings): Rendering {
  const unread: PodgraftError[] = [];
  const texts = files.flatMap((path): Source[] => {
    const name = relative(folder, path).split(sep).join("/");
    try {
      refuseLinkOut(path, bounds);
      return [{ name, text: readText(path, limits.mebibytes * 1_048_576) }];
    } catch (cause) {
      if (!(cause instanceof PodgraftError)) throw cause;
      const message =
        cause.code === "input.too_large"
          ? `more than ${limits.mebibytes} MiB, what the input render-limit allows`
          : cause.message.replaceAll(path, name);
      unread.push(new PodgraftError(cause.code, message, { ...cause.location, file: name }, { cause }));
      return [];
    }
  });
  return { texts, unread };
}

async function templateChart({ folder, values }: Discovered, tree: Tree, settings: RenderSettings): Promise<string> {
  refuseLinksOut(folder, tree.bounds);
  const { mode, release, namespace, kubeVersion, apiVersions, limits } = settings;
  const args = [
    "template",
    release ?? chartName(folder),
    folder,
    ...(namespace === undefined ? [] : ["--namespace", namespace]),
    ...values.flatMap((file) => ["--values", file]),
    ...(kubeVersion === undefined ? [] : ["--kube-version", kubeVersion]),
    ...apiVersions.map((version) => `--api-versions=${version}`),
    // What is written is what will be applied, and without them the chart's own objects would not be.
    ...(mode === "inject" ? ["--include-crds"] : []),
  ];
  try {
    return await withHelmHome(async (env) => (await runToolOrFail("helm", args, { limits, env })).stdout);
  } catch (cause) {
    throw withAdvice(cause, "helm", folder, tree);
  }
}

/** Helm reads whatever a link in a chart leads to, and templates can print it. */
function refuseLinksOut(folder: string, bounds: readonly string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) refuseLinkOut(path, bounds);
    else if (entry.isDirectory() && entry.name !== ".git") refuseLinksOut(path, bounds);
  }
}

/** Helm's own `NAME` of a chart: release names have to be good for objects' names. */
function chartName(folder: string): string {
  const name = member(yamlContent(join(folder, "Chart.yaml")), "name");
  return typeof name === "string" && /^[a-z0-9][-a-z0-9.]{0,52}$/.test(name) ? name : "release";
}

async function build({ folder }: Discovered, tree: Tree, { limits }: RenderSettings): Promise<string> {
  try {
    return (await buildKustomization({ command: undefined, args: [folder], allowEmpty: true, limits })).stdout;
  } catch (cause) {
    throw withAdvice(cause, "kustomize", folder, tree);
  }
}

const missingDependencies = /missing in charts\/ directory|dependencies.*out of sync/s;

const advice: readonly (readonly [said: RegExp, advice: string])[] = [
  [/was ended after \d+ s, the limit$/, "give the input render-timeout more, if it may take longer"],
  [/was ended after \d+ MiB of output, the limit$/, "give the input render-limit more, if there may be as much"],
  [/requires kubeVersion/, "give the cluster's version as the input kube-version"],
  [missingDependencies, "run helm dependency build for the chart in a step before this one"],
  [
    /must specify --enable-helm/,
    "the kustomization inflates charts, which is off here; render it in a step of its own and give path its output",
  ],
  [
    /security; file .* is not in or below/s,
    "kustomize reads nothing outside of the kustomization's folder; move the file, or name a kustomization above",
  ],
];

const installation = {
  helm: "install Helm in a step before this one (azure/setup-helm), or give renderer: kustomize or none",
  kustomize: "install kustomize or kubectl in a step before this one, or give renderer: helm or none",
} as const;

/** The tool's fault, and what is to be done in a workflow. Paths count from the folder, so that they mean the same on every runner. */
function withAdvice(cause: unknown, tool: "helm" | "kustomize", folder: string, { root, isBase }: Tree): unknown {
  if (!(cause instanceof PodgraftError) || !cause.code.startsWith("tool.")) return cause;
  if (cause.code === "tool.missing") {
    return new PodgraftError("tool.missing", `${tool} is not installed: ${installation[tool]}`, {}, { cause });
  }
  const message = withoutContents(cause.message).replaceAll(folder, ".").replaceAll(`${root}${sep}`, "");
  const [said, hint] = advice.find(([what]) => what.test(message)) ?? [];
  const told =
    isBase && said === missingDependencies
      ? "the base names other dependencies than the head, and nothing is fetched for it; to compare them commit charts/"
      : hint;
  const place = tool === "helm" ? placeInChart(message, folder) : { file: kustomizationFile(folder) ?? folder };
  return new PodgraftError(cause.code, told === undefined ? message : `${message}\n${told}`, place, { cause });
}

/** Helm names templates with the chart's name before them, and lines of the template where it could not be executed. */
function placeInChart(message: string, folder: string): Location {
  for (const [, path = "", line, column] of message.matchAll(/\b[^\s/:"(]+\/([^\s:"]+\.[a-z]+)(?::(\d+):(\d+))?/g)) {
    const file = join(folder, path);
    if (!isWithin(folder, file) || !existsSync(file)) continue;
    return line === undefined ? { file } : { file, line: Number(line), column: Number(column) };
  }
  return { file: join(folder, "Chart.yaml") };
}
