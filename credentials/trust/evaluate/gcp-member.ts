import type { Json } from "../../../engine/json.ts";
import { isJsonList } from "../../../engine/json.ts";
import type { Gap } from "./verdict.ts";

/** A token as a provider's attribute mapping reads it. */
export type MappedToken = {
  readonly subject: string;
  /** By attribute, as `google.subject`, `google.groups`, `attribute.namespace`. */
  readonly values: ReadonlyMap<string, Json>;
  readonly gaps: readonly Gap[];
};

/** Whether a member of a binding stands for the bearer of a token of the provider. */
export function memberMatches(member: string, provider: string, { subject, values }: MappedToken): boolean {
  if (member === "allUsers") return true;
  const pool = provider.replace(/\/providers\/[^/]*$/, "");
  const [, kind, rest = ""] = /^(principal|principalSet):\/\/iam\.googleapis\.com\/(.*)$/s.exec(member) ?? [];
  if (!rest.startsWith(`${pool}/`)) return false;
  const selector = rest.slice(pool.length + 1);
  if (kind === "principal") return selector === `subject/${subject}`;
  if (selector === "*") return true;
  const [, attribute, wanted] = /^(group|attribute\.[^/]+)\/(.*)$/s.exec(selector) ?? [];
  if (attribute === undefined || wanted === undefined) return false;
  const value = values.get(attribute === "group" ? "google.groups" : attribute);
  return isJsonList(value) ? value.includes(wanted) : value === wanted;
}
