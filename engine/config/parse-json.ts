import type { Json } from "../json.ts";

/** Parsed JSON text, or `undefined` where it is not JSON. */
export function parseJson(text: string): Json | undefined {
  const parsed = parse(text);
  return isParsed(parsed) ? parsed : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What comes out of JSON.parse is JSON: there is nothing else to check. */
function isParsed(parsed: unknown): parsed is Json {
  return parsed !== undefined;
}
