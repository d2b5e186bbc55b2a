import type { Schema } from "../../engine/config/schema/schema.ts";

/** The TypeScript module that carries the configuration's schema into the engine, which reads no files. */
export function renderSchemaModule(schema: Schema): string {
  return [
    "// Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit.",
    'import type { Schema } from "../schema/schema.ts";',
    "",
    "/** The JSON Schema of podgraft.yaml. */",
    `export const configSchema: Schema = ${JSON.stringify(schema, null, 2)};`,
    "",
  ].join("\n");
}
