import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { parseJson } from "../parse-json.ts";
import { goMember } from "./json.ts";

/**
 * A LabelSelector as Go decodes and encodes it again: unknown members are dropped, empty ones left out. `undefined` for text that does
 * not decode (no JSON, or a member of a wrong type). What an operator needs is not checked: Go does not either.
 */
export function decodeLabelSelector(text: string): JsonObject | undefined {
  const value = parseJson(text);
  if (value === undefined || (value !== null && !isJsonObject(value))) return undefined;
  const labels = decodeLabels(goMember(value, "matchLabels"));
  const expressions = decodeList(goMember(value, "matchExpressions"), decodeRequirement);
  if (labels === undefined || expressions === undefined) return undefined;
  return {
    ...(Object.keys(labels).length === 0 ? {} : { matchLabels: labels }),
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
  };
}

function decodeLabels(value: Json | undefined): JsonObject | undefined {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return undefined;
  const names = Object.keys(value).sort();
  const entries = names.map((name): [string, string | undefined] => [name, decodeText(value[name])]);
  return entries.some(([, label]) => label === undefined) ? undefined : Object.fromEntries(entries);
}

function decodeRequirement(value: Json): JsonObject | undefined {
  if (value !== null && !isJsonObject(value)) return undefined;
  const key = decodeText(goMember(value, "key"));
  const operator = decodeText(goMember(value, "operator"));
  const values = decodeList(goMember(value, "values"), decodeText);
  if (key === undefined || operator === undefined || values === undefined) return undefined;
  return { key, operator, ...(values.length === 0 ? {} : { values }) };
}

function decodeList<Item extends Json>(
  value: Json | undefined,
  decode: (item: Json) => Item | undefined,
): readonly Item[] | undefined {
  if (value === undefined) return [];
  if (!isJsonList(value)) return undefined;
  const items: Item[] = [];
  for (const item of value) {
    const decoded = decode(item);
    if (decoded === undefined) return undefined;
    items.push(decoded);
  }
  return items;
}

/** Null and absence are Go's empty text. */
function decodeText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : undefined;
}
