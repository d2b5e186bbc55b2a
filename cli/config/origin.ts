import { describeSource } from "../../engine/config/source.ts";
import type { Leaf } from "../../engine/config/tree.ts";
import type { Segment } from "../../engine/json.ts";
import type { LoadedConfiguration } from "../configuration.ts";
import { shortName } from "../short-name.ts";

/** Where a value came from, for people, and where it stands if it stands in a file. */
export type Origin = {
  readonly text: string;
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | undefined;
};

/** Where a value of the configuration came from: `podgraft.yaml:5`, `podgraft.yaml:9 (environment prod)`, `preset eks`, `--set a=b`, `default`. */
export function originOf({ path, source }: Leaf, { positions }: Pick<LoadedConfiguration, "positions">): Origin {
  if (source.kind !== "file" && source.kind !== "environment") {
    return { text: describeSource(source), place: undefined };
  }
  const within: readonly Segment[] = source.kind === "file" ? path : ["environments", source.name, ...path];
  const found = positions.get(source.file)?.(within);
  const file = shortName(source.file);
  const place = found === undefined ? undefined : { file, line: found.line, column: found.column };
  const at = found === undefined ? file : `${file}:${found.line}`;
  return { text: source.kind === "file" ? at : `${at} (environment ${source.name})`, place };
}
