import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { parseJson } from "../parse-json.ts";
import { goMember, quoteNumbers } from "./json.ts";
import { canonicalQuantity } from "./quantity.ts";
import { trimSpace } from "./space.ts";

/**
 * ResourceRequirements as Go decodes and encodes them again: quantities in canonical form, unknown members dropped, empty ones left
 * out (`{}` where nothing remains). `undefined` for text that does not decode.
 */
export function decodeResourceRequirements(text: string): JsonObject | undefined {
  const value = parseJson(text);
  if (value === undefined || (value !== null && !isJsonObject(value))) return undefined;
  // Quantities may be bare numbers, and mean their text: the same document with its numbers in quotes keeps that text.
  const quoted = parseJson(quoteNumbers(text)) ?? null;
  const limits = decodeQuantities(goMember(quoted, "limits"));
  const requests = decodeQuantities(goMember(quoted, "requests"));
  const claims = decodeClaims(goMember(value, "claims"));
  if (limits === undefined || requests === undefined || claims === undefined) return undefined;
  return {
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
    ...(claims.length === 0 ? {} : { claims }),
  };
}

function decodeQuantities(value: Json | undefined): JsonObject | undefined {
  if (value === undefined) return {};
  if (!isJsonObject(value)) return undefined;
  const names = Object.keys(value).sort();
  const entries = names.map((name): [string, string | undefined] => [name, decodeQuantity(value[name])]);
  return entries.some(([, quantity]) => quantity === undefined) ? undefined : Object.fromEntries(entries);
}

function decodeQuantity(value: Json | undefined): string | undefined {
  if (value === null) return "0";
  return typeof value === "string" ? canonicalQuantity(trimSpace(value)) : undefined;
}

function decodeClaims(value: Json | undefined): readonly JsonObject[] | undefined {
  if (value === undefined) return [];
  if (!isJsonList(value)) return undefined;
  const claims = value.map(decodeClaim);
  return claims.every((claim) => claim !== undefined) ? claims : undefined;
}

function decodeClaim(value: Json): JsonObject | undefined {
  if (value !== null && !isJsonObject(value)) return undefined;
  const name = goMember(value, "name") ?? "";
  const request = goMember(value, "request") ?? "";
  if (typeof name !== "string" || typeof request !== "string") return undefined;
  return { name, ...(request === "" ? {} : { request }) };
}
