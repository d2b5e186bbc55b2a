// The rooms of the project and who may enter which. ARCHITECTURE.md draws the same picture.
//   action → cli → renderer, plugin, credentials → report → engine
// scripts/, bench/ and test/ are free to import anything, and nothing imports them.

/** A path inside one of these rooms. @param {string[]} rooms */
const within = (...rooms) => `^(?:${rooms.join("|")})/`;

const shipped = within("engine", "report", "renderer", "plugin", "credentials", "cli", "action");
const workshop = within("scripts", "bench", "test");

/** The only places that may touch process, files or sockets. */
const io = ["^cli/", "^action/", "^plugin/(?:server|lookup|certificates)(?:/|\\.ts$)", "^engine/wasm/load(?:/|\\.ts$)"];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "engine-stands-alone",
      comment:
        "The engine is the part that others embed, in a browser too: it knows nothing of text, reports, servers or commands.",
      severity: "error",
      from: { path: "^engine/" },
      to: { path: within("report", "renderer", "plugin", "credentials", "cli", "action") },
    },
    {
      name: "report-knows-only-engine",
      comment:
        "A report is made from findings alone, so that rendering, admission and credentials can all use the same one.",
      severity: "error",
      from: { path: "^report/" },
      to: { path: within("renderer", "plugin", "credentials", "cli", "action") },
    },
    {
      name: "renderer-not-upward",
      comment: "Text in, text out: the renderer must be usable without the commands, and never needs credentials.",
      severity: "error",
      from: { path: "^renderer/" },
      to: { path: within("plugin", "credentials", "cli", "action") },
    },
    {
      name: "plugin-not-sideways",
      comment:
        "The admission plugin sees JSON only. If it imported the renderer, the server would carry a YAML reader and the two could drift into sharing more than the engine; the command line hands it what it needs.",
      severity: "error",
      from: { path: "^plugin/" },
      to: { path: within("renderer", "credentials", "cli", "action") },
    },
    {
      name: "credentials-only-stream-and-yaml",
      comment:
        "Credentials read and write manifests, so they share the stream splitter and the YAML splicer, and nothing else of the renderer.",
      severity: "error",
      from: { path: "^credentials/" },
      to: {
        path: within("renderer", "plugin", "cli", "action"),
        pathNot: "^renderer/(?:stream|yaml)(?:/|\\.ts$)",
      },
    },
    {
      name: "cli-never-needs-the-action",
      comment: "The command line is whole without the Action, which is bundled apart.",
      severity: "error",
      from: { path: "^cli/" },
      to: { path: "^action/" },
    },
    {
      name: "action-never-parses-a-command-line",
      comment:
        "The Action reads, renders and judges with the parts of cli/ that do (docs/decisions/0008); the commands' table, the parser of arguments and the entry are the terminal's.",
      severity: "error",
      from: { path: "^action/" },
      to: { path: "^cli/(?:main|commands|choose-command|parse-call|help|completion)(?:/|\\.ts$)" },
    },
    {
      name: "shipped-never-needs-the-workshop",
      comment:
        "scripts/, bench/ and test/ are not in the package: shipped code that imports them would break on installation.",
      severity: "error",
      from: { path: shipped },
      to: { path: workshop },
    },
    {
      name: "only-engine-wasm-runs-wasm",
      comment:
        "The WebAssembly SDK fails open in several ways; one strict wrapper guards it, so nobody may go around that wrapper.",
      severity: "error",
      from: { path: shipped, pathNot: "^engine/wasm(?:/|\\.ts$)" },
      to: { path: "(?:^|/)node_modules/@open-policy-agent/" },
    },
    {
      name: "no-other-yaml-reader",
      comment:
        "renderer/yaml alone decides what YAML text means (kubectl's meaning): with a second reader, two readings of the same file could differ. `yaml` and `js-yaml` are the tests' independent witnesses.",
      severity: "error",
      from: { path: shipped },
      to: { path: "(?:^|/)node_modules/(?:yaml|js-yaml|@types/js-yaml)/" },
    },
    {
      name: "io-at-the-edges",
      comment:
        "Process, files and sockets are touched in few places, so that everything else is deterministic and testable without a machine.",
      severity: "error",
      from: { path: shipped, pathNot: io },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "processes-start-at-the-command-line",
      comment:
        "Other programs (helm, kustomize, git) are started by the front ends only; rendering and admission never start one.",
      severity: "error",
      from: { path: shipped, pathNot: within("cli", "action") },
      to: { path: "(?:^|/)node_modules/execa/" },
    },
    {
      name: "no-development-packages-in-shipped-code",
      comment:
        "A package from devDependencies is absent where Podgraft is installed. The Action is bundled whole, so all of its packages are.",
      severity: "error",
      from: { path: shipped, pathNot: "^action/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-optional", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "type-only"],
      },
    },
    {
      name: "no-cycles",
      comment:
        "Modules that import each other cannot be read, tested or moved one at a time. A cycle that a type import closes is gone after compilation and let through.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere is a typing mistake or a missing entry in package.json.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Type imports count as imports: a room that names another room's types depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".d.ts"],
    },
  },
};
