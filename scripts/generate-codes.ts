import { readCodeTables } from "./codes/read-tables.ts";
import { renderCodesModule } from "./codes/render-codes.ts";
import { writeProjectFile } from "./config/project.ts";

// Writes the tables of reasons and findings as a module, for the engine reads no files.
await writeProjectFile("engine/codes/generated/codes.ts", renderCodesModule(await readCodeTables()));
