import type { JsonObject } from "../../engine/json.ts";
import { memberLines } from "./splice/block-text.ts";
import type { Habits } from "./splice/habits.ts";

/** As kubectl prints YAML: lists at their key, texts of several lines as `|`. */
const habits: Habits = {
  step: 2,
  listOffset: 0,
  dashWidth: 2,
  quoting: { quote: "double", always: false },
  literals: true,
};

/** An object as YAML in block style, its members in their order. */
export function printYaml(value: JsonObject): string {
  const lines = Object.entries(value).flatMap(([name, item]) => memberLines(name, item, habits));
  return lines.length === 0 ? "{}\n" : `${lines.join("\n")}\n`;
}
