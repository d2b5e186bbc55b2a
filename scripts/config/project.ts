import { readdir, readFile, writeFile } from "node:fs/promises";

/** The project's folder, seen from a compiled script or test (two folders below the output folder's parent). */
const root = new URL("../../../", import.meta.url);

/** The text of a file of the project; `path` is relative to the project's folder. */
export async function readProjectFile(path: string): Promise<string> {
  return await readFile(new URL(path, root), "utf8");
}

/** Writes a file of the project, and says so, if its text differs from what is there. */
export async function writeProjectFile(path: string, text: string): Promise<void> {
  const present = await readFile(new URL(path, root), "utf8").catch(() => undefined);
  if (present === text) return;
  await writeFile(new URL(path, root), text);
  console.log(`wrote ${path}`);
}

/** The names in a folder of the project. */
export async function listProjectFolder(path: string): Promise<readonly string[]> {
  return await readdir(new URL(path, root));
}
