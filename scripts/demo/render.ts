import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { PodgraftError } from "../../engine/errors.ts";
import { cacheFolder, findHelm4, findKubectl135, type ToolSearch } from "../tools/real-tools.ts";
import type { Example, RenderTool } from "./examples.ts";

/** Manifests, and one line on where they come from. */
export type Rendering = { readonly text: string; readonly origin: string };

/**
 * Renders an example with the real tool; where `find` knows of none, the committed rendering is taken. Rejects with PodgraftError
 * `tool.failed`.
 */
export async function renderExample(
  example: Example,
  examplesFolder: string,
  find: (tool: RenderTool) => ToolSearch = findRenderTool,
): Promise<Rendering> {
  const committed = (): string => readFileSync(join(examplesFolder, example.manifests), "utf8");
  if (example.render === undefined) return { text: committed(), origin: `plain manifests: ${example.manifests}` };
  const { tool, arguments: args } = example.render;
  const found = find(tool);
  if (found.path === undefined) {
    return {
      text: committed(),
      origin: `committed rendering ${example.manifests}, for lack of ${tool}: ${found.reason}`,
    };
  }
  return { text: await runTool(found.path, args, examplesFolder), origin: `$ ${tool} ${args.join(" ")}` };
}

/** Helm 4, or kubectl 1.35. */
export function findRenderTool(tool: RenderTool): ToolSearch {
  return tool === "helm" ? findHelm4() : findKubectl135();
}

/**
 * Runs a tool in a folder and resolves to its standard output, byte for byte. What the user has set up for Helm or kubectl does not count.
 * Rejects with PodgraftError `tool.failed` when it fails.
 */
export async function runTool(path: string, args: readonly string[], folder: string): Promise<string> {
  const home = join(cacheFolder(), "helm");
  const { failed, stdout, stderr, shortMessage } = await execa(path, args, {
    cwd: folder,
    reject: false,
    stdin: "ignore",
    stripFinalNewline: false,
    extendEnv: false,
    env: {
      HELM_CACHE_HOME: join(home, "cache"),
      HELM_CONFIG_HOME: join(home, "config"),
      HELM_DATA_HOME: join(home, "data"),
      HOME: home,
    },
  });
  if (failed) throw new PodgraftError("tool.failed", `${shortMessage}\n${stderr}`.trimEnd());
  return stdout;
}
