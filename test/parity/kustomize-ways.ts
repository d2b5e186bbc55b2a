import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { JsonObject } from "../../engine/json.ts";
import { podLines } from "./pods.ts";

const program = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

/** How one way of injecting into an overlay ended: its Pods, a line each, or why there are none. */
export type Way = {
  readonly name: string;
  readonly pods: readonly string[];
  readonly fault?: string;
  readonly text: string;
};

/** The tools at hand: a kustomize of its own, if there is one, and kubectls. */
export type Kustomizes = { readonly kustomize: string | undefined; readonly kubectls: readonly string[] };

/**
 * Injects into an overlay in every way there is here: the wrapper around each tool, the pipe, and the KRM function as a transformer of an
 * outer overlay. The folder above the overlay has to be writable for a moment.
 */
export async function injectEveryWay(overlay: string, config: JsonObject, tools: Kustomizes): Promise<Way[]> {
  const folder = mkdtempSync(join(dirname(realpathSync(overlay)), ".ways-"));
  try {
    const file = join(folder, "podgraft-ways.json");
    writeFileSync(file, JSON.stringify(config));
    const ways: Way[] = [];
    for (const command of [...(tools.kustomize === undefined ? [] : [tools.kustomize]), ...tools.kubectls]) {
      ways.push(
        await podgraft(`wrapper, ${command}`, [
          "kustomize",
          "-q",
          "-c",
          file,
          "--kustomize-command",
          command,
          "build",
          overlay,
        ]),
      );
      const built = await run(command, [command.endsWith("kubectl") ? "kustomize" : "build", overlay]);
      ways.push(await podgraft(`pipe, ${command}`, ["inject", "-q", "-c", file, "-"], built.stdout));
    }
    if (tools.kustomize !== undefined) ways.push(await transformed(folder, overlay, config, tools.kustomize));
    return ways;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** kustomize with the function as a transformer around the overlay. */
async function transformed(folder: string, overlay: string, config: JsonObject, kustomize: string): Promise<Way> {
  const exec = { exec: { path: process.execPath, args: [program, "krm", "-q"] } };
  const annotations = { "config.kubernetes.io/function": JSON.stringify(exec) };
  writeFileSync(join(folder, "inject.json"), JSON.stringify({ ...config, metadata: { name: "inject", annotations } }));
  const kustomization = { resources: [relative(folder, realpathSync(overlay))], transformers: ["inject.json"] };
  writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify(kustomization));
  const built = await run(kustomize, ["build", folder, "--enable-alpha-plugins", "--enable-exec"]);
  return wayOf("KRM function", built);
}

type Ran = { readonly exitCode?: number | undefined; readonly stdout: string; readonly stderr: string };

function run(command: string, args: readonly string[], input = ""): Promise<Ran> {
  return execa(command, args, { input, reject: false, stripFinalNewline: false, env: { PODGRAFT_CONFIG: "" } });
}

async function podgraft(name: string, args: readonly string[], input = ""): Promise<Way> {
  return wayOf(name, await run(process.execPath, [program, ...args], input));
}

function wayOf(name: string, { exitCode, stdout, stderr }: Ran): Way {
  if (exitCode !== 0) return { name, pods: [], fault: stderr.trim() || `exit ${exitCode ?? "by a signal"}`, text: "" };
  return { name, pods: podLines(stdout), text: stdout };
}
