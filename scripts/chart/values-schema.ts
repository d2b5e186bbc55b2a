import { entriesOf, memberOf } from "../lib/json-file.ts";

/** What a file in a repository needs and a ConfigMap of the chart does not: the chart writes the first two, and has no other files. */
const withoutMeaningInValues: readonly string[] = ["apiVersion", "kind", "metadata", "extends"];

/**
 * The schema of the chart's values with the configuration's own schema as that of `config`, so that Helm refuses a misspelt setting.
 * Takes the text of values.schema.json, whatever it has for `config`, and the parsed policies/schema/config.json.
 */
export function renderValuesSchema(text: string, configSchema: unknown): string {
  const schema: unknown = JSON.parse(text);
  const properties = Object.fromEntries(entriesOf(memberOf(schema, "properties")));
  const config = {
    description: "Generated from policies/schema/config.json.",
    type: "object",
    properties: Object.fromEntries(
      entriesOf(memberOf(configSchema, "properties")).flatMap(([key, value]) =>
        withoutMeaningInValues.includes(key) ? [] : [[key, moved(value)]],
      ),
    ),
    additionalProperties: false,
  };
  const whole = { ...Object.fromEntries(entriesOf(schema)), properties: { ...properties, config } };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** A part of the configuration's schema at its new place: references follow, remarks for our own generators stay behind. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    entriesOf(value).flatMap(([key, member]) => {
      if (typeof member !== "string") return [[key, moved(member)]];
      if (key === "$comment") return [];
      return [[key, key === "$ref" ? member.replace(/^#\/properties\//, "#/properties/config/properties/") : member]];
    }),
  );
}
