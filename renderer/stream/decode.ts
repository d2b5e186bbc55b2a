import { PodgraftError } from "../../engine/errors.ts";

/** The text of `bytes`, which must be UTF-8; a byte order mark is kept. Throws `input.not_yaml` naming `file` otherwise. */
export function decodeText(bytes: Uint8Array, file?: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PodgraftError(
      "input.not_yaml",
      "the input is not UTF-8 text; save it as UTF-8",
      file === undefined ? {} : { file },
      { cause },
    );
  }
}
