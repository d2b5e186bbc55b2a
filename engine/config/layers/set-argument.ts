import type { Json, Segment } from "../../json.ts";
import { schemaAfter, typesOf } from "../schema/lookup.ts";
import { unknownKey } from "../validate.ts";
import type { Schema } from "../schema/schema.ts";
import { parseJson } from "../parse-json.ts";
import { formatPath } from "../path.ts";

/** One `--set`: where it points, and the value in the type that the schema wants there. Or what is wrong with it. */
export type SetArgument = { readonly path: readonly Segment[]; readonly value: Json } | { readonly fault: string };

/** Reads `a.b[0].c=value`. A dot, bracket or backslash that belongs to a name is escaped by a backslash. */
export function readSetArgument(schema: Schema, argument: string): SetArgument {
  const equals = argument.indexOf("=");
  if (equals < 1) return { fault: "expected KEY=VALUE" };
  const path = readPath(argument.slice(0, equals));
  if (path === undefined)
    return { fault: "expected a key such as providers.aws.tokenExpiration or identities[0].override" };
  let here = schema;
  for (const [index, segment] of path.entries()) {
    const next = schemaAfter(here, segment);
    if (next === undefined) return { fault: noSuchStep(here, path, index) };
    here = next;
  }
  return { path, value: readValue(here, argument.slice(equals + 1)) };
}

/** Splits a key at dots and list indices; `undefined` for empty names and unbalanced brackets. */
function readPath(text: string): readonly Segment[] | undefined {
  const path: Segment[] = [];
  const step = /(?:(?:^|\.)(?<name>(?:\\.|[^\\.[\]])+))|\[(?<index>[0-9]{1,6})\]/suy;
  while (step.lastIndex < text.length) {
    const groups = step.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { name, index } = groups;
    path.push(name === undefined ? Number(index) : name.replaceAll(/\\(.)/gsu, "$1"));
  }
  return path;
}

function noSuchStep(schema: Schema, path: readonly Segment[], index: number): string {
  const segment = path[index];
  const around = formatPath(path.slice(0, index));
  if (typeof segment === "string" && typesOf(schema).includes("object"))
    return around === "" ? unknownKey(schema, segment) : `${around}: ${unknownKey(schema, segment)}`;
  return `${around === "" ? "the configuration" : around} takes no ${typeof segment === "number" ? "list index" : "keys"}`;
}

/** JSON if it is JSON, else the text itself; where the schema wants a text, anything but a quoted JSON text stays as it was written. */
function readValue(schema: Schema, text: string): Json {
  const types = typesOf(schema);
  // A file mode is written in octal, as in YAML: 0440.
  if (types.includes("integer") && /^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  const value = parseJson(text);
  if (value === undefined) return text;
  return types.includes("string") && typeof value !== "string" ? text : value;
}
