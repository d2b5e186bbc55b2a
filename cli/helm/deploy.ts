import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import type { Outcome } from "../command.ts";
import { runTool, runToolOrFail, toolFailure } from "../run-tool.ts";
import { flagValues, onlyFlags, withoutFlags, type HelmArgument } from "./helm-arguments.ts";
import { checkHooks } from "./hooks.ts";
import { outcomeVariable, readOutcome } from "./outcome-file.ts";
import { renderArguments } from "./render-options.ts";
import type { HelmCall } from "./template.ts";
import { makeTemporaryPlugin, ownProgram, wrapperPlugin } from "./temporary-plugin.ts";

/** A call that sends something to the cluster. */
export type DeployCall = HelmCall & { readonly command: "install" | "upgrade" };

const postRendererFlags = ["post-renderer", "post-renderer-args"];

/**
 * `helm install` or `helm upgrade` with this program as post-renderer. Helm 3 keeps hooks from post-renderers: those are judged before, and
 * told. Exits 1 where a Pod is denied, and nothing is sent then. Throws PodgraftError `tool.*` with Helm's message, `usage.invalid` for a
 * post-renderer of Helm 4, of which there can be one only.
 */
export async function deployRelease(deploy: DeployCall): Promise<Outcome> {
  const { helm, args, call } = deploy;
  const { stdout: version } = await runToolOrFail(helm, ["version", "--template", "{{.Version}}"]);
  const isHelm3 = version.startsWith("v3.");
  if (!isHelm3) refusePostRenderer(args);
  const namespace = await releaseNamespace(helm, args);
  const known = { ...deploy, call: { options: { ...call.options, namespace }, operands: [] } };
  const hooks: Outcome = isHelm3 ? await checkHooks(known) : { status: 0 };
  if (hooks.status !== 0) return hooks;
  const folder = mkdtempSync(join(tmpdir(), "podgraft-helm-"));
  try {
    const run = await runDeploy(known, folder, isHelm3);
    return { ...run, stderr: `${hooks.stderr ?? ""}${run.stderr ?? ""}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runDeploy(
  { helm, command, args, call }: DeployCall,
  folder: string,
  isHelm3: boolean,
): Promise<Outcome> {
  const file = join(folder, "outcome.json");
  const own = renderArguments(call);
  const [renderer, env] = isHelm3
    ? [helm3Renderer(own, args), {}]
    : [helm4Renderer(own), await helm4Environment(helm, args, folder)];
  const run = await runTool(helm, [command, ...renderer, ...withoutFlags(args, postRendererFlags)], {
    env: { ...env, [outcomeVariable]: file },
  });
  const rendered = readOutcome(file);
  if (rendered !== undefined && rendered.status !== 0) return { status: rendered.status, stderr: rendered.stderr };
  if (run.status !== 0) throw toolFailure(helm, run);
  return { status: 0, stdout: run.stdout, stderr: (rendered?.stderr ?? "") + run.stderr };
}

/** The namespace that Helm installs into: Helm itself knows flags, environment and kubeconfig. */
async function releaseNamespace(helm: string, args: readonly HelmArgument[]): Promise<string> {
  const flags = onlyFlags(args, ["namespace", "kube-context", "kubeconfig"]);
  const { stdout } = await runToolOrFail(helm, ["env", "HELM_NAMESPACE", ...flags]);
  return stdout.trim();
}

function refusePostRenderer(args: readonly HelmArgument[]): void {
  const [name] = flagValues(args, "post-renderer");
  if (name === undefined) return;
  throw new PodgraftError(
    "usage.invalid",
    `--post-renderer ${name}: Helm 4 runs one post-renderer, and here that is podgraft; install podgraft as a plugin and chain an executable with --post-renderer podgraft --post-renderer-args -- --post-renderer-args ./other`,
  );
}

/** Another post-renderer of the user runs before this program. */
function helm3Renderer(own: readonly string[], args: readonly HelmArgument[]): string[] {
  const other = flagValues(args, "post-renderer").at(-1);
  const chained = other === undefined ? [] : ["--", other, ...flagValues(args, "post-renderer-args")];
  return rendererFlags(process.execPath, [ownProgram(), "helm-post-render", ...own, ...chained]);
}

function helm4Renderer(own: readonly string[]): string[] {
  return rendererFlags(wrapperPlugin, own);
}

function rendererFlags(name: string, args: readonly string[]): string[] {
  return [`--post-renderer=${name}`, ...args.map((argument) => `--post-renderer-args=${argument}`)];
}

async function helm4Environment(
  helm: string,
  args: readonly HelmArgument[],
  folder: string,
): Promise<{ readonly [name: string]: string }> {
  const { stdout } = await runToolOrFail(helm, ["env", "HELM_PLUGINS", ...onlyFlags(args, ["kubeconfig"])]);
  return { ...makeTemporaryPlugin(folder), HELM_PLUGINS: `${stdout.trim()}${delimiter}${folder}` };
}
