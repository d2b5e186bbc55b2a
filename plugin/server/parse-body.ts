import { PodgraftError } from "../../engine/errors.ts";
import { parseJson, type Json } from "../../engine/json.ts";

/** How deep objects and lists may stand inside one another. A Pod needs about 15 levels; recursion over JSON gets in trouble from some thousand on. */
export const deepest = 200;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a body as JSON. Throws PodgraftError `input.not_json` or `input.too_deep`. */
export function parseBody(bytes: Buffer): Json {
  if (bytes.length === 0) throw new PodgraftError("input.not_json", "the body is empty; expected an AdmissionReview");
  refuseDepth(bytes);
  try {
    return parseJson(decoder.decode(bytes));
  } catch {
    throw new PodgraftError("input.not_json", "the body is not JSON in UTF-8; expected an AdmissionReview");
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Counts brackets outside of texts, before anything recursive sees them. A body with fewer brackets than levels cannot be too deep. */
function refuseDepth(bytes: Buffer): void {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (inText) {
      if (byte === backslash) index++;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (opening.has(byte)) {
      depth++;
      if (depth > deepest)
        throw new PodgraftError("input.too_deep", `the body is nested deeper than ${deepest} levels`);
    } else if (closing.has(byte)) depth--;
  }
}
