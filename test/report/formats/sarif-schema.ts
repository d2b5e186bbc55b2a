import { readFileSync } from "node:fs";
import { Ajv, type AnySchema } from "ajv";

/** Draft 4 names its identifier otherwise; nothing else in this schema differs from draft 7. */
function publishedSchema(): AnySchema {
  const file = new URL(
    "../../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
    import.meta.url,
  );
  const { id, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return { ...schema, $schema: "http://json-schema.org/draft-07/schema#", $id: id } as AnySchema;
}

const validate = new Ajv({
  strict: false,
  // One of the schema's patterns is none under the flag `u`.
  unicodeRegExp: false,
  formats: {
    uri: /^[a-z][a-z0-9+.-]*:[^\s]+$/i,
    "uri-reference": /^[^\s\\]*$/,
    "date-time": true,
  },
}).compile(publishedSchema());

/** What does not fit the published schema of SARIF 2.1.0; empty where all does. */
export function sarifErrors(log: unknown): readonly string[] {
  return validate(log)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}
