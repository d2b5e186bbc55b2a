import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { memberOf, readJsonFile } from "./json-file.ts";

/**
 * The licences of all packages that a bundle has code of, as their authors ask to have them with it, in the order of the packages' names.
 * Throws where a package tells none.
 */
export function licencesOf({ outputs }: Metafile, workingFolder: string): string {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const texts = [...folders].map((folder) => licenceOf(join(workingFolder, folder)));
  // One package may be there in several places, and the same version has the same licence.
  return [...new Set(texts)].sort((left, right) => (left < right ? -1 : 1)).join("\n");
}

function packageFolder(input: string): string | undefined {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

function licenceOf(folder: string): string {
  const manifest = readJsonFile(join(folder, "package.json"));
  const [name, version, licence] = ["name", "version", "license"].map((key) => memberOf(manifest, key));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:[-.].*)?$/i.test(entry));
  if (file === undefined && typeof licence !== "string") throw new Error(`${folder} tells no licence`);
  const text =
    file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()}\n`;
  return `${String(name)} ${String(version)} (${String(licence)})\n${text}`;
}
