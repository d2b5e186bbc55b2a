import { findings, reasons } from "../engine/codes/codes.ts";

/** What the tables say about a code. */
export type CodeText = { readonly title: string; readonly description: string; readonly fix: string };

/**
 * Title, description and remedy of a finding's code, or of a denial's: its reason describes the condition that has to go. A code that no
 * table has stands for itself.
 */
export function codeText(code: string): CodeText {
  for (const [known, { title, description, fix }] of Object.entries(findings)) {
    if (known === code) return { title, description, fix };
  }
  for (const [known, { title, description }] of Object.entries(reasons)) {
    if (known === code) return { title, description, fix: description };
  }
  return { title: code, description: "", fix: "" };
}
