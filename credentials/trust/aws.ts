import type { Json, JsonObject } from "../../engine/json.ts";
import { isJsonObject } from "../../engine/json.ts";
import { fieldOf } from "../requests/fields.ts";
import { subjectsOf, type CredentialsRequest } from "../requests/request.ts";
import { readProviderArn } from "./provider-arn.ts";
import { cutName, longestRoleName } from "./role-name.ts";

/** What an identity provider of IAM is made with; its thumbprint is left to AWS, which checks well-known authorities itself. */
export function awsProvider(issuer: string): JsonObject {
  return { Url: issuer, ClientIDList: ["openshift", "sts.amazonaws.com"] };
}

/**
 * The trust policy of a role: tokens of `subjects` may take it. `audiences` are asked for too where there are some; the official tool asks
 * for none. Names with a wildcard are meant literally here, as `StringEquals` reads them.
 */
export function awsTrustPolicy(
  providerArn: string,
  subjects: readonly string[],
  audiences: readonly string[] = [],
): JsonObject {
  const { host } = readProviderArn(providerArn);
  const equals = {
    [`${host}:sub`]: subjects,
    ...(audiences.length === 0 ? {} : { [`${host}:aud`]: audiences }),
  };
  return {
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { Federated: providerArn },
        Action: "sts:AssumeRoleWithWebIdentity",
        Condition: { StringEquals: equals },
      },
    ],
  };
}

/** What the role of a request is made with, and what it may do, as IAM's `CreateRole` and `PutRolePolicy` take them. */
export function awsRole(
  request: CredentialsRequest,
  name: string,
  providerArn: string,
  more: { readonly audiences?: readonly string[]; readonly permissionsBoundary?: string | undefined } = {},
): { readonly role: JsonObject; readonly policy: JsonObject } {
  const roleName = cutName(name, request.secret, longestRoleName).name;
  const { namespace, name: secret } = request.secret;
  const role = {
    RoleName: roleName,
    Description: `OpenShift role for ${namespace}/${secret}`,
    AssumeRolePolicyDocument: awsTrustPolicy(providerArn, subjectsOf(request), more.audiences),
    ...(more.permissionsBoundary === undefined ? {} : { PermissionsBoundary: more.permissionsBoundary }),
    Tags: [
      { Key: `openshift.io/cloud-credential-operator/${name}`, Value: "owned" },
      { Key: "Name", Value: name },
    ],
  };
  return { role, policy: { RoleName: roleName, PolicyName: roleName, PolicyDocument: permissionsOf(request) } };
}

function permissionsOf({ providerSpec }: CredentialsRequest): JsonObject {
  const entries = fieldOf(providerSpec, "statementEntries")?.value ?? [];
  return { Version: "2012-10-17", Statement: Array.isArray(entries) ? entries.map(statementOf) : [] };
}

function statementOf(entry: Json): JsonObject {
  const of = (name: string): Json => (isJsonObject(entry) ? (fieldOf(entry, name)?.value ?? null) : null);
  const condition = of("policyCondition");
  const hasCondition = isJsonObject(condition) && Object.keys(condition).length > 0;
  return {
    Effect: of("effect"),
    Action: of("action"),
    Resource: of("resource"),
    ...(hasCondition ? { Condition: condition } : {}),
  };
}
