import { findings } from "../engine/codes/codes.ts";
import type { Finding } from "../engine/document/finding.ts";
import { pathText } from "../engine/typed/path-text.ts";
import { findingMessage } from "./finding-message.ts";
import type { FindingRecord } from "./finding-record.ts";
import { describeStanding, type JudgedFinding } from "./judge.ts";
import { printable } from "./printable.ts";

/** One line for people: severity, place, what was found, and what to do. Control characters are escaped. */
export function describeFinding(finding: Finding, file: string): string {
  const fix = isFindingCode(finding.code) ? findings[finding.code].fix : "";
  const said = sentence(findingMessage(finding), finding.code, fix);
  return printable(`${finding.severity}: ${file}: ${pathText(finding.path)}: ${said}`);
}

/** One line for people: severity, place in the file, object, what was found, and what to do. Control characters are escaped. */
export function describeRecord({ code, severity, place, object, path, message, fix }: FindingRecord): string {
  const name = object.kind === "" ? "" : `${object.kind} ${object.name === "" ? "(no name)" : object.name}: `;
  const where = `${place.file}:${place.line}:${place.column}`;
  return printable(`${severity}: ${where}: ${name}${path}: ${sentence(message, code, fix)}`);
}

function sentence(message: string, code: string, fix: string): string {
  return `${message} (${code}). ${fix}`.trimEnd();
}

function isFindingCode(code: string): code is keyof typeof findings {
  return Object.hasOwn(findings, code);
}

/** {@link describeRecord} with what a judge says of it: an excepted finding starts with that word in place of its severity. */
export function describeJudged(finding: JudgedFinding): string {
  const line = describeRecord(finding);
  const remark = describeStanding(finding.standing);
  const isExcepted = finding.standing.kind === "excepted";
  const start = isExcepted ? `excepted${line.slice(finding.severity.length)}` : line;
  return remark === "" ? start : `${start} (${printable(remark)})`;
}
