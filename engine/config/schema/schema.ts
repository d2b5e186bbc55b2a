import type { Json } from "../../json.ts";

/** The types that the configuration's schema uses. */
export type TypeName = "string" | "boolean" | "integer" | "object" | "array" | "null";

/** The part of JSON Schema (draft-07) that `policies/schema/config.json` is written in; `$comment` names the official webhook's own flag. */
export type Schema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $comment?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly default?: Json;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
};
