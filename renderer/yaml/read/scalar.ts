import type { ScalarNode } from "../node.ts";
import { decodeBase64 } from "./base64.ts";

/** What a scalar means: its JSON value, or why it has none. */
export type ScalarMeaning = { readonly value: null | boolean | number | string } | { readonly fault: string };

const words: ReadonlyMap<string, null | boolean> = new Map([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
]);

const notNumbers: ReadonlySet<string> = new Set(
  ["nan", "NaN", "NAN"]
    .map((word) => "." + word)
    .concat(["inf", "Inf", "INF"].flatMap((word) => ["." + word, "+." + word, "-." + word])),
);

const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const integer = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const octal = /^0[0-7]+$/;
const largestUnsigned = 2n ** 64n - 1n;
const smallestSigned = -(2n ** 63n);
const coreTag = "tag:yaml.org,2002:";

/**
 * The value that kubectl gives a scalar: Go yaml v2's resolution, then JSON.
 * A quoted or block scalar without a tag is a string, and so is one with a tag of its own (`!`, `!local`).
 */
export function resolveScalar(node: ScalarNode): ScalarMeaning {
  const tag = node.properties?.tag;
  if (tag !== undefined) return resolveTagged(node.text, tag);
  return node.style === "plain" || node.style === "empty" ? resolvePlain(node.text) : { value: node.text };
}

/** The value of a plain scalar without a tag. */
export function resolvePlain(text: string): ScalarMeaning {
  const code = text.charCodeAt(0);
  if (code > 57) {
    // Only y n t f o and ~ begin a word with a meaning.
    if (text.length > 5) return { value: text };
    const word = words.get(text);
    return { value: word === undefined ? text : word };
  }
  if (code !== code) return { value: null };
  if (code < 43 || code === 44 || code === 47) return { value: text };
  if (notNumbers.has(text)) return { fault: `${text} has no JSON value; put it in quotes if it is a string` };
  return { value: resolveNumber(text) };
}

function resolveNumber(text: string): number | string {
  // A leading dot takes no underscores, unlike a leading digit or sign.
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  if (integer.test(plain)) {
    const value = parseInteger(plain);
    if (value !== undefined) return value;
  }
  if (!decimal.test(plain)) return text;
  const value = Number(plain);
  return Number.isFinite(value) ? value + 0 : text;
}

/** An integer as Go's ParseInt with base 0 reads it, `undefined` beyond 64 bits; a leading 0 is octal. */
function parseInteger(plain: string): number | undefined {
  const unsigned = plain.replace(/^[-+]/, "");
  if (unsigned.length < 15 && !octal.test(unsigned)) return (plain.startsWith("-") ? -1 : 1) * Number(unsigned) + 0;
  const value = exactInteger(plain);
  const limit = plain.startsWith("+") ? -smallestSigned - 1n : largestUnsigned;
  return value < smallestSigned || value > limit ? undefined : Number(value);
}

function exactInteger(plain: string): bigint {
  const unsigned = plain.replace(/^[-+]/, "");
  const magnitude = BigInt(octal.test(unsigned) ? "0o" + unsigned.slice(1) : unsigned);
  return plain.startsWith("-") ? -magnitude : magnitude;
}

/**
 * The decimal digits of an integer that a JavaScript number cannot hold, from the text that was read as `value`; undefined for every other
 * number.
 */
export function exactDigits(text: string, value: number): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const plain = text.replaceAll("_", "");
  return integer.test(plain) ? exactInteger(plain).toString() : undefined;
}

function resolveTagged(text: string, tag: string): ScalarMeaning {
  const name = tag.startsWith(coreTag) ? tag.slice(coreTag.length) : "";
  switch (name) {
    case "bool":
    case "int":
    case "float":
    case "null":
      return resolveAs(text, name);
    case "binary":
      return resolveBinary(text);
    case "timestamp":
      return { fault: "!!timestamp has no place in a Kubernetes object; put the time in quotes" };
    default:
      return { value: text };
  }
}

function resolveAs(text: string, name: "bool" | "int" | "float" | "null"): ScalarMeaning {
  const meaning = resolvePlain(text);
  if ("fault" in meaning || fits(meaning.value, text, name)) return meaning;
  return { fault: `${JSON.stringify(text)} is not a value of !!${name}` };
}

function fits(value: null | boolean | number | string, text: string, name: "bool" | "int" | "float" | "null"): boolean {
  if (name === "null") return value === null;
  if (name === "bool") return typeof value === "boolean";
  return typeof value === "number" && (name === "float" || integer.test(text.replaceAll("_", "")));
}

function resolveBinary(text: string): ScalarMeaning {
  const bytes = decodeBase64(text);
  return bytes === undefined
    ? { fault: "!!binary holds text that is not base64" }
    : { value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}
