import type { JsonObject } from "../json.ts";

/** The name of a volume, container or variable; empty where it has none. */
export function nameOf({ name }: JsonObject): string {
  return typeof name === "string" ? name : "";
}
