import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, jsonEqual, member, type Json, type JsonObject } from "../../engine/json.ts";

/** Whom a RAM role is to trust: the ServiceAccount's tokens of a cluster. `*` for either name means any. */
export type RamTrust = {
  readonly providerArn: string;
  /** The cluster's issuer; of a list with commas the first one, which is in the tokens. */
  readonly issuer: string;
  readonly namespace: string;
  readonly serviceAccount: string;
};

/** The statement of a role trust policy of RAM. Only a whole name can be a wildcard; `*` within one stays what it is and matches nothing. */
export function ramStatement({ providerArn, issuer, namespace, serviceAccount }: RamTrust): JsonObject {
  const subject = { "oidc:sub": `system:serviceaccount:${namespace}:${serviceAccount}` };
  const fixed = { "oidc:aud": "sts.aliyuncs.com", "oidc:iss": issuer.split(",", 1)[0] ?? issuer };
  const condition =
    namespace === "*" || serviceAccount === "*"
      ? { StringEquals: fixed, StringLike: subject }
      : { StringEquals: { ...fixed, ...subject } };
  return {
    Action: "sts:AssumeRole",
    Effect: "Allow",
    Principal: { Federated: [providerArn] },
    Condition: condition,
  };
}

/**
 * A role trust policy with the statement for `trust`: `present` if it has it already (members may be in any order), else with it behind those that
 * it has. Throws PodgraftError `input.invalid` for a policy whose `Statement` is no list.
 */
export function ramPolicy(
  trust: RamTrust,
  present: Json = {},
): { readonly policy: JsonObject; readonly present: boolean } {
  const statement = ramStatement(trust);
  if (!isJsonObject(present)) throw new PodgraftError("input.invalid", "expected a role trust policy, a JSON object");
  const statements = member(present, "Statement") ?? [];
  if (!isJsonList(statements)) {
    const message = "Statement is no list; RAM's tools read lists only: put brackets around it";
    throw new PodgraftError("input.invalid", message, { path: "Statement" });
  }
  const policy = { Version: "1", ...present };
  if (statements.some((one) => jsonEqual(one, statement))) return { policy, present: true };
  return { policy: { ...policy, Statement: [...statements, statement] }, present: false };
}
