import { isJsonObject, type Json } from "../../json.ts";

/** A member as Go's encoding/json finds it: letter case does not count, the last of several wins, null is as good as absent. */
export function goMember(value: Json, name: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  let found: Json | undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key.toLowerCase() === name.toLowerCase() && member !== null) found = member;
  }
  return found;
}

/** JSON text with every number in quotes, so that `1e3` stays `1e3`: quantities are read from the text, not from the number. */
export function quoteNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/gs, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
}
