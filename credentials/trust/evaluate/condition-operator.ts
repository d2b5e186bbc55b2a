import { hasWildcard, matchesWildcard } from "./wildcard.ts";

/** How an operator of conditions compares texts. */
export type Comparison = {
  readonly matches: (wanted: string, given: string) => boolean;
  /** Whether the condition holds where nothing matches, as with `StringNotEquals`. */
  readonly negated: boolean;
  readonly readsWildcards: boolean;
};

/** An operator with its prefix and suffix, as `ForAnyValue:StringLikeIfExists`. */
export type Operator = {
  readonly quantifier: "any" | "all" | null;
  readonly ifExists: boolean;
  readonly comparison: Comparison | "null";
};

const equals = (wanted: string, given: string): boolean => wanted === given;
const equalsIgnoringCase = (wanted: string, given: string): boolean => wanted.toLowerCase() === given.toLowerCase();

const comparisons: ReadonlyMap<string, Comparison> = new Map([
  ["StringEquals", { matches: equals, negated: false, readsWildcards: false }],
  ["StringNotEquals", { matches: equals, negated: true, readsWildcards: false }],
  ["StringEqualsIgnoreCase", { matches: equalsIgnoringCase, negated: false, readsWildcards: false }],
  ["StringNotEqualsIgnoreCase", { matches: equalsIgnoringCase, negated: true, readsWildcards: false }],
  ["StringLike", { matches: matchesWildcard, negated: false, readsWildcards: true }],
  ["StringNotLike", { matches: matchesWildcard, negated: true, readsWildcards: true }],
]);

/** Reads an operator of texts or of presence; undefined for any other, as of numbers, dates and addresses. */
export function readOperator(name: string): Operator | undefined {
  const [, prefix, base = "", suffix] = /^(ForAnyValue:|ForAllValues:)?([A-Za-z]+?)(IfExists)?$/.exec(name) ?? [];
  const quantifier = prefix === undefined ? null : prefix === "ForAnyValue:" ? "any" : "all";
  const ifExists = suffix !== undefined;
  if (base === "Null")
    return quantifier === null && !ifExists ? { quantifier, ifExists, comparison: "null" } : undefined;
  const comparison = comparisons.get(base);
  return comparison === undefined ? undefined : { quantifier, ifExists, comparison };
}

/** Whether one of `wanted` would match if its wildcards were read as such, where the operator takes them literally. */
export function wouldMatchAsWildcard(
  { readsWildcards }: Comparison,
  wanted: readonly string[],
  given: string,
): boolean {
  return !readsWildcards && wanted.some((one) => hasWildcard(one) && matchesWildcard(one, given));
}
