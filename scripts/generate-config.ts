import { writeProjectFile } from "./config/project.ts";
import { readConfigSchema } from "./config/read-schema.ts";
import { renderDocs } from "./config/render-docs.ts";
import { renderSchemaModule } from "./config/render-schema.ts";
import { renderTypeModule } from "./config/render-type.ts";

// Writes what follows from policies/schema/config.json: the schema as a module, the type of a resolved configuration, and the page.
const schema = await readConfigSchema();
await writeProjectFile("engine/config/generated/schema.ts", renderSchemaModule(schema));
await writeProjectFile("engine/config/generated/config.ts", renderTypeModule(schema));
await writeProjectFile("docs/configuration.md", renderDocs(schema));
