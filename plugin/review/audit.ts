import type { JudgedFinding } from "../../report/judge.ts";
import { printable } from "../../report/printable.ts";
import type { Mode } from "../admission-record.ts";
import type { Decided } from "./recorded.ts";

/** The longest value of an annotation: audit logs are kept. */
const longest = 1024;

/** What the audit log gets of an object that was judged: mode, decisions, what was found, and by which rules and configuration. */
export function auditOf(
  mode: Mode,
  findings: readonly JudgedFinding[],
  decided: readonly Decided[],
  digests: { readonly configuration: string; readonly module: string },
): { readonly [key: string]: string } {
  const decisions = decided.flatMap(({ result }) =>
    result.decisions.map(({ provider, decision }) => `${provider}=${decision.outcome}:${decision.reason.code}`),
  );
  const withStanding = (isExcepted: boolean): string[] =>
    findings
      .filter(({ standing }) => (standing.kind === "excepted") === isExcepted)
      .map(({ code, path }) => `${code}@${path}`);
  const texts: readonly [string, string][] = [
    ["mode", mode],
    ["decisions", words(decisions)],
    ["findings", words(withStanding(false))],
    ["excepted", words(withStanding(true))],
    ["configuration", digests.configuration],
    ["module", digests.module],
  ];
  return Object.fromEntries(texts.filter(([, value]) => value !== ""));
}

function words(all: readonly string[]): string {
  const text = printable([...new Set(all)].join(" "));
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
