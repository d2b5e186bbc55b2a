import type { Json } from "../../../engine/json.ts";
import { isJsonList, isJsonObject } from "../../../engine/json.ts";
import type { Quoting } from "./scalar-text.ts";
import { jsonText, keyText, scalarText } from "./scalar-text.ts";

/** How a flow collection is written. */
export type FlowStyle = {
  /** Whether keys and strings are in double quotes, as in JSON. */
  readonly json: boolean;
  /** What separates a key from its value: `": "` or `":"`. */
  readonly colon: string;
  /** What separates entries on one line: `", "` or `","`. */
  readonly comma: string;
  /** What stands inside braces: `" "` or nothing. */
  readonly padding: string;
  /** One step of indentation where nested collections are spread over lines; `undefined` for one line. */
  readonly step: string | undefined;
  readonly lineBreak: string;
  readonly quoting: Quoting;
};

/** `value` in flow style; further lines are indented by `indentation` and more. */
export function flowText(value: Json | undefined, style: FlowStyle, indentation: string): string {
  if (isJsonList(value) && value.length > 0)
    return wrap(
      "[",
      "]",
      value.map((item) => flowText(item, style, indentation + (style.step ?? ""))),
      style,
      indentation,
      "",
    );
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const entries = Object.entries(value).map(([name, member]) =>
      flowMember(name, member, style, indentation + (style.step ?? "")),
    );
    return wrap("{", "}", entries, style, indentation, style.padding);
  }
  if (style.json && typeof value === "string") return jsonText(value);
  return scalarText(value, style.quoting);
}

/** One member of a flow mapping. */
export function flowMember(name: string, value: Json | undefined, style: FlowStyle, indentation: string): string {
  const key = style.json ? jsonText(name) : keyText(name, style.quoting);
  const quotedKey = key.startsWith('"') || key.startsWith("'");
  return key + (quotedKey ? style.colon : ": ") + flowText(value, style, indentation);
}

function wrap(
  open: string,
  close: string,
  entries: readonly string[],
  style: FlowStyle,
  indentation: string,
  padding: string,
): string {
  if (style.step === undefined) return open + padding + entries.join(style.comma) + padding + close;
  const inner = style.lineBreak + indentation + style.step;
  return open + inner + entries.join("," + inner) + style.lineBreak + indentation + close;
}
