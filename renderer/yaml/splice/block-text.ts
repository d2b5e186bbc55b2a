import type { Json, JsonObject } from "../../../engine/json.ts";
import { isJsonList, isJsonObject } from "../../../engine/json.ts";
import type { Habits } from "./habits.ts";
import { spaces } from "./lines.ts";
import { keyText, scalarText } from "./scalar-text.ts";

/** Whether `value` is written on lines of its own in block style: a collection that is not empty. */
export function isBlockValue(value: Json | undefined): value is readonly Json[] | JsonObject {
  return isJsonList(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}

/** The lines of a collection that is not empty, in block style; the first column is 0. */
export function blockLines(value: readonly Json[] | JsonObject, habits: Habits): string[] {
  if (isJsonList(value)) return value.flatMap((item) => itemLines(item, habits));
  return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, habits));
}

/** The lines of one entry of a list, with its dash. */
export function itemLines(item: Json, habits: Habits): string[] {
  const width = habits.dashWidth;
  const lines = isBlockValue(item) ? blockLines(item, habits) : scalarLines(item, habits, width);
  return lines.map((line, index) => (index === 0 ? "-" + spaces(width - 1) + line : indent(line, width)));
}

/** The lines of one member of an object, with its key. */
export function memberLines(name: string, value: Json | undefined, habits: Habits): string[] {
  const key = keyText(name, habits.quoting) + ":";
  if (!isBlockValue(value)) {
    const [first = "", ...rest] = scalarLines(value, habits, habits.step);
    return [`${key} ${first}`, ...rest.map((line) => indent(line, habits.step))];
  }
  const offset = isJsonList(value) ? habits.listOffset : habits.step;
  return [key, ...blockLines(value, habits).map((line) => indent(line, offset))];
}

/** The lines of a scalar: one, or a `|` and its text where the document writes texts of several lines so and that keeps the value. */
export function scalarLines(value: Json | undefined, habits: Habits, width: number): string[] {
  if (typeof value !== "string" || !habits.literals || width < 1 || !isLiteralSafe(value))
    return [scalarText(value, habits.quoting)];
  return value.endsWith("\n") ? ["|", ...value.slice(0, -1).split("\n")] : ["|-", ...value.split("\n")];
}

/** Printable lines, the first and the last with content, none with a blank at its end; the first not indented. */
function isLiteralSafe(text: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?(?:\n(?:[ -~]*[!-~])?)*\n?$/.test(text) && /\n./.test(text) && !/\n\n$/.test(text);
}

function indent(line: string, width: number): string {
  return line === "" ? "" : spaces(width) + line;
}
