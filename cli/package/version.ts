import { readFileSync } from "node:fs";
import { member, parseJson } from "../../engine/json.ts";

/** The version of this package. This file lies as deep in the bundle as in dist/, so that one path serves both. */
export function packageVersion(): string {
  const version = member(parseJson(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")), "version");
  return typeof version === "string" ? version : "unknown";
}
