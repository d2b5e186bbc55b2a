import { configSchema } from "../generated/schema.ts";
import type { Schema } from "./schema.ts";

/** What only a file has: it says what the file is and what it builds on, and is no setting. */
const onlyInFiles: readonly string[] = ["apiVersion", "kind", "metadata", "extends", "environments"];

/** The schema of everything that `--set` may set: the configuration without what only a file has. */
export function settingsSchema(): Schema {
  const properties: { [name: string]: Schema } = {};
  for (const [name, property] of Object.entries({ ...configSchema.properties })) {
    if (isSetting(name)) properties[name] = property;
  }
  return { type: "object", properties, additionalProperties: false };
}

/** Whether a top-level key is a setting, as opposed to what only a file has. */
export function isSetting(key: string): boolean {
  return !onlyInFiles.includes(key);
}
