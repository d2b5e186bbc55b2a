import { PodgraftError } from "../engine/errors.ts";
import { isJsonList, isJsonObject, parseJson, type Json, type Segment } from "../engine/json.ts";
import { pathText } from "../engine/typed/path-text.ts";
import type { StreamDocument } from "../renderer/stream/split.ts";
import { scanJson, type JsonFault } from "./json-scan.ts";

/** How deep lists and objects may stand inside one another: Kubernetes' own decoder stops at 10,000, no real object passes 100. */
export const deepestNesting = 1_000;

/** One JSON value of the input, with its text. */
export type JsonDocument = StreamDocument & { readonly value: Json };

/**
 * Reads the JSON values of `text`, one or several after another. Throws PodgraftError with file, line and column: `input.not_json` for
 * anything else and for texts with lone surrogates, `input.too_deep` beyond {@link deepestNesting}.
 */
export function readJsonDocuments(text: string, file: string): JsonDocument[] {
  const spans = scanJson(text, text.startsWith("\uFEFF") ? 1 : 0, deepestNesting);
  if ("fault" in spans) throw notJson(text, file, spans);
  if (spans.length === 0) throw new PodgraftError("input.not_json", "empty, where a JSON object is wanted", { file });
  let firstLine = 1;
  let counted = 0;
  return spans.map(({ from, to }, index) => {
    firstLine += countLines(text, counted, from);
    counted = from;
    const document = { text: text.slice(from, to), offset: from, firstLine, number: index + 1 };
    const value = parseJson(document.text);
    refuseLoneSurrogates(document, value, file);
    return { ...document, value };
  });
}

function notJson(text: string, file: string, { offset, fault, expected }: JsonFault): PodgraftError {
  const line = 1 + countLines(text, 0, offset);
  const place = {
    file,
    line,
    column: offset - text.lastIndexOf("\n", offset - 1) - (line === 1 && text.startsWith("\uFEFF") ? 1 : 0),
  };
  if (fault === "depth") {
    return new PodgraftError(
      "input.too_deep",
      `lists and objects stand too deep inside one another: expected ${expected}`,
      place,
    );
  }
  const code = text.codePointAt(offset);
  const found = code === undefined ? "the end" : JSON.stringify(String.fromCodePoint(code));
  return new PodgraftError(
    "input.not_json",
    `not JSON: expected ${expected}, found ${found}; YAML is read by podgraft inject`,
    place,
  );
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let feed = text.indexOf("\n", from); feed !== -1 && feed < to; feed = text.indexOf("\n", feed + 1)) lines += 1;
  return lines;
}

/** An escape such as `\ud800` alone makes a text that is no Unicode; what Kubernetes would store is anyone's guess. */
function refuseLoneSurrogates({ text, number }: StreamDocument, value: Json, file: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const found = loneSurrogate(value, []);
  if (found === undefined) return;
  const path = pathText(found.path);
  // The half alone: the text around it may be a secret.
  const message = `expected ${found.what} of whole characters, found half of a surrogate pair, ${halfOf(found.text)}`;
  throw new PodgraftError("input.not_json", message, { file, document: number, path });
}

function halfOf(text: string): string {
  const half = Array.from(text).find((character) => !character.isWellFormed());
  return JSON.stringify(half ?? "");
}

function loneSurrogate(
  value: Json,
  path: readonly Segment[],
): { path: readonly Segment[]; text: string; what: string } | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : { path, text: value, what: "a text" };
  if (isJsonList(value)) return firstFound(value.entries(), path);
  if (!isJsonObject(value)) return undefined;
  const badKey = Object.keys(value).find((key) => !key.isWellFormed());
  return badKey === undefined ? firstFound(Object.entries(value), path) : { path, text: badKey, what: "keys" };
}

function firstFound(
  entries: Iterable<readonly [Segment, Json | undefined]>,
  path: readonly Segment[],
): ReturnType<typeof loneSurrogate> {
  for (const [segment, item] of entries) {
    const found = loneSurrogate(item ?? null, [...path, segment]);
    if (found !== undefined) return found;
  }
  return undefined;
}
