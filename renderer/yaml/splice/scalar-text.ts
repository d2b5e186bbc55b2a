import type { Json } from "../../../engine/json.ts";
import { isJsonList, isJsonObject } from "../../../engine/json.ts";

/** How a document writes its strings. */
export type Quoting = {
  readonly quote: "double" | "single";
  /** Whether strings are quoted even where they need not be. */
  readonly always: boolean;
};

/** A letter, `_` or `/`, then what no reader of YAML 1.1 or 1.2 gives a meaning, in block or flow context. */
const plainSafe = /^[A-Za-z_/](?:[A-Za-z0-9_./@+=-]|:(?=[A-Za-z0-9_./@+=:-])| (?=[A-Za-z0-9_/]))*$/;

/** Words that YAML 1.1 or 1.2 reads as a boolean or null in some spelling. */
const reserved: ReadonlySet<string> = new Set([
  "y",
  "n",
  "yes",
  "no",
  "true",
  "false",
  "on",
  "off",
  "null",
  "none",
  "nil",
]);

/** What JSON allows in a string but YAML does not, or not unharmed: C1 controls, line and paragraph separators, byte order marks. */
const needsEscape = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Whether `text` without quotes is the same string to every reader of YAML 1.1 and 1.2. */
export function isPlainSafe(text: string): boolean {
  return text.length < 1000 && plainSafe.test(text) && !text.endsWith(":") && !reserved.has(text.toLowerCase());
}

/** A scalar on one line. Collections are not scalars: only empty ones may be given. */
export function scalarText(value: Json | undefined, quoting: Quoting): string {
  if (typeof value === "string") return stringText(value, quoting);
  if (typeof value === "number") return numberText(value);
  if (isJsonList(value)) return "[]";
  return isJsonObject(value) ? "{}" : String(value ?? null);
}

/** A string on one line: plain where that is safe and usual, else quoted. */
export function stringText(text: string, quoting: Quoting): string {
  if (!quoting.always && isPlainSafe(text)) return text;
  return quoting.quote === "single" && /^[ -~]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : jsonText(text);
}

/** A member name; it is quoted only where it has to be. */
export function keyText(name: string, quoting: Quoting): string {
  return stringText(name, { quote: quoting.quote, always: false });
}

/** A string in double quotes that reads the same as JSON, YAML 1.1 and YAML 1.2. */
export function jsonText(text: string): string {
  return JSON.stringify(text).replaceAll(
    needsEscape,
    (found) => "\\u" + found.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** A number in decimal digits without an exponent, which YAML 1.1 readers disagree on. */
export function numberText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = "", exponent = "0"] = text.split("e");
  const negative = mantissa.startsWith("-");
  const digits = mantissa.replace(/[-.]/g, "");
  return `${negative ? "-" : ""}0.${"0".repeat(-Number(exponent) - 1)}${digits}`;
}
