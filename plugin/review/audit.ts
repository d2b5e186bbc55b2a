import type { JudgedFinding } from "../../report/judge.ts";
import { printable } from "../../report/printable.ts";
import type { Mode } from "../admission-record.ts";
import { cut } from "./cut.ts";
import type { Decided } from "./recorded.ts";

/** The longest value of an annotation, in bytes: audit logs are kept. */
const longest = 1024;

/** SHA-256 of configuration and module in hexadecimal. */
export type Digests = { readonly configuration: string; readonly module: string };

/**
 * What the audit log gets of an object: the mode (null where it is not known), decisions, what was found, and by which rules and
 * configuration.
 */
export function auditOf(
  mode: Mode | null,
  findings: readonly JudgedFinding[],
  decided: readonly Decided[],
  digests: Digests,
): { readonly [key: string]: string } {
  const decisions = decided.flatMap(({ result }) =>
    result.decisions.map(({ provider, decision }) => `${provider}=${decision.outcome}:${decision.reason.code}`),
  );
  const withStanding = (isExcepted: boolean): string[] =>
    findings
      .filter(({ standing }) => (standing.kind === "excepted") === isExcepted)
      .map(({ code, path }) => `${code}@${path}`);
  const texts: readonly [string, string][] = [
    ["mode", mode ?? ""],
    ["decisions", words(decisions)],
    ["findings", words(withStanding(false))],
    ["excepted", words(withStanding(true))],
    ["configuration", digests.configuration],
    ["module", digests.module],
  ];
  return Object.fromEntries(texts.filter(([, value]) => value !== ""));
}

function words(all: readonly string[]): string {
  return cut(printable([...new Set(all)].join(" ")), longest);
}
