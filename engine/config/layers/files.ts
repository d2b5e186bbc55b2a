import type { Json } from "../../json.ts";
import { locate, type LocatedIssue } from "../issues.ts";
import { nearest } from "../nearest.ts";
import { configSchema } from "../generated/schema.ts";
import { isSetting } from "../schema/roots.ts";
import { describeSource } from "../source.ts";
import { child, fromJson, keepEntries, merge, relabel, type Tree } from "../tree.ts";
import { validate } from "../validate.ts";
import type { ConfigFile } from "./extends.ts";
import { restoreOff } from "./switches.ts";

/** The layers that files give, lowest first, or what is wrong with the files. */
export type FileLayers = { readonly layers: readonly Tree[]; readonly issues: readonly LocatedIssue[] };

/** Checks every file (the outermost first) and makes a layer of each; on top the named environment, merged over all files. */
export function fileLayers(files: readonly ConfigFile[], environment: string | undefined): FileLayers {
  const documents = files.map((file) => ({ ...file, value: restoreOff(configSchema, file.value) }));
  const issues = documents.flatMap((file) => validate(configSchema, file.value).map((issue) => locate(file, issue)));
  if (issues.length > 0) return { layers: [], issues };
  const trees = documents.map((document) => fromJson(document.value, { kind: "file", file: document.file })).reverse();
  const layers = trees.map((tree) => keepEntries(tree, isSetting));
  if (environment === undefined) return { layers, issues };
  const environments = child(mergeAll(trees), "environments");
  const overlay = child(environments, environment);
  if (overlay === undefined) return { layers, issues: [unknownEnvironment(environment, environments, files[0])] };
  return {
    layers: [
      ...layers,
      relabel(overlay, (source) => ({ kind: "environment", name: environment, file: describeSource(source) })),
    ],
    issues,
  };
}

/** Lays the layers over one another, lowest first. */
export function mergeAll(layers: readonly Tree[]): Tree {
  const nothing: Json = {};
  return layers.reduce(merge, fromJson(nothing, { kind: "default" }));
}

function unknownEnvironment(name: string, environments: Tree | undefined, file: ConfigFile | undefined): LocatedIssue {
  const known = environments?.kind === "map" ? Array.from(environments.entries.keys()) : [];
  const near = nearest(name, known);
  const message =
    `unknown environment ${JSON.stringify(name)}; ` +
    (known.length === 0 ? "the configuration has none" : `known: ${known.join(", ")}`) +
    (near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`);
  return file === undefined ? { location: {}, message } : locate(file, { path: ["environments"], message });
}
