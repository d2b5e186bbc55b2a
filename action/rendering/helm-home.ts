import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs `work` with variables that give Helm an empty home: no plugins, repositories, registries or cluster of the runner's. What Helm leaves
 * there is removed.
 */
export async function withHelmHome<Result>(
  work: (env: { readonly [name: string]: string }) => Promise<Result>,
): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), "podgraft-helm-"));
  const within = (name: string): string => join(home, name);
  const clear = (): void => rmSync(home, { recursive: true, force: true });
  process.once("exit", clear);
  try {
    return await work({
      HELM_CACHE_HOME: within("cache"),
      HELM_CONFIG_HOME: within("config"),
      HELM_DATA_HOME: within("data"),
      HELM_PLUGINS: within("plugins"),
      HELM_REGISTRY_CONFIG: within("registry.json"),
      HELM_REPOSITORY_CACHE: within("repositories"),
      HELM_REPOSITORY_CONFIG: within("repositories.yaml"),
      HELM_NAMESPACE: "",
      KUBECONFIG: within("no-cluster"),
    });
  } finally {
    process.off("exit", clear);
    clear();
  }
}
