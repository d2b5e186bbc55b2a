import { findings } from "../engine/codes/codes.ts";

/** Where the documentation is published. */
const documentation = "https://podgraft.dev/docs/";

/** The page of a code: its own paragraph for a finding, the tables of reasons for a denial. */
export function helpLink(code: string): string {
  return `${documentation}findings.md#${Object.hasOwn(findings, code) ? code : "reasons"}`;
}

/** Where the program is described. */
export const projectLink: string = "https://podgraft.dev/";
