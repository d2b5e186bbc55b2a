import type { YamlNode } from "../node.ts";
import { resolveScalar } from "./scalar.ts";

/** A key's JSON member name, or why it cannot be one. */
export type KeyMeaning = { readonly name: string } | { readonly fault: string };

/** The member name that kubectl makes of a key: booleans and numbers become their text, so `on:` is `true`. */
export function resolveKey(node: YamlNode): KeyMeaning {
  if (node.kind === "alias") return resolveKey(node.target);
  if (node.kind !== "scalar") return { fault: `a ${node.kind} cannot be a key; put a template placeholder in quotes` };
  const meaning = resolveScalar(node);
  if ("fault" in meaning) return meaning;
  const { value } = meaning;
  if (typeof value === "string") return { name: value };
  if (typeof value === "boolean") return { name: String(value) };
  if (value === null) return { fault: "null cannot be a key; put it in quotes" };
  return nameOfNumber(node.text, value);
}

/** Whether `node` is the merge key `<<`. */
export function isMergeKey(node: YamlNode): boolean {
  if (node.kind !== "scalar" || node.text !== "<<") return false;
  const tag = node.properties?.tag;
  return tag === undefined ? node.style === "plain" : tag === "tag:yaml.org,2002:merge";
}

function nameOfNumber(text: string, value: number): KeyMeaning {
  const plain = text.replaceAll("_", "");
  if (Number.isInteger(value) && !/[.eE]/.test(plain.replace(/^[-+]?0[xX].*/, ""))) {
    if (value > 2 ** 63 - 1) return { fault: `${text} is too large a number for a key; put it in quotes` };
    if (Number.isSafeInteger(value))
      return /^[-+]?0[0-9]*[89]/.test(plain) ? { name: singlePrecision(value) } : { name: String(value) };
    return /^-?[1-9][0-9]*$/.test(plain)
      ? { name: plain }
      : { fault: `${text} is too large a number for a key; put it in quotes` };
  }
  return { name: singlePrecision(value) };
}

/** The shortest text that reads back as the same single-precision number, with an exponent below 1e-4 and from 1e6 on, as Go's `%g` writes it. */
function singlePrecision(value: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  let digits = 1;
  while (digits < 17 && Math.fround(Number(single.toExponential(digits - 1))) !== single) digits += 1;
  const [mantissa = "0", power = "0"] = single.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(single.toPrecision(digits)));
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
