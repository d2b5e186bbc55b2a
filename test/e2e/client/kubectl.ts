import { join } from "node:path";
import { execa } from "execa";

/** How a run of kubectl ended. */
export type KubectlRun = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs kubectl as the cluster's administrator, with `input` as its standard input. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlRun>;

/** No single command takes longer; in milliseconds. */
const limit = 120_000;

/** Makes a `kubectl` that sees nothing of the caller's own configuration; its caches go into `folder`. */
export function createKubectl(path: string, kubeconfig: string, folder: string): Kubectl {
  return async function kubectl(args, input = "") {
    const run = await execa(path, args, {
      input,
      reject: false,
      timeout: limit,
      env: { KUBECONFIG: kubeconfig, HOME: folder, KUBECACHEDIR: join(folder, "kubectl"), PATH: process.env.PATH },
      extendEnv: false,
    });
    return { status: run.exitCode ?? -1, stdout: run.stdout, stderr: run.stderr };
  };
}
