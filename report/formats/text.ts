import { describeStanding, type JudgedFinding } from "../judge.ts";
import { printable } from "../printable.ts";
import { aboutOf, describeSummary, nameOf, summarize, type Report, type ReportedPod } from "../report.ts";
import { foldUnremarkable } from "../unremarkable.ts";

/** What a word of the report is about: a verdict or a severity. */
export type Tone = "pass" | "fail" | "error" | "warning" | "info";

/** Gives a word its colour, or leaves it as it is. */
export type PaintTone = (tone: Tone, word: string) => string;

/**
 * A report for people: each Pod with its verdict and what was found about it, then what was found elsewhere, and a summary. Nothing that
 * manifests say steers a terminal.
 */
export function formatText(report: Report, paint: PaintTone = (_tone, word) => word): string {
  const { pods, findings } = foldUnremarkable(report);
  const lines = [
    ...pods.flatMap((pod) => podLines(pod, paint)),
    ...findings.flatMap((finding) => findingLines(finding, aboutOf(finding), "", paint)),
    `podgraft: ${describeSummary(summarize(report))}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function podLines(pod: ReportedPod, paint: PaintTone): string[] {
  const { verdict, place, source, object, findings } = pod;
  const from = source === null ? "" : ` (from ${source})`;
  return [
    `${paint(verdict, verdict)} ${printable(`${nameOf(object)} at ${place.file}:${place.line}${from}`)}`,
    ...findings.flatMap((finding) => findingLines(finding, `${finding.path}: `, "  ", paint)),
  ];
}

function findingLines(finding: JudgedFinding, about: string, indent: string, paint: PaintTone): string[] {
  const { severity, place, message, code, fix, help, standing } = finding;
  const remark = describeStanding(standing);
  const details = [...(fix === "" ? [] : [fix]), ...(remark === "" ? [] : [`(${remark})`]), help];
  return [
    `${indent}${paint(severity, severity)}: ${printable(`${place.file}:${place.line}:${place.column}: ${about}${message} (${code})`)}`,
    ...details.map((detail) => `${indent}  ${printable(detail)}`),
  ];
}
