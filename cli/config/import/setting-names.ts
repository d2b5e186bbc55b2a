import { configSchema } from "../../../engine/config/generated/schema.ts";
import { memberSchema, typesOf } from "../../../engine/config/schema/lookup.ts";
import type { Schema } from "../../../engine/config/schema/schema.ts";
import type { Provider } from "../../../engine/decision.ts";
import type { Json } from "../../../engine/json.ts";

/** A setting of a cloud, and the flag (`--token-audience`) or variable (`AZURE_TENANT_ID`) of the official webhook that it equals. */
export type SettingName = { readonly path: readonly string[]; readonly schema: Schema; readonly official: string };

/** The schema of a cloud's settings. */
export function providerSchema(provider: Provider): Schema {
  return memberSchema(memberSchema(configSchema, "providers") ?? {}, provider) ?? {};
}

/** All settings of a cloud that the official webhook has too. */
export function settingNames(provider: Provider): SettingName[] {
  return namesIn(providerSchema(provider), []);
}

function namesIn(schema: Schema, around: readonly string[]): SettingName[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const path = [...around, key];
    const official = property.$comment?.replace(/^upstream: /, "");
    return [...(official === undefined ? [] : [{ path, schema: property, official }]), ...namesIn(property, path)];
  });
}

/** A flag's or variable's text as the setting's value, read as Go reads flags; `undefined` where Go would refuse it, or JSON cannot hold it. */
export function settingValue(schema: Schema, text: string | undefined): Json | undefined {
  const types = typesOf(schema);
  if (types.includes("boolean")) return booleanValue(text ?? "true");
  if (types.includes("integer")) return integerValue(text ?? "");
  return text ?? "";
}

function booleanValue(text: string): boolean | undefined {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

/** Go takes 0440, 0o440, 0x120 and 0b1 in flags. */
function integerValue(text: string): number | undefined {
  const parts = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, digits = ""] = parts;
  const value = Number(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  if (!Number.isSafeInteger(value)) return undefined;
  return sign === "-" ? 0 - value : value;
}
