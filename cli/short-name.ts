import { relative, sep } from "node:path";

/** A file as people call it: within the working directory by its path from there. */
export function shortName(file: string): string {
  const path = relative(".", file);
  return path === "" || path.startsWith("..") || file === "standard input" ? file : path.split(sep).join("/");
}
