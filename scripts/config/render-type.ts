import type { Schema } from "../../engine/config/schema/schema.ts";

/** Types that get a name of their own, by their place in the schema. */
const names: ReadonlyMap<string, string> = new Map([
  ["providers.aws", "AwsSettings"],
  ["providers.azure", "AzureSettings"],
  ["providers.gcp", "GcpSettings"],
  ["providers.alibaba", "AlibabaSettings"],
  ["identities[]", "IdentityRule"],
  ["exceptions[]", "Exception"],
  ["workloads[]", "WorkloadRow"],
]);

/** Keys of a file that are no settings: they are gone once the configuration is resolved. */
const resolvedAway: readonly string[] = ["apiVersion", "kind", "metadata", "extends", "environments"];

/** The TypeScript module with the type of a resolved configuration: what has a default is always there. */
export function renderTypeModule(schema: Schema): string {
  const named: string[] = [];
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !resolvedAway.includes(name));
  const config = objectType({ ...schema, required: [], properties: Object.fromEntries(properties) }, "", named, "");
  return [
    "// Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit.",
    'import type { JsonObject } from "../../json.ts";',
    "",
    "/** A resolved configuration: files, environment, preset and `--set` merged, defaults filled in. */",
    `export type Config = ${config};`,
    ...named,
    "",
  ].join("\n");
}

function typeOf(schema: Schema, place: string, named: string[], indent: string): string {
  const name = names.get(place);
  if (name === undefined) return plainType(schema, place, named, indent);
  named.push("", docstring(schema), `export type ${name} = ${plainType(schema, place, named, "")};`);
  return name;
}

function plainType(schema: Schema, place: string, named: string[], indent: string): string {
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const orNull = schema.default === null ? " | null" : "";
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (types.includes("array"))
    return `readonly ${listItem(typeOf(schema.items ?? {}, `${place}[]`, named, indent))}[]${orNull}`;
  if (types.includes("object")) return objectType(schema, place, named, indent) + orNull;
  return (types.includes("integer") ? "number" : (types[0] ?? "JsonObject")) + orNull;
}

function listItem(type: string): string {
  return type.includes(" | ") ? `(${type})` : type;
}

function objectType(schema: Schema, place: string, named: string[], indent: string): string {
  if (schema.properties === undefined)
    return schema.additionalProperties === true ? "JsonObject" : "{ readonly [key: string]: string }";
  const lines = Object.entries(schema.properties).map(([key, property]) => {
    const present = property.default !== undefined || schema.required?.includes(key) === true;
    const type = typeOf(property, place === "" ? key : `${place}.${key}`, named, `${indent}  `);
    return `${indent}  ${docstring(property)}\n${indent}  readonly ${key}${present ? "" : "?"}: ${type};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function docstring(schema: Schema): string {
  return `/** ${(schema.description ?? "").replaceAll("*/", "*\\/")} */`;
}
