import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** For bundles that are no package: the rules lie beside the bundle as podgraft.wasm, and the version is in it. */
export function besideItself(version: string): Plugin {
  return {
    name: "beside-itself",
    setup(build) {
      build.onLoad({ filter: /[\\/]engine[\\/]wasm[\\/]load\.js$/ }, ({ path }) => {
        const [before, after, ...more] = readFileSync(path, "utf8").split('"../../../policies/podgraft.wasm"');
        if (before === undefined || after === undefined || more.length > 0) {
          throw new Error(`${path} no longer says in one place where the rules are; see scripts/lib/beside-itself.ts`);
        }
        return { contents: `${before}"./podgraft.wasm"${after}`, loader: "js" };
      });
      build.onLoad({ filter: /[\\/]cli[\\/]package[\\/]version\.js$/ }, () => ({
        contents: `export function packageVersion() { return ${JSON.stringify(version)}; }`,
        loader: "js",
      }));
    },
  };
}
