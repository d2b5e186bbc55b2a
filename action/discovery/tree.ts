import { relative, sep } from "node:path";

/** A checkout that manifests are taken from: the pull request's, or that of the commit it is compared with. All paths are absolute. */
export type Tree = {
  /** The repository's root. */
  readonly root: string;
  /** The working directory in it. */
  readonly folder: string;
  /** Where files may be read, though links lead there. */
  readonly bounds: readonly string[];
  /** Whether it is what the pull request is compared with. */
  readonly isBase: boolean;
};

/** What a folder is called, and where it lies. */
export function placed(
  folder: string,
  { root, folder: from }: Pick<Tree, "root" | "folder">,
): { readonly name: string; readonly path: string } {
  const withSlashes = (path: string): string => path.split(sep).join("/");
  return { name: withSlashes(relative(from, folder)) || ".", path: withSlashes(relative(root, folder)) };
}
