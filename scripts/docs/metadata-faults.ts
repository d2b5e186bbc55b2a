import type { Definition, RegoFile } from "./rego-metadata.ts";

/**
 * What the rules lack in METADATA, each as `file:line: what is missing`: a title for each package (in one of its files) and for each rule and
 * function whose name does not start with `_`; METADATA that are there need a title whatever the name.
 */
export function metadataFaults(files: readonly RegoFile[]): string[] {
  return [...untitledPackages(files), ...untitledRules(files), ...files.flatMap(emptyMetadata)];
}

function untitledPackages(files: readonly RegoFile[]): string[] {
  const titled = new Set(
    files.filter((file) => (file.packageMetadata?.title ?? "") !== "").map((file) => file.package),
  );
  const untitled = files.filter((file) => !titled.has(file.package));
  return untitled.map(
    (file) => `${file.path}:1: no METADATA with a title for package ${file.package}, here or in another of its files`,
  );
}

/** A rule of several definitions is described once, at any of them. */
function untitledRules(files: readonly RegoFile[]): string[] {
  const described = new Set(
    files.flatMap((file) => file.definitions.filter(isDescribed).map(({ name }) => `${file.package}.${name}`)),
  );
  return files.flatMap((file) =>
    file.definitions
      .filter(({ name }) => !name.startsWith("_") && !described.has(`${file.package}.${name}`))
      .map(({ name, line }) => `${file.path}:${line}: no METADATA with a title for ${name}`),
  );
}

function isDescribed({ metadata }: Definition): boolean {
  return metadata !== null && metadata.title !== "";
}

function emptyMetadata({ path, definitions }: RegoFile): string[] {
  return definitions
    .filter(({ metadata }) => metadata?.title === "")
    .map(({ name, line }) => `${path}:${line}: the METADATA of ${name} have no title`);
}
