import { member, type Json, type Segment } from "../../json.ts";
import type { LocatedIssue, Position } from "../issues.ts";
import { locate } from "../issues.ts";

/** A configuration file as parsed JSON; `position` looks up where a path stands in its text. */
export type ConfigFile = { readonly file: string; readonly value: Json; readonly position?: Position | undefined };

/** Reads the file that `from` names in its `extends`. May throw; the error is the caller's own and passes through. */
export type ReadConfig = (name: string, from: string) => ConfigFile;

/** The files that a configuration is made of, the outermost first, and what is wrong with the chain. */
export type Chain = { readonly files: readonly ConfigFile[]; readonly issues: readonly LocatedIssue[] };

/** Follows `extends` from file to file. An `extends` that is no text ends the chain: the validator reports it. */
export function followExtends(main: ConfigFile, read: ReadConfig | undefined): Chain {
  const files = [main];
  const path: readonly Segment[] = ["extends"];
  for (let current = main; ;) {
    const name = member(current.value, "extends");
    if (typeof name !== "string" || name === "") return { files, issues: [] };
    if (read === undefined)
      return {
        files,
        issues: [
          locate(current, { path, message: `cannot read ${JSON.stringify(name)}: files are not available here` }),
        ],
      };
    const next = read(name, current.file);
    const names = files.map(({ file }) => file);
    if (names.includes(next.file)) {
      return {
        files,
        issues: [locate(current, { path, message: `files extend each other: ${[...names, next.file].join(" → ")}` })],
      };
    }
    files.push(next);
    current = next;
  }
}
