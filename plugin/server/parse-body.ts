import { isAscii, isUtf8 } from "node:buffer";
import { PodgraftError } from "../../engine/errors.ts";
import { parseJson, type Json } from "../../engine/json.ts";

/** How deep objects and lists may stand inside one another. A Pod needs about 15 levels; recursion over JSON gets in trouble from some thousand on. */
export const deepest = 200;

/** Reads a body as JSON. Throws PodgraftError `input.not_json` or `input.too_deep`. */
export function parseBody(bytes: Buffer): Json {
  if (bytes.length === 0) throw new PodgraftError("input.not_json", "the body is empty; expected an AdmissionReview");
  if (isTooDeep(bytes)) {
    throw new PodgraftError("input.too_deep", `the body is nested deeper than ${deepest} levels`);
  }
  try {
    return parseJson(textOf(bytes));
  } catch {
    throw new PodgraftError("input.not_json", "the body is not JSON in UTF-8; expected an AdmissionReview");
  }
}

/** Most bodies are ASCII, whose bytes need no decoding. Throws where they are no UTF-8: Node would put other characters in their place. */
function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) throw new TypeError("not UTF-8");
  return bytes.toString("utf8");
}

const quote = 0x22;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const curly = 0x20;
const opening = 0x5b | curly;
const closing = 0x5d | curly;

/** Whether brackets outside of texts go too deep, before anything recursive sees them. */
function isTooDeep(bytes: Buffer): boolean {
  const { length } = bytes;
  let depth = 0;
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === quote) index = endOfText(bytes, index + 1, length);
    else if ((byte | curly) === opening) {
      if (++depth > deepest) return true;
    } else if ((byte | curly) === closing) depth--;
  }
  return false;
}

function endOfText(bytes: Buffer, start: number, length: number): number {
  let index = start;
  while (index < length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}
