import { isJsonList, member } from "../../../../engine/json.ts";
import type { Answer } from "../../client/client.ts";

/** A refusal without what differs from Pod to Pod, so that refusals for the same reason count together. */
export function refusalClass({ status, body }: Answer): string {
  const causes = member(body.details, "causes");
  const first = isJsonList(causes) ? causes[0] : undefined;
  const text =
    first === undefined
      ? String(body.message ?? "")
      : `${String(member(first, "field"))}: ${String(member(first, "message"))}`;
  return `${status} ${text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\[\d+\]/g, "[*]")
    .replaceAll(/\d{4,}/g, "N")}`.slice(0, 160);
}
