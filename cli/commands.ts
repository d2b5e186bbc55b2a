import type { Command, CommandGroup } from "./command.ts";

/** A command before it is loaded: only the chosen one's code is read. */
export type Listed = Pick<Command, "name" | "summary"> & { readonly load: () => Promise<Command | CommandGroup> };

/** All commands, in the order of help. */
export const commands: readonly Listed[] = [
  {
    name: "inject",
    summary: "Add the cloud identity to the Pods of YAML or JSON manifests, keeping every other byte",
    load: async () => (await import("./inject.ts")).injectCommand,
  },
  {
    name: "verify",
    summary: "Tell whether admission would accept manifests, and what is missing where it would not",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
  {
    name: "explain",
    summary: "Tell which provider decided what for each Pod, where every value comes from, and why nothing happened",
    load: async () => (await import("./explain.ts")).explainCommand,
  },
  {
    name: "diff",
    summary: "Show what injection changes, or how two trees of manifests differ after it: identities first",
    load: async () => (await import("./diff.ts")).diffCommand,
  },
  {
    name: "patch",
    summary: "Print what the rules would change in JSON objects, as RFC 6902 patches",
    load: async () => (await import("./patch.ts")).patchCommand,
  },
  {
    name: "helm",
    summary: "Run helm template, install or upgrade with the identities added",
    load: async () => (await import("./helm.ts")).helmCommand,
  },
  {
    name: "helm-post-render",
    summary: "Post-renderer for Helm 3 (executable) and Helm 4 (plugin)",
    load: async () => (await import("./helm-post-render.ts")).helmPostRenderCommand,
  },
  {
    name: "kustomize",
    summary: "Run kustomize build with the identities added",
    load: async () => (await import("./kustomize.ts")).kustomizeCommand,
  },
  {
    name: "krm",
    summary: "KRM function: a ResourceList in, the same with the identities and results out",
    load: async () => (await import("./krm.ts")).krmCommand,
  },
  {
    name: "argocd-cmp",
    summary: "Argo CD plugin: render the application in the working directory with the identities added",
    load: async () => (await import("./argocd-cmp.ts")).argocdCmpCommand,
  },
  {
    name: "export",
    summary: "Write what injection would do as patches for kustomize and Flux",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  {
    name: "config",
    summary: "Print, check, begin or import the configuration",
    load: async () => (await import("./config.ts")).configCommand,
  },
  {
    name: "credentials",
    summary: "OKD: make the short-term Secrets that CredentialsRequests ask for",
    load: async () => (await import("./credentials.ts")).credentialsCommand,
  },
  {
    name: "oidc",
    summary: "Make and check the documents by which clouds verify ServiceAccount tokens",
    load: async () => (await import("./oidc.ts")).oidcCommand,
  },
  {
    name: "serve",
    summary: "Run the admission server: verify or complete Pods as they are created, by the same rules",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "completion",
    summary: "Print the script that makes bash, zsh or fish complete this command line",
    load: async () => (await import("./completion.ts")).completionCommand(loadCommands),
  },
];

/** All commands with their tables, in the order of help. */
export function loadCommands(): Promise<(Command | CommandGroup)[]> {
  return Promise.all(commands.map(({ load }) => load()));
}
