import { findings } from "../engine/codes/codes.ts";
import { nearest } from "../engine/config/nearest.ts";
import type { Finding } from "../engine/document/finding.ts";
import { isJsonList, member, type Json, type JsonObject } from "../engine/json.ts";

/**
 * A finding as a sentence without a full stop: the `message` of the table of codes with the finding's params in it. A `{param}` is written
 * as JSON, lists with commas; a `[clause]` is left out where one of its params is empty. A code that no table has stands for itself.
 */
export function findingMessage({ code, params }: Pick<Finding, "code" | "params">): string {
  const entry = isFindingCode(code) ? findings[code] : undefined;
  if (entry === undefined) return code;
  return fillTemplate(entry.message, { ...params, ...proposalFor(params) }) ?? entry.title;
}

/** The template with its placeholders filled in; undefined where a param is missing outside of clauses. */
export function fillTemplate(template: string, params: JsonObject): string | undefined {
  const missing: string[] = [];
  const filled = template.replace(/\[([^[\]]*)\]|\{(\w+)\}/g, (_match, clause?: string, name?: string) => {
    if (clause !== undefined) return fillClause(clause, params);
    const param = name ?? "";
    if (member(params, param) === undefined) missing.push(param);
    return wordsFor(params, param);
  });
  return missing.length === 0 ? filled : undefined;
}

function fillClause(clause: string, params: JsonObject): string {
  const names = [...clause.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  if (names.some((name) => isEmpty(member(params, name)))) return "";
  return clause.replace(/\{(\w+)\}/g, (_match, name: string) => wordsFor(params, name));
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || (isJsonList(value) && value.length === 0);
}

/** What users wrote is quoted; `holder` is a word of the rules' own. */
function wordsFor(params: JsonObject, name: string): string {
  const value = member(params, name) ?? null;
  if (name === "holder" && typeof value === "string") return holders.get(value) ?? value;
  return isJsonList(value) ? value.map(quoted).join(", ") : quoted(value);
}

function quoted(value: Json): string {
  return value === null ? "(none)" : JSON.stringify(value);
}

const holders: ReadonlyMap<string, string> = new Map([
  ["pod", "Pod"],
  ["serviceAccount", "ServiceAccount"],
  ["namespace", "Namespace"],
]);

/** The key that a misspelt one of a provider's prefix was probably meant to be. */
function proposalFor({ key, known }: JsonObject): JsonObject {
  if (typeof key !== "string" || !isJsonList(known)) return {};
  const prefix = key.slice(0, key.lastIndexOf("/") + 1);
  const names = known.filter((name) => typeof name === "string");
  const proposed = nearest(key.slice(prefix.length), names);
  return proposed === undefined ? {} : { proposal: prefix + proposed };
}

function isFindingCode(code: string): code is keyof typeof findings {
  return Object.hasOwn(findings, code);
}
