import type { Segment } from "../json.ts";

/** A path for people: `identities[0].match`, with odd names quoted as in `configMap["a.b"]`. The empty path is the empty string. */
export function formatPath(path: readonly Segment[]): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}
