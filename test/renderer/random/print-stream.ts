import type { Json } from "../../../engine/json.ts";
import { printRandomly } from "./print.ts";
import type { Random } from "./source.ts";

/** All `objects` printed as one stream, each in a style of its own. */
export function printStream(objects: readonly Json[], random: Random): string {
  let stream = random(20) === 0 ? "\uFEFF" : "";
  objects.forEach((object, index) => {
    const text = object === null ? printNothing(index, random) : printRandomly(object, random);
    if (index > 0 && !startsWithMarker(text)) stream += separator(stream, text, random);
    else if (index > 0 && !stream.endsWith("\n")) stream += "\n";
    stream += text;
  });
  return stream;
}

/** A document without content, which at the start of a stream needs a marker or a word to be one. */
function printNothing(index: number, random: Random): string {
  return (index === 0 ? ["null\n", "--- ~\n"] : ["---\n", "---\n# nothing\n\n", "--- null\n"])[random(2)] ?? "";
}

function startsWithMarker(text: string): boolean {
  return /^(?:# c\r?\n)?---/.test(text);
}

/** A marker; between JSON values and behind an end marker there need be none. */
function separator(stream: string, text: string, random: Random): string {
  const bothJson = /\}\s*$/.test(stream) && isJson(text) && isJson(stream.replace("\uFEFF", ""));
  if (bothJson && random(2) === 0) return ["", "\n", "\n\n"][random(3)] ?? "";
  if (/\n\.\.\.[^\n]*\s+$/.test(stream) && random(2) === 0) return "";
  return (
    (stream.endsWith("\n") ? "" : "\n") +
    (["---\n", "--- # Source: a/b.yaml\n", "---\n# Source: a/b.yaml\n"][random(3)] ?? "")
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
