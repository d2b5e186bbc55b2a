// Bundles the GitHub Action into action/dist: GitHub runs it from the tree, with nothing installed. The same sources give the same bytes;
// .ci/run holds what is committed to it.
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { besideItself } from "./lib/beside-itself.ts";
import { bundling } from "./lib/bundling.ts";
import { licencesOf } from "./lib/licences.ts";
import { memberOf, readJsonFile } from "./lib/json-file.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiled = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}action/dist`;

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  ...bundling,
  target: "node24",
  plugins: [...bundling.plugins, besideItself(String(memberOf(readJsonFile(`${root}package.json`), "version")))],
  entryPoints: { index: `${compiled}action/main.js` },
  outdir: folder,
  absWorkingDir: compiled,
  splitting: true,
  chunkNames: "chunk-[hash]",
  legalComments: "external",
  metafile: true,
});
writeFileSync(`${folder}/LICENSES.txt`, licencesOf(metafile, compiled));
copyFileSync(`${root}policies/podgraft.wasm`, `${folder}/podgraft.wasm`);
