import { readFileSync } from "node:fs";

/** The version of this package. This file lies as deep in the bundle as in dist/, so that one path serves both. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return String(Object(manifest).version);
}
