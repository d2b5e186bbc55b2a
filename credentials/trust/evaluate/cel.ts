import { Environment } from "@marcbachmann/cel-js";
import { parseJson, type Json, type JsonObject } from "../../../engine/json.ts";

/**
 * What a CEL expression of a workload identity provider gives, or why it gives nothing. Of Google's own functions only those of CEL itself are
 * known; an expression with another is a fault.
 */
export function evaluateCel(
  expression: string,
  context: JsonObject,
): { readonly value: Json } | { readonly fault: string } {
  try {
    const environment = new Environment({ unlistedVariablesAreDyn: true });
    const value: unknown = environment.evaluate(withoutGoogle(expression), { ...context, [stand]: context["google"] });
    const text = JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? Number(one) : one));
    return { value: parseJson(text) };
  } catch (cause) {
    const said = cause instanceof Error ? (cause.message.split("\n", 1)[0] ?? "") : String(cause);
    return { fault: `${JSON.stringify(expression)} cannot be evaluated: ${said}` };
  }
}

/** To the evaluator `google` is the name of the package of protocol buffers' types; another name stands for Google's attributes. */
const stand = "google_attributes";

function withoutGoogle(expression: string): string {
  const texts = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<![.\w])google(?=\s*[.[])/g;
  return expression.replace(texts, (found) => (found === "google" ? stand : found));
}
