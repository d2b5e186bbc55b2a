import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { member } from "../../engine/json.ts";
import type { Source } from "../../renderer/inject/sources.ts";
import { readYaml } from "../../renderer/yaml/read.ts";
import { readText } from "../../cli/input.ts";
import { buildKustomization } from "../../cli/kustomize/run-kustomize.ts";
import { runToolOrFail, type ToolLimits } from "../../cli/run-tool.ts";
import type { Discovered } from "../discovery/discovered.ts";

/** What renderers are told. */
export type RenderSettings = {
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  readonly limits: ToolLimits;
};

/**
 * The manifests of something that was discovered, each text with its name: plain files as they are, of a chart or kustomization one text, called
 * as the folder is. Names count from `from`. Throws PodgraftError `tool.*` with the tool's own message and what to do, and `input.unreadable`.
 */
export async function render(unit: Discovered, from: string, settings: RenderSettings): Promise<readonly Source[]> {
  switch (unit.renderer) {
    case "none":
      return unit.files.map((file) => ({
        name: relative(from, file).split(sep).join("/"),
        text: readText(file, bytes(settings)),
      }));
    case "helm":
      return [{ name: `${unit.name} (rendered)`, text: await templateChart(unit, settings) }];
    case "kustomize":
      return [{ name: `${unit.name} (rendered)`, text: await build(unit, settings) }];
  }
}

function bytes({ limits }: RenderSettings): number {
  return limits.mebibytes * 1_048_576;
}

async function templateChart({ folder, values }: Discovered, settings: RenderSettings): Promise<string> {
  const { release, namespace, limits } = settings;
  const args = [
    "template",
    release ?? chartName(folder),
    folder,
    ...(namespace === undefined ? [] : ["--namespace", namespace]),
    ...values.flatMap((file) => ["--values", file]),
  ];
  try {
    return (await runToolOrFail("helm", args, { limits })).stdout;
  } catch (cause) {
    throw withAdvice(cause, "helm", folder);
  }
}

/** Helm's own `NAME` of a chart: release names have to be good for objects' names. */
function chartName(folder: string): string {
  try {
    const name = member(readYaml(readFileSync(join(folder, "Chart.yaml"), "utf8")).value, "name");
    if (typeof name === "string" && /^[a-z0-9][-a-z0-9.]{0,52}$/.test(name)) return name;
  } catch {
    // Helm says what is wrong with it.
  }
  return "release";
}

async function build({ folder }: Discovered, { limits }: RenderSettings): Promise<string> {
  try {
    return (await buildKustomization({ command: undefined, args: [folder], allowEmpty: true, limits })).stdout;
  } catch (cause) {
    throw withAdvice(cause, "kustomize", folder);
  }
}

const advice: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /missing in charts\/ directory|dependencies.*out of sync/s,
    "run helm dependency build for the chart in a step before this one",
  ],
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
function withAdvice(cause: unknown, tool: "helm" | "kustomize", folder: string): unknown {
  if (!(cause instanceof PodgraftError) || !cause.code.startsWith("tool.")) return cause;
  const message = cause.message.replaceAll(folder, ".");
  if (cause.code === "tool.missing") {
    return new PodgraftError("tool.missing", `${tool} is not installed: ${installation[tool]}`, {}, { cause });
  }
  const [, hint] = advice.find(([said]) => said.test(message)) ?? [];
  return new PodgraftError(cause.code, hint === undefined ? message : `${message}\n${hint}`, {}, { cause });
}
