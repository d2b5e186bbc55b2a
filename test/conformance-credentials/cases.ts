import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonList, member, parseJson, type Json } from "../../engine/json.ts";

/** One observed run of an official tool. */
export type ObservedCase = {
  /** `cloud/case`. */
  readonly id: string;
  readonly folder: string;
  /** Of the folder of all cases, where `keys/` is. */
  readonly root: string;
  readonly cloud: string;
  readonly command: string;
  readonly flags: readonly string[];
  readonly exit: number;
  readonly json: Json;
};

/** The cases of a folder, `<cloud>/<case>/case.json`, in the order of their names. */
export function readObservedCases(root: string): ObservedCase[] {
  return foldersOf(root).flatMap((cloud) =>
    foldersOf(join(root, cloud)).flatMap((name): ObservedCase[] => {
      const folder = join(root, cloud, name);
      const file = join(folder, "case.json");
      if (!existsSync(file)) return [];
      const json = parseJson(readFileSync(file, "utf8"));
      const command = member(json, "command");
      const flags = member(json, "flags");
      const exit = member(json, "exit");
      return [
        {
          id: `${cloud}/${name}`,
          folder,
          root,
          cloud,
          command: typeof command === "string" ? command : "",
          flags: isJsonList(flags) ? flags.filter((flag) => typeof flag === "string") : [],
          exit: typeof exit === "number" ? exit : Number.NaN,
          json,
        },
      ];
    }),
  );
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

/** The value of a flag of the observed call, undefined where it was not given. */
export function flagOf({ flags }: ObservedCase, name: string): string | undefined {
  const index = flags.indexOf(`--${name}`);
  if (index !== -1) return flags[index + 1];
  return flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** The files below `expect/files`, by their paths there. */
export function expectedFiles({ folder }: ObservedCase): Map<string, string> {
  const files = new Map<string, string>();
  const base = join(folder, "expect/files");
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(base, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else files.set(path, readFileSync(join(base, path), "utf8"));
    }
  };
  if (existsSync(base)) visit("");
  return files;
}

/** A JSON file of the case, undefined where it is absent. */
export function jsonFile({ folder }: ObservedCase, path: string): Json | undefined {
  const file = join(folder, path);
  return existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined;
}
