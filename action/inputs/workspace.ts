import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { PodgraftError } from "../../engine/errors.ts";
import { isFolder } from "../../cli/files.ts";
import type { Inputs } from "./inputs.ts";
import { pathWithin } from "./within.ts";

/** The folders of a run, absolute and without symbolic links. */
export type Workspace = {
  readonly root: string;
  /** The working directory. */
  readonly folder: string;
};

/** Finds the folders that a run works in. Throws PodgraftError `usage.invalid` for a working directory that is none, or leads out. */
export function openWorkspace({ workingDirectory }: Pick<Inputs, "workingDirectory">, workspace: string): Workspace {
  const root = realpathSync(workspace);
  const from = counted(workingDirectory, root, { root, given: workspace });
  const meant = pathWithin(root, root, from, "working-directory", workingDirectory);
  if (!isFolder(meant)) {
    throw new PodgraftError(
      "usage.invalid",
      `input working-directory: ${JSON.stringify(workingDirectory)}: no such folder`,
    );
  }
  return { root, folder: realpathSync(meant) };
}

/**
 * The inputs with every path counted from the working directory, also those that were written from the root, as with `github.workspace` before
 * them. Throws PodgraftError `usage.invalid` for one that leads out of the workspace.
 */
export function pathsWithin(inputs: Inputs, { root, folder }: Workspace, workspace: string): Inputs {
  const inside = (path: string, input: string): string => {
    const [sign, pattern] = path.startsWith("!") ? ["!", path.slice(1)] : ["", path];
    const from = counted(pattern, folder, { root, given: workspace });
    pathWithin(root, folder, from.replace(/[*?[].*$/, "") || ".", input, path);
    return `${sign}${from}`;
  };
  const optional = (path: string | undefined, input: string): string | undefined =>
    path === undefined ? undefined : inside(path, input);
  const layers = (line: string): string =>
    line
      .split(",")
      .map((part) => inside(part.trim(), "values"))
      .join(",");
  return {
    ...inputs,
    paths: inputs.paths.map((path) => inside(path, "path")),
    values: inputs.values.map(layers),
    context: inputs.context.map((path) => inside(path, "context")),
    config: optional(inputs.config, "config"),
    sarifFile: optional(inputs.sarifFile, "sarif-file"),
    reportDir: optional(inputs.reportDir, "report-dir"),
    directory: inside(inputs.directory, "directory"),
  };
}

/** A path from the root, counted from a folder; the workspace may be given by way of a symbolic link. */
function counted(
  path: string,
  from: string,
  { root, given }: { readonly root: string; readonly given: string },
): string {
  if (!isAbsolute(path)) return path;
  const real = path === given || path.startsWith(`${given}${sep}`) ? `${root}${path.slice(given.length)}` : path;
  return relative(from, real) || ".";
}
