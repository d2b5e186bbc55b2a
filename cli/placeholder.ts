/** What the shell offers where a value or an operand stands. */
export type Placeholder =
  | { readonly kind: "choice"; readonly words: readonly string[] }
  | { readonly kind: "files" }
  | { readonly kind: "folders" }
  | { readonly kind: "text" };

/**
 * Reads how help calls a value: small letters between bars are words to choose from (`yaml|json`), FILE is a file, FILE|DIR a file or a
 * folder, DIR a folder; everything else (`NAME`, `KEY=VALUE`) is a text. `-`, dots and brackets around do not count.
 */
export function readPlaceholder(placeholder: string): Placeholder {
  const parts = placeholder
    .replaceAll(/^\[|\](?:\.\.\.)?$/g, "")
    .split("|")
    .filter((part) => part !== "-");
  if (parts.includes("FILE")) return { kind: "files" };
  if (parts.includes("DIR")) return { kind: "folders" };
  return parts.length > 1 && parts.every((part) => /^[a-z][a-z0-9-]*$/.test(part))
    ? { kind: "choice", words: parts }
    : { kind: "text" };
}
