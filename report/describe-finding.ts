import { findings } from "../engine/codes/codes.ts";
import type { Finding } from "../engine/document/finding.ts";
import type { FindingRecord } from "./finding-record.ts";
import { pathText } from "../engine/typed/path-text.ts";
import { printable } from "./printable.ts";

/** One line for people: severity, place, what was found, and what to do. Control characters are escaped. */
export function describeFinding(finding: Finding, file: string): string {
  const entry = isFindingCode(finding.code) ? findings[finding.code] : undefined;
  const params = Object.keys(finding.params)
    .sort()
    .map((name) => `${name} ${JSON.stringify(finding.params[name])}`)
    .join(", ");
  const detail = params === "" ? "" : ` [${params}]`;
  return printable(
    `${finding.severity}: ${file}: ${pathText(finding.path)}: ${entry?.title ?? finding.code} (${finding.code})${detail}. ${entry?.fix ?? ""}`.trimEnd(),
  );
}

/** One line for people: severity, place in the file, object, what was found, and what to do. */
export function describeRecord({ code, severity, place, object, path, title, fix, params }: FindingRecord): string {
  const name = object.kind === "" ? "" : `${object.kind} ${object.name === "" ? "(no name)" : object.name}: `;
  const details = Object.entries(params).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const detail = details.length === 0 ? "" : ` [${details.join(", ")}]`;
  return printable(
    `${severity}: ${place.file}:${place.line}:${place.column}: ${name}${path}: ${title} (${code})${detail}. ${fix}`.trimEnd(),
  );
}

function isFindingCode(code: string): code is keyof typeof findings {
  return Object.hasOwn(findings, code);
}
