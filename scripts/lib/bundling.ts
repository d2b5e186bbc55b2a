import type { BuildOptions, Plugin } from "esbuild";

/** The SDK's host functions (sprintf, yaml): the host refuses modules that need them, so they need not be shipped and read. */
const withoutSdkFunctions: Plugin = {
  name: "without-sdk-functions",
  setup(build) {
    build.onLoad({ filter: /opa-wasm[\\/]src[\\/]builtins[\\/]index\.js$/ }, () => ({
      contents: "module.exports = {};",
      loader: "js",
    }));
  },
};

/** How the command is bundled, whatever for. */
export const bundling: BuildOptions & { readonly plugins: Plugin[] } = {
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: "node",
  format: "esm",
  target: "node20",
  banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  plugins: [withoutSdkFunctions],
  logLevel: "warning",
};
