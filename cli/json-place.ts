import { PodgraftError } from "../engine/errors.ts";
import { parseJson, type Segment } from "../engine/json.ts";
import type { YamlNode } from "../renderer/yaml/node.ts";
import { parseDocument } from "../renderer/yaml/parse/document.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import type { JsonDocument } from "./json-input.ts";

/** Line and column in the file of a path as messages write it: `spec.containers[0].env`, `metadata.labels["example.com/team"]`. */
export function positionIn({ text, firstLine }: JsonDocument, path: string): { line: number; column: number } {
  return readYaml(text, { firstLine }).position(segmentsOf(path));
}

function segmentsOf(path: string): Segment[] {
  return Array.from(path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g), ([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    const key = parseJson(quoted ?? JSON.stringify(name));
    return typeof key === "string" ? key : "";
  });
}

/** The text of one member of a JSON object, as it is written. Of equal keys the last one counts, as for `JSON.parse`. */
export function memberText(text: string, path: readonly string[]): string {
  let node: YamlNode | undefined = parseDocument(text, {});
  for (const name of path) node = lastMember(node, name);
  if (node === undefined) throw new PodgraftError("internal.splice", `the input has no ${path.join(".")}`);
  return text.slice(node.start, node.end);
}

function lastMember(node: YamlNode | undefined, name: string): YamlNode | undefined {
  if (node?.kind !== "mapping") return undefined;
  return node.pairs.findLast(({ key }) => key.kind === "scalar" && key.text === name)?.value;
}
