// @ts-check
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** What only a host offers: the rooms without I/O run in browsers too, so they may not lean on it. */
const hostGlobals = [
  "process",
  "Buffer",
  "console",
  "fetch",
  "global",
  "require",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "window",
  "document",
];

/** @param {string[]} names @param {string} message */
function banned(names, message) {
  return names.map((name) => ({ name, message }));
}

const noWasm = banned(["WebAssembly"], "Only engine/wasm touches WebAssembly.");
const noHost = banned(hostGlobals, "This room does no I/O: take what you need as an argument.");

export default defineConfig(
  globalIgnores([
    "dist/",
    "dist-*/",
    ".tap/",
    "action/dist/",
    "packaging/helm4/podgraft.mjs",
    "**/generated/",
    "**/*.generated.ts",
    "**/*.d.ts",
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "func-style": ["error", "declaration", { allowArrowFunctions: true }],
      // YAML and log lines are judged by their control characters.
      "no-control-regex": "off",
      "no-restricted-globals": ["error", ...noWasm],
      "@typescript-eslint/consistent-type-imports": "error",
      // `return fail(…)` of a function that returns nothing is the early exit, said in one line.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A cast is an unproven claim. `as const` stays allowed; anything else needs a disabling comment that says why it holds.
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // The compiler reports them already, with the same exemption for a leading underscore.
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
  {
    files: ["engine/**/*.ts", "report/**/*.ts", "renderer/**/*.ts", "credentials/**/*.ts"],
    ignores: ["engine/wasm/**/*.ts"],
    rules: { "no-restricted-globals": ["error", ...noWasm, ...noHost] },
  },
  {
    files: ["engine/wasm/**/*.ts"],
    ignores: ["engine/wasm/load.ts", "engine/wasm/load/**/*.ts"],
    // The WebAssembly SDK prints to the console; the wrapper has to reach it to keep it quiet.
    rules: { "no-restricted-globals": ["error", ...noHost.filter(({ name }) => name !== "console")] },
  },
  {
    files: ["engine/wasm/load.ts", "engine/wasm/load/**/*.ts", "test/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"],
    rules: { "no-restricted-globals": "off" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // `t.test("…", async (t) => …)` is tap's idiom: the runner awaits the subtest, and a body need not await anything.
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["test", "skip", "todo", "only"], package: "@tapjs/core" },
            { from: "package", name: ["test", "skip", "todo", "only"], package: "@tapjs/test" },
            { from: "package", name: ["test", "skip", "todo", "only"], package: "tap" },
          ],
        },
      ],
      "@typescript-eslint/require-await": "off",
      // Numbers that no double holds are what some tests are about, and any value may end up in a test's name.
      "no-loss-of-precision": "off",
      "@typescript-eslint/no-base-to-string": "off",
      // Tests hand over wrong shapes on purpose.
      "@typescript-eslint/consistent-type-assertions": "off",
    },
  },
  {
    files: ["**/*.{js,cjs,mjs}"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: "writable" } },
  },
);
