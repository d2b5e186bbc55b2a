import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { gzipSync } from "fflate";
import { besideItself } from "./beside-itself.ts";
import { bundling } from "./bundling.ts";
import { memberOf, readJsonFile } from "./json-file.ts";
import { tar } from "./tar.ts";

/** Where things are, and where they go: `compiled` holds the compiled code, `folder` becomes the plugin's folder. */
export type Helm4Places = {
  readonly root: string;
  readonly compiled: string;
  readonly folder: string;
  /** The folder of the archive. */
  readonly archives: string;
};

/** What the plugin is made of, in the order of the archive. Helm wants them in a folder of the plugin's name. */
const files = ["plugin.yaml", "podgraft.mjs", "podgraft.wasm", "LICENSE"] as const;

/**
 * Makes the Helm 4 plugin: one bundled file and the compiled rules beside its plugin.yaml, and the same as `podgraft-VERSION.tgz`. Gives the
 * archive's path. Throws if plugin.yaml has another version than the package.
 */
export async function packageHelm4({ root, compiled, folder, archives }: Helm4Places): Promise<string> {
  const version = String(memberOf(readJsonFile(join(root, "package.json")), "version"));
  const manifest = readFileSync(join(root, "packaging/helm4/plugin.yaml"), "utf8");
  if (!manifest.includes(`\nversion: ${version}\n`)) {
    throw new Error(`packaging/helm4/plugin.yaml has another version than package.json, ${version}`);
  }
  mkdirSync(folder, { recursive: true });
  await build({
    ...bundling,
    plugins: [...bundling.plugins, besideItself(version)],
    entryPoints: [join(compiled, "cli/main.js")],
    outfile: join(folder, "podgraft.mjs"),
    legalComments: "inline",
  });
  writeFileSync(join(folder, "plugin.yaml"), manifest);
  copyFileSync(join(root, "policies/podgraft.wasm"), join(folder, "podgraft.wasm"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  mkdirSync(archives, { recursive: true });
  const archive = join(archives, `podgraft-${version}.tgz`);
  const content = tar(files.map((name) => ({ name: `podgraft/${name}`, content: readFileSync(join(folder, name)) })));
  writeFileSync(archive, gzipSync(content, { mtime: 0 }));
  return archive;
}
