import type { Schema } from "../engine/config/schema/schema.ts";
import { readProjectFile, writeProjectFile } from "./config/project.ts";
import { renderSchemaModule } from "./config/render-schema.ts";
import { renderTypeModule } from "./config/render-type.ts";

// Writes what follows from policies/schema/config.json: the schema as a module, and the type of a resolved configuration.
const text = await readProjectFile("policies/schema/config.json");
const schema: Schema = JSON.parse(text);
await writeProjectFile("engine/config/schema/config-schema.ts", renderSchemaModule(text));
await writeProjectFile("engine/config/config.ts", renderTypeModule(schema));
