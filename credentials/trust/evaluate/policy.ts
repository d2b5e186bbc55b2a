import { isJsonList, isJsonObject, member, type Json, type JsonObject } from "../../../engine/json.ts";
import { join, judgeCondition, type Obstacles } from "./condition.ts";
import type { PolicyRequest } from "./policy-request.ts";
import type { Fault, Gap } from "./verdict.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Whether a trust policy lets a request through; if not, what is nearest to it. */
export type PolicyVerdict = {
  readonly allowed: boolean;
  /** Null where only gaps are in the way. */
  readonly fault: Fault | null;
  readonly gaps: readonly Gap[];
};

type Judged = Obstacles & { readonly isDeny: boolean; readonly path: Fault["path"] };

const empty: Obstacles = { faults: [], gaps: [] };

/**
 * Judges a trust policy as IAM and RAM do: allowed if a statement that allows applies and none that denies. What is not known here never lets
 * anybody in: such a statement allows nothing, and denies everything that it may be meant for.
 */
export function judgePolicy(policy: Json, request: PolicyRequest): PolicyVerdict {
  const statements = statementsOf(policy);
  if (statements.length === 0) {
    const reason = "the policy has no statement: nobody may take the role";
    return { allowed: false, fault: { rule: "L7", path: ["policy", "Statement"], reason }, gaps: [] };
  }
  const judged = statements.map(({ statement, path }) => judgeStatement(statement, request, path));
  const denial = judged.find(({ isDeny, faults }) => isDeny && faults.length === 0);
  if (denial !== undefined) return denied(denial);
  const allowing = judged.filter(({ isDeny }) => !isDeny);
  if (allowing.some(({ faults, gaps }) => faults.length === 0 && gaps.length === 0)) {
    return { allowed: true, fault: null, gaps: [] };
  }
  const [nearest] = allowing.toSorted((left, right) => left.faults.length - right.faults.length);
  const nothing: Fault = {
    rule: "L7",
    path: ["policy", "Statement"],
    reason: "no statement of the policy allows anything",
  };
  return {
    allowed: false,
    fault: nearest === undefined ? nothing : (nearest.faults[0] ?? null),
    gaps: nearest?.gaps ?? [],
  };
}

/** The statements of a policy with their paths; a single one may stand without a list. */
export function statementsOf(policy: Json): { readonly statement: Json; readonly path: Fault["path"] }[] {
  const statements = member(policy, "Statement");
  if (isJsonObject(statements)) return [{ statement: statements, path: ["policy", "Statement"] }];
  if (!isJsonList(statements)) return [];
  return statements.map((statement, index) => ({ statement, path: ["policy", "Statement", index] }));
}

function denied({ path, gaps }: Judged): PolicyVerdict {
  if (gaps.length > 0) return { allowed: false, fault: null, gaps };
  return {
    allowed: false,
    fault: { rule: "L7", path, reason: "this statement denies the token explicitly" },
    gaps: [],
  };
}

function judgeStatement(statement: Json, request: PolicyRequest, path: Fault["path"]): Judged {
  if (!isJsonObject(statement)) return { isDeny: false, path, ...gap(path, "expected a statement, an object") };
  const effect = member(statement, "Effect");
  if (effect !== "Allow" && effect !== "Deny") {
    return { isDeny: true, path, ...gap([...path, "Effect"], "expected Allow or Deny") };
  }
  const obstacles = join([
    judgePrincipal(statement, request, path),
    judgeAction(statement, request, path),
    judgeCondition(member(statement, "Condition"), request, [...path, "Condition"]),
    judgeMembers(statement, path),
  ]);
  return { isDeny: effect === "Deny", path, ...obstacles };
}

const known = new Set(["Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Condition"]);

/** Trust policies have no resource; IAM refuses to store one that has. */
function judgeMembers(statement: JsonObject, path: Fault["path"]): Obstacles {
  return join(
    Object.keys(statement)
      .filter((name) => !known.has(name))
      .map((name) => gap([...path, name], `a trust policy has no ${name}`)),
  );
}

function judgePrincipal(statement: JsonObject, { isProvider }: PolicyRequest, path: Fault["path"]): Obstacles {
  const [principal, notPrincipal] = [member(statement, "Principal"), member(statement, "NotPrincipal")];
  if (notPrincipal !== undefined) {
    const named = federated(notPrincipal);
    if (named === undefined) return gap([...path, "NotPrincipal"], "this form of a principal is not judged here");
    if (!named.some((arn) => arn === "*" || isProvider(arn))) return empty;
    return fault("L8", [...path, "NotPrincipal"], "the statement leaves out the token's provider");
  }
  const named = federated(principal);
  if (named === undefined) return gap([...path, "Principal"], "this form of a principal is not judged here");
  if (named.some((arn) => arn === "*" || isProvider(arn))) return empty;
  const found = named.length === 0 ? "no provider of tokens" : named.map((arn) => JSON.stringify(arn)).join(", ");
  const reason = `the statement trusts ${found}, not the provider of the token's issuer`;
  return fault("L8", [...path, "Principal"], reason);
}

/** The providers that a principal names; of other kinds of principals none. `*` alone stands for everybody. */
function federated(principal: Json | undefined): string[] | undefined {
  if (principal === "*") return ["*"];
  if (!isJsonObject(principal)) return undefined;
  const everybody = texts(member(principal, "AWS"))?.includes("*") === true ? ["*"] : [];
  const named = member(principal, "Federated");
  const arns = named === undefined ? [] : texts(named);
  return arns === undefined ? undefined : [...arns, ...everybody];
}

function judgeAction(statement: JsonObject, { action }: PolicyRequest, path: Fault["path"]): Obstacles {
  const isNot = member(statement, "NotAction") !== undefined;
  const name = isNot ? "NotAction" : "Action";
  const actions = texts(member(statement, name));
  if (actions === undefined) return gap([...path, name], "expected a text or a list of texts");
  const named = actions.some((one) => matchesWildcard(one.toLowerCase(), action.toLowerCase()));
  if (named !== isNot) return empty;
  return fault("L8", [...path, name], `the statement is not about ${action}, with which tokens are exchanged`);
}

function texts(value: Json | undefined): string[] | undefined {
  const items = isJsonList(value) ? value : [value];
  const found = items.filter((item) => typeof item === "string");
  return found.length === items.length ? found : undefined;
}

function fault(rule: Fault["rule"], path: Fault["path"], reason: string): Obstacles {
  return { faults: [{ rule, path, reason }], gaps: [] };
}

function gap(path: Fault["path"], reason: string): Obstacles {
  return { faults: [], gaps: [{ path, reason }] };
}
