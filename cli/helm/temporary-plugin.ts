import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The name of the plugin that the wrapper makes for one run of Helm 4; another than that of the plugin that users install. */
export const wrapperPlugin = "podgraft-wrapper";

// Helm splits `command` at blanks before it fills in variables, so a path with blanks in it stays whole.
const manifest = `apiVersion: v1
type: postrenderer/v1
name: ${wrapperPlugin}
version: 0.0.0
runtime: subprocess
runtimeConfig:
  platformCommand:
    - command: \${PODGRAFT_NODE}
      args: ["\${PODGRAFT_MAIN}", "helm-post-render"]
`;

/** Makes a plugin folder for Helm 4 in `folder`, whose post-renderer is this program. Gives the variables that the plugin needs. */
export function makeTemporaryPlugin(folder: string): { readonly [name: string]: string } {
  mkdirSync(join(folder, wrapperPlugin));
  writeFileSync(join(folder, wrapperPlugin, "plugin.yaml"), manifest);
  return { PODGRAFT_NODE: process.execPath, PODGRAFT_MAIN: ownProgram() };
}

/** The file that Node was started with. */
export function ownProgram(): string {
  return process.argv[1] ?? "";
}
