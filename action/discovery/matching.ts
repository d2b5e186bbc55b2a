import { create } from "@actions/glob";
import { isWithin } from "../inputs/within.ts";

/** How globs are looked for. */
export type GlobOptions = { readonly implicitDescendants?: boolean; readonly matchDirectories: boolean };

/** What of a tree's `root` patterns name, counted from a folder; links are not followed. All paths are absolute. */
export async function matching(
  patterns: readonly string[],
  { root, folder }: { readonly root: string; readonly folder: string },
  options: GlobOptions,
): Promise<string[]> {
  if (patterns.length === 0) return [];
  const globber = await create(patterns.map((pattern) => absolute(pattern, folder)).join("\n"), {
    followSymbolicLinks: false,
    ...options,
  });
  return (await globber.glob()).filter((path) => isWithin(root, path));
}

function absolute(pattern: string, folder: string): string {
  return `${escaped(folder)}/${pattern.replace(/^(?:\.\/)+/, "")}`.replace(/\/\.?$/, "");
}

/** The folder stands for itself, whatever it is called. */
function escaped(folder: string): string {
  return folder.replace(/[[*?]/g, "[$&]");
}
