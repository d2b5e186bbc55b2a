import type { Segment } from "../json.ts";

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as people write it: `spec.containers[0].env`, `metadata.labels["example.com/team"]`; the document itself is `(root)`. */
export function pathText(path: readonly Segment[]): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!plainName.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text === "" ? "(root)" : text;
}
