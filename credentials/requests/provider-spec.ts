import { isJsonObject, type JsonObject, type Segment } from "../../engine/json.ts";
import { listField, objectField, textField, textListField, wrongType, type FieldReader } from "./fields.ts";
import type { RequestCloud } from "./request.ts";

/** Fields of texts and of lists of texts in each providerSpec. */
const fields: {
  readonly [cloud in RequestCloud]: { readonly texts: readonly string[]; readonly lists: readonly string[] };
} = {
  aws: { texts: ["stsIAMRoleARN"], lists: [] },
  gcp: { texts: ["audience", "serviceAccountEmail"], lists: ["predefinedRoles", "permissions"] },
  azure: {
    texts: ["azureClientID", "azureTenantID", "azureRegion", "azureSubscriptionID"],
    lists: ["permissions", "dataPermissions"],
  },
};

/** Checks the types of what a providerSpec asks for. Throws `input.invalid` with the field that has another type. */
export function checkProviderSpec(
  reader: FieldReader,
  spec: JsonObject,
  path: readonly Segment[],
  cloud: RequestCloud,
): void {
  for (const name of fields[cloud].texts) textField(reader, spec, path, name);
  for (const name of fields[cloud].lists) textListField(reader, spec, path, name);
  if (cloud === "aws") checkStatements(reader, spec, path);
  if (cloud === "azure") {
    for (const { value, path: here } of listField(reader, spec, path, "roleBindings")) {
      if (!isJsonObject(value)) throw wrongType(reader, here, "an object with a role", value);
      textField(reader, value, here, "role");
    }
  }
}

function checkStatements(reader: FieldReader, spec: JsonObject, path: readonly Segment[]): void {
  for (const { value, path: here } of listField(reader, spec, path, "statementEntries")) {
    if (!isJsonObject(value)) throw wrongType(reader, here, "a statement", value);
    textField(reader, value, here, "effect");
    textField(reader, value, here, "resource");
    textListField(reader, value, here, "action");
    objectField(reader, value, here, "policyCondition");
  }
}
