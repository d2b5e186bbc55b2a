import type { Json, Segment } from "../../engine/json.ts";
import type { YamlNode } from "./node.ts";
import type { Origin } from "./parse/cursor.ts";
import { placeOf } from "./parse/cursor.ts";
import { parseDocument } from "./parse/document.ts";
import { offsetOf } from "./read/position.ts";
import { valueOf } from "./read/value.ts";

export type { Origin } from "./parse/cursor.ts";

/** One YAML document as read. */
export type YamlDocument = {
  /** The JSON value with kubectl's meaning; `null` for a document of comments or none. Shared by aliases: do not change it. */
  readonly value: Json;
  /**
   * Line and column, from 1 and in the lines of the whole file, of the member's key or the list's item at `path`. Where the path leaves what is
   * written (a missing member, an alias), the last place on the way. Reads the text again on the first call.
   */
  readonly position: (path: readonly Segment[]) => { readonly line: number; readonly column: number };
};

/**
 * Reads the one YAML or JSON document of `text` as kubectl does (Go yaml v2, then JSON): `0644` is 420, `yes` is true, the last of equal keys wins.
 * Integers beyond 2^53 are rounded in the value; the text keeps their digits, and no splice rewrites them.
 * Throws PodgraftError `input.not_yaml`, `input.too_deep` or `input.too_large` (aliases), with the place counted from `origin.firstLine`.
 */
export function readYaml(text: string, origin: Origin = {}): YamlDocument {
  const value = valueOf(parseDocument(text, origin), text, origin);
  let root: YamlNode | undefined;
  return {
    value,
    position(path) {
      root ??= parseDocument(text, origin);
      return placeOf(text, offsetOf(root, path), origin.firstLine ?? 1);
    },
  };
}
