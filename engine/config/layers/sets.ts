import type { LocatedIssue } from "../issues.ts";
import { settingsSchema } from "../schema/roots.ts";
import type { Tree } from "../tree.ts";
import { mergeAll } from "./files.ts";
import { readSetArgument } from "./set-argument.ts";
import { layerFor } from "./set.ts";

/** `layers` with one more for each `--set` argument, each on top of those before it; and what is wrong with the arguments. */
export function withSets(
  layers: readonly Tree[],
  sets: readonly string[],
): { readonly layers: readonly Tree[]; readonly issues: readonly LocatedIssue[] } {
  const schema = settingsSchema();
  const all = [...layers];
  const issues: LocatedIssue[] = [];
  for (const argument of sets) {
    const read = readSetArgument(schema, argument);
    const layer =
      "fault" in read ? read.fault : layerFor(mergeAll(all), read.path, read.value, { kind: "set", argument });
    if (typeof layer === "string") issues.push({ location: {}, message: `--set ${argument}: ${layer}` });
    else all.push(layer);
  }
  return { layers: all, issues };
}
