/** The TypeScript module that carries the configuration's schema into the engine, which reads no files. `text` is the schema's JSON. */
export function renderSchemaModule(text: string): string {
  const schema = JSON.stringify(JSON.parse(text), null, 2);
  return [
    "// Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit.",
    'import type { Schema } from "./schema.ts";',
    "",
    "/** The JSON Schema of podgraft.yaml. */",
    `export const configSchema: Schema = ${schema};`,
    "",
  ].join("\n");
}
