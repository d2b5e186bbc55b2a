import type { Json } from "../../engine/json.ts";
import type { Schema } from "../../engine/config/schema/schema.ts";

/** The page docs/configuration.md: every key with type, default and the official webhook's own flag. */
export function renderDocs(schema: Schema): string {
  const sections = Object.entries(schema.properties ?? {}).map(([name, property]) => section(name, property));
  return [
    "# Configuration",
    "",
    "<!-- Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit. -->",
    "",
    ...introduction,
    "",
    ...sections.flat(),
  ].join("\n");
}

const introduction = [
  "The settings stand in `podgraft.yaml`, looked for with `--config`, then `PODGRAFT_CONFIG`, then upward from the working directory.",
  "The JSON Schema is `policies/schema/config.json` in the package. A key that is not in it is an error.",
  "",
  "From low to high: defaults, the preset, the files from the innermost extended one outwards, the environment, `--set`.",
  "Maps merge key by key, lists are replaced. `--set providers.aws.tokenExpiration=3600` takes JSON, or a text; a dot in a name is",
  "written `\\.`, an item of a list `identities[0]`. A setting that makes the official webhook refuse to start is refused here too.",
  "",
  "```yaml",
  "apiVersion: podgraft.dev/v1alpha1",
  "kind: Config",
  "preset: eks",
  "providers:",
  "  aws: { awsDefaultRegion: eu-west-1 }",
  "  gcp: {}                                   # on, with every default",
  "environments:",
  "  prod: { providers: { aws: { awsDefaultRegion: us-east-1 } }, admission: { mode: enforce } }",
  "identities:",
  '  - match: { namespace: "shop-*", serviceAccount: orders }',
  "    annotations: { eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/orders }",
  "exceptions:",
  "  - { match: { name: legacy-* }, code: mount.conflict, until: 2027-01-31, reason: moves with the next release }",
  "```",
];

function section(name: string, schema: Schema): readonly string[] {
  const groups =
    schema.properties === undefined ? [] : Object.entries(schema.properties).filter(([, property]) => isWide(property));
  const rest = groups.length === 0 ? rows(schema, name) : rows(without(schema, groups), name);
  const head = [`## ${name}`, "", schema.description ?? "", "", ...facts(schema), ...table(rest)];
  return [
    ...head,
    ...groups.flatMap(([key, group]) => [
      `### ${name}.${key}`,
      "",
      group.description ?? "",
      "",
      ...table(rows(group, `${name}.${key}`)),
    ]),
  ];
}

/** A map of settings large enough for a table of its own: the providers. */
function isWide(schema: Schema): boolean {
  return Object.keys(schema.properties ?? {}).length > 5;
}

function without(schema: Schema, groups: readonly (readonly [string, Schema])[]): Schema {
  const kept = Object.entries(schema.properties ?? {}).filter(([key]) => !groups.some(([name]) => name === key));
  const properties: { [name: string]: Schema } = {};
  for (const [key, property] of kept) properties[key] = property;
  return { ...schema, properties };
}

function facts(schema: Schema): readonly string[] {
  const values = schema.enum === undefined ? "" : `One of ${schema.enum.map(code).join(", ")}. `;
  const fallback =
    schema.default === undefined || schema.properties !== undefined ? "" : `Default: ${codeOf(schema.default)}.`;
  return values + fallback === "" ? [] : [(values + fallback).trim(), ""];
}

function table(lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : ["| Key | Type | Default | Official flag | Meaning |", "|---|---|---|---|---|", ...lines, ""];
}

function rows(schema: Schema, place: string): readonly string[] {
  const inner = schema.items ?? schema;
  const members = Object.entries(inner.properties ?? {});
  const prefix = schema.items === undefined ? place : `${place}[]`;
  return members.flatMap(([key, property]) => {
    if (property.$ref !== undefined) return [];
    const path = `${prefix}.${key}`;
    const required = inner.required?.includes(key) === true;
    return [row(path, property, required), ...rows(property, path)];
  });
}

function row(path: string, schema: Schema, required: boolean): string {
  const fallback = required ? "required" : schema.default === undefined ? "" : codeOf(schema.default);
  const flag = schema.$comment?.replace(/^upstream: /, "") ?? "";
  const cells = [code(path), typeOf(schema), fallback, flag === "" ? "" : code(flag), schema.description ?? ""];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined)
    return schema.enum
      .map((value) => (value === "" ? '""' : value))
      .map(code)
      .join(", ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.includes("array"))
    return schema.items?.properties === undefined
      ? `list of ${schema.items?.type?.toString() ?? "maps"}s`
      : "list of maps";
  return types.map((type) => (type === "object" ? "map" : type)).join(" or ");
}

function codeOf(value: Json): string {
  return code(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}
