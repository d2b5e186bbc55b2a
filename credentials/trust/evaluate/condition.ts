import { isJsonList, isJsonObject, type Json } from "../../../engine/json.ts";
import { readOperator, wouldMatchAsWildcard, type Comparison, type Operator } from "./condition-operator.ts";
import type { PolicyRequest } from "./policy-request.ts";
import type { Fault, Gap } from "./verdict.ts";

/** What stands between a statement and a token. */
export type Obstacles = { readonly faults: readonly Fault[]; readonly gaps: readonly Gap[] };

type Path = Fault["path"];

/** Judges the `Condition` of a statement: all operators and all of their keys have to hold, any one of a key's values is enough. */
export function judgeCondition(condition: Json | undefined, request: PolicyRequest, path: Path): Obstacles {
  if (condition === undefined) return { faults: [], gaps: [] };
  if (!isJsonObject(condition)) return gap(path, "expected an object of operators");
  return join(
    Object.entries(condition).map(([name, block]) => {
      const operator = readOperator(name);
      const at = [...path, name];
      if (operator === undefined) return gap(at, `the operator ${JSON.stringify(name)} is not judged here`);
      if (!isJsonObject(block)) return gap(at, "expected an object of condition keys");
      return join(Object.entries(block).map(([key, value]) => judgeKey(operator, key, value, request, [...at, key])));
    }),
  );
}

/** All obstacles of several. */
export function join(all: readonly Obstacles[]): Obstacles {
  return { faults: all.flatMap(({ faults }) => faults), gaps: all.flatMap(({ gaps }) => gaps) };
}

function judgeKey(
  operator: Operator,
  key: string,
  value: Json | undefined,
  request: PolicyRequest,
  path: Path,
): Obstacles {
  const wanted = textsOf(value);
  if (wanted === undefined) return gap(path, "expected a text or a list of texts");
  const given = request.values.get(key.toLowerCase());
  if (given === undefined && request.mayKnow(key))
    return gap(path, `the key ${JSON.stringify(key)} is not in the token`);
  const { comparison } = operator;
  if (comparison === "null") return judgePresence(wanted, given, key, path);
  if (request.hasVariables && wanted.some((one) => one.includes("${"))) {
    return gap(path, "a policy variable (${…}) is not judged here");
  }
  const holds = compare({ ...operator, comparison }, wanted, given ?? []);
  if (holds === undefined) {
    return gap(path, "the token has several values for a key that is compared without ForAnyValue or ForAllValues");
  }
  if (holds) return { faults: [], gaps: [] };
  return { faults: [mismatch(comparison, key, wanted, given, path)], gaps: [] };
}

/** How IAM compares a key of several values; undefined where it asks for a set operator. */
function compare(
  { quantifier, ifExists, comparison }: Operator & { readonly comparison: Comparison },
  wanted: readonly string[],
  given: readonly string[],
): boolean | undefined {
  const holds = (one: string): boolean => wanted.some((text) => comparison.matches(text, one)) !== comparison.negated;
  if (given.length === 0) return ifExists || quantifier === "all" || (quantifier === null && comparison.negated);
  if (quantifier === "any") return given.some(holds);
  if (quantifier === "all" || given.length === 1) return given.every(holds);
  return undefined;
}

function judgePresence(
  wanted: readonly string[],
  given: readonly string[] | undefined,
  key: string,
  path: Path,
): Obstacles {
  const [text = ""] = wanted;
  if (wanted.length !== 1 || !/^(?:true|false)$/i.test(text)) return gap(path, "expected true or false");
  const isAbsent = given === undefined || given.length === 0;
  if (isAbsent === (text.toLowerCase() === "true")) return { faults: [], gaps: [] };
  const reason = `the token has ${isAbsent ? "no" : "a"} value for ${key}`;
  return { faults: [{ rule: ruleOf(key), path, reason }], gaps: [] };
}

function mismatch(
  comparison: Comparison,
  key: string,
  wanted: readonly string[],
  given: readonly string[] | undefined,
  path: Path,
): Fault {
  const expected = wanted.map((one) => JSON.stringify(one)).join(" or ");
  if (given === undefined) {
    const reason = `the key ${JSON.stringify(key)} is not one of this token's: its prefix has to be the provider's issuer without https://, letter by letter`;
    return { rule: "L8", path, reason };
  }
  const [first = ""] = given;
  const found = given.map((one) => JSON.stringify(one)).join(", ");
  if (comparison.negated)
    return { rule: ruleOf(key), path, reason: `the token has ${found}, which the policy shuts out` };
  if (wouldMatchAsWildcard(comparison, wanted, first)) {
    const reason = `${expected} is compared letter by letter here, a wildcard in it is none: the token has ${found}`;
    return { rule: "L9", path, reason };
  }
  const differsInCase = wanted.some((one) => one.toLowerCase() === first.toLowerCase());
  const how = differsInCase ? ", the same but for upper and lower case, which counts" : "";
  return { rule: ruleOf(key), path, reason: `expected ${expected}, the token has ${found}${how}` };
}

function ruleOf(key: string): "L1" | "L5" | "L7" {
  if (/:aud$/i.test(key)) return "L5";
  return /:iss$/i.test(key) ? "L1" : "L7";
}

function textsOf(value: Json | undefined): string[] | undefined {
  const items = isJsonList(value) ? value : [value];
  const texts = items.flatMap((item) =>
    typeof item === "string" || typeof item === "boolean" || typeof item === "number" ? [String(item)] : [],
  );
  return texts.length === items.length ? texts : undefined;
}

function gap(path: Path, reason: string): Obstacles {
  return { faults: [], gaps: [{ path, reason }] };
}
