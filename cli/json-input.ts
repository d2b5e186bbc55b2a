import { PodgraftError } from "../engine/errors.ts";
import type { Json } from "../engine/json.ts";
import { splitStream } from "../renderer/stream/split.ts";

/** How deep lists and objects may stand inside one another: Kubernetes' own decoder stops at 10,000, no real object passes 100. */
export const deepestNesting = 1_000;

/** One JSON value of the input, with its text. */
export type JsonDocument = { readonly text: string; readonly value: Json; readonly number: number };

/**
 * Reads the JSON values of `text`, one or several after another. Throws PodgraftError with file, line and column: `input.not_json` for
 * anything else and for texts with lone surrogates, `input.too_deep` beyond {@link deepestNesting}.
 */
export function readJsonDocuments(text: string, file: string): JsonDocument[] {
  const documents = splitStream(text.startsWith("\uFEFF") ? text.slice(1) : text);
  if (documents.length === 0) throw new PodgraftError("input.not_json", "empty, where a JSON object is wanted", { file });
  return documents.map((document) => {
    refuseDeepNesting(document.text, file, document.firstLine);
    const value = parse(document.text, file, document.firstLine);
    refuseLoneSurrogates(document.text, value, file);
    return { text: document.text, value, number: document.number };
  });
}

function parse(text: string, file: string, firstLine: number): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const offset = /at position (\d+)/.exec(reason)?.[1];
    const place = placeOf(text, offset === undefined ? text.length : Number(offset), firstLine);
    const message = `not JSON: ${reason.replace(/ \(line \d+ column \d+\)$/, "")}; YAML is read by podgraft inject`;
    throw new PodgraftError("input.not_json", message, { file, ...place }, { cause });
  }
}

function placeOf(text: string, offset: number, firstLine: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: firstLine + before.length - 1, column: (before.at(-1) ?? "").length + 1 };
}

/** Counts brackets outside strings before anything recursive sees the text. */
function refuseDeepNesting(text: string, file: string, firstLine: number): void {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    if (depth > deepestNesting) {
      const message = `nested more than ${deepestNesting} levels deep`;
      throw new PodgraftError("input.too_deep", message, { file, ...placeOf(text, index, firstLine) });
    }
  }
}

/** An escape such as `\ud800` alone makes a text that is no Unicode; what Kubernetes would store is anyone's guess. */
function refuseLoneSurrogates(text: string, value: Json, file: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const found = loneSurrogate(value, "");
  if (found === undefined) return;
  throw new PodgraftError("input.not_json", `${found.what} ${JSON.stringify(found.text)} has half of a surrogate pair; write the whole character`, {
    file,
    path: found.path,
  });
}

function loneSurrogate(value: Json, path: string): { path: string; text: string; what: string } | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : { path, text: value, what: "the text" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    if (!key.isWellFormed()) return { path, text: key, what: "the key" };
    const found = loneSurrogate(item ?? null, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
