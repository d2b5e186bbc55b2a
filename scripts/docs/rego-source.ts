import { readdir } from "node:fs/promises";
import { readProjectFile } from "../config/project.ts";

/** A source file: its path in the project, with slashes, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** The rules' sources without their tests, sorted by path. */
export async function readRegoSources(): Promise<readonly SourceFile[]> {
  return await readSources("policies", (path) => path.endsWith(".rego") && !path.endsWith("_test.rego"));
}

/** The engine's sources as people write them, sorted by path: what is generated from the tables proves nothing about their use. */
export async function readEngineSources(): Promise<readonly SourceFile[]> {
  return await readSources("engine", (path) => path.endsWith(".ts") && !path.includes("/generated/"));
}

async function readSources(folder: string, isWanted: (path: string) => boolean): Promise<readonly SourceFile[]> {
  const names = await readdir(new URL(`../../../${folder}/`, import.meta.url), { recursive: true });
  const paths = names
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter(isWanted)
    .sort();
  return await Promise.all(paths.map(async (path) => ({ path, text: await readProjectFile(path) })));
}
