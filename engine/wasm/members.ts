/** An object from outside, of which nothing is known but that it is one. */
export type Members = { readonly [name: string]: unknown };

/** Whether `value` is an object, that is neither null nor a list nor a scalar. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
