import { parse } from "yaml";
import { memberOf } from "../lib/json-file.ts";
import { table } from "./markdown.ts";

/** The page on the Action with its tables of inputs and outputs as action.yml has them: what stands from each heading's table to the next heading. */
export function renderActionPage(page: string, action: string): string {
  const definition: unknown = parse(action);
  const inputs = table(["input", "default", "meaning"], rowsOf(definition, "inputs", true));
  const outputs = table(["output", "meaning"], rowsOf(definition, "outputs", false));
  return withSection(withSection(page, "Inputs", inputs), "Outputs", outputs);
}

function rowsOf(definition: unknown, list: "inputs" | "outputs", hasDefault: boolean): string[][] {
  const entries = memberOf(definition, list);
  if (typeof entries !== "object" || entries === null) throw new Error(`action.yml has no ${list}`);
  return Object.entries(entries).map(([name, entry]: [string, unknown]) => {
    const meaning = String(memberOf(entry, "description"));
    return hasDefault ? [`\`${name}\``, shownDefault(memberOf(entry, "default")), meaning] : [`\`${name}\``, meaning];
  });
}

function shownDefault(value: unknown): string {
  return typeof value === "string" && value !== "" ? `\`${value}\`` : "";
}

function withSection(page: string, heading: string, lines: readonly string[]): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  const end = page.indexOf("\n## ", start + 1);
  if (start === -1 || end === -1) throw new Error(`docs/github-action.md has no section ${heading}`);
  return `${page.slice(0, start)}\n## ${heading}\n\n${lines.join("\n")}${page.slice(end)}`;
}
