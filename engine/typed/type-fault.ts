import type { Json, Segment } from "../json.ts";
import { isJsonList } from "../json.ts";
import { pathText } from "./path-text.ts";
import type { Shape } from "./shapes.ts";

/** Why Kubernetes' decoder would refuse a Pod: where, what it wants there and what stands there, both in words. */
export type TypeFault = { readonly path: readonly Segment[]; readonly expected: string; readonly found: string };

const expectations: { readonly [kind in Shape["kind"]]: string } = {
  string: "a string",
  bool: "true or false",
  int32: "an integer from -2147483648 to 2147483647",
  int64: "an integer of 64 bits",
  Quantity: "a quantity such as 500m or 1Gi",
  Time: "an RFC 3339 time such as 2006-01-02T15:04:05Z",
  IntOrString: "an integer from -2147483648 to 2147483647 or a string",
  list: "a list",
  map: "an object",
  struct: "an object",
  any: "anything",
};

/** What the decoder wants at a place of this shape, in words. */
export function expectation(shape: Shape): string {
  return expectations[shape.kind];
}

/**
 * What stands there, in words. A value is named only where its form is at fault (a quantity, a time, a number): elsewhere it may be
 * a secret that lacks its quotes.
 */
export function describeFound(value: Json, shape: Shape): string {
  if (value === null) return "null";
  if (isJsonList(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return isTextShape(shape) ? quote(value) : "a string";
  if (typeof value === "number") return isNumberShape(shape) ? String(value) : "a number";
  return String(value);
}

function isTextShape(shape: Shape): boolean {
  return shape.kind === "Quantity" || shape.kind === "Time";
}

function isNumberShape(shape: Shape): boolean {
  return shape.kind === "int32" || shape.kind === "int64" || shape.kind === "IntOrString";
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? text.slice(0, 60) + "…" : text);
}

/** One line for people, as `spec.containers[0].env: expected a list, found an object`, with the remedy where there is one. */
export function describeTypeFault(fault: TypeFault): string {
  return `${pathText(fault.path)}: expected ${fault.expected}, found ${fault.found}${remedy(fault)}`;
}

function remedy({ path, expected, found }: TypeFault): string {
  if (found === "null" && typeof path.at(-1) === "number") return "; remove the empty list item";
  if (expected === expectations.string && ["a number", "true", "false"].includes(found))
    return "; put the value in quotes";
  return "";
}
