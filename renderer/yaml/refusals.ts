import { PodgraftError } from "../../engine/errors.ts";

/** Why a text edit may be refused. Every other failure to splice is a fault of Podgraft. */
export type Refusal = keyof typeof refusals;

/** The reviewed table of refusals: what is refused, and why no edit of the text is made. */
export const refusals = {
  "document.whole": "the edit replaces the whole document; there would be nothing of its text to keep",
  "key.without_value": "the edit gives a value to a key that is written without a colon; write `key:` in the document",
  "alias.unwritable":
    "an alias on the edit's path stands for a text that cannot be copied there with the same meaning; write the text in place of the alias",
} as const;

/** The error for a refusal: `internal.splice`, with the JSON Pointer of the edit and the table's reason. */
export function refuse(refusal: Refusal, path: string): PodgraftError {
  return new PodgraftError(
    "internal.splice",
    `cannot edit the text at ${path === "" ? "the root" : path}: ${refusals[refusal]}`,
    { path },
  );
}
