import type { Schema } from "../../engine/config/schema/schema.ts";
import { readProjectFile } from "./project.ts";

/** The configuration's schema as it is published. */
export async function readConfigSchema(): Promise<Schema> {
  const schema: unknown = JSON.parse(await readProjectFile("policies/schema/config.json"));
  if (!isSchema(schema)) throw new Error("policies/schema/config.json: expected an object");
  return schema;
}

/** The file is our own: the compiler checks the rest when it compiles the module made from it. */
function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}
