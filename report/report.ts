import type { FindingPlace } from "./finding-record.ts";
import { counts, type JudgedFinding } from "./judge.ts";
import type { PodSummary } from "./pod-summary.ts";
import { foldUnremarkable } from "./unremarkable.ts";

/** From which severity on a finding makes a Pod fail. */
export type Threshold = "error" | "warning";

/** A Pod in a report, with what was found about it. */
export type ReportedPod = PodSummary & {
  readonly place: FindingPlace;
  /** The chart's template that the document was rendered from, null where that is not known. */
  readonly source: string | null;
  /** From the document to the Pod template, as people write paths; empty for a Pod that is a document of its own. */
  readonly path: string;
  readonly verdict: "pass" | "fail";
  readonly findings: readonly JudgedFinding[];
};

/** What every format is made of. */
export type Report = {
  readonly tool: { readonly version: string };
  /** SHA-256 in hexadecimal. */
  readonly digests: { readonly configuration: string; readonly module: string };
  /** The configuration's environment, null where none was chosen. */
  readonly environment: string | null;
  readonly threshold: Threshold;
  readonly hasBaseline: boolean;
  readonly pods: readonly ReportedPod[];
  /** Of documents, not of one of their Pods. */
  readonly findings: readonly JudgedFinding[];
};

/** Numbers of a report: Pods by verdict, findings that count by severity, and those that do not. */
export type Summary = {
  readonly pods: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly excepted: number;
  readonly known: number;
  /** Findings that count because their exception has run out. */
  readonly expired: number;
};

/** Whether a finding makes its Pod fail. */
export function failsAt(finding: JudgedFinding, threshold: Threshold): boolean {
  if (!counts(finding)) return false;
  return finding.severity === "error" || (threshold === "warning" && finding.severity === "warning");
}

/** Whether no Pod fails, and nothing outside of Pods does. */
export function passes({ pods, findings, threshold }: Report): boolean {
  return pods.every(({ verdict }) => verdict === "pass") && !findings.some((finding) => failsAt(finding, threshold));
}

/** All findings in the order of the input: by file as the files first occur, then by line and column. */
export function findingsOf({ pods, findings }: Report): JudgedFinding[] {
  const all = [...pods.flatMap((pod) => pod.findings), ...findings];
  const files = [...new Set([...pods.map(({ place }) => place.file), ...findings.map(({ place }) => place.file)])];
  const order = new Map(files.map((file, index) => [file, index]));
  return all.sort(
    ({ place: left }, { place: right }) =>
      (order.get(left.file) ?? 0) - (order.get(right.file) ?? 0) ||
      left.line - right.line ||
      left.column - right.column,
  );
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

/** The findings with those that count first, the severe before the others; else in the order of the input. For formats with limits. */
export function findingsBySeverity(report: Report): JudgedFinding[] {
  const rank = (finding: JudgedFinding): number => ranks[finding.severity] + (counts(finding) ? 0 : 3);
  return findingsOf(report).sort((left, right) => rank(left) - rank(right));
}

/** Counts what a report has. */
export function summarize(report: Report): Summary {
  const all = findingsOf(foldUnremarkable(report));
  const counting = all.filter(counts);
  const withSeverity = (severity: JudgedFinding["severity"]): number =>
    counting.filter((finding) => finding.severity === severity).length;
  const withStanding = (kind: JudgedFinding["standing"]["kind"]): number =>
    all.filter(({ standing }) => standing.kind === kind).length;
  const failed = report.pods.filter(({ verdict }) => verdict === "fail").length;
  return {
    pods: report.pods.length,
    passed: report.pods.length - failed,
    failed,
    errors: withSeverity("error"),
    warnings: withSeverity("warning"),
    infos: withSeverity("info"),
    excepted: withStanding("excepted"),
    known: withStanding("known"),
    expired: counting.filter(({ standing }) => standing.kind === "counts" && standing.expired !== null).length,
  };
}

/** The summary in one line: `3 Pods: 2 pass, 1 fails; 1 error, 2 warnings; 1 excepted`. */
export function describeSummary(summary: Summary): string {
  const { pods, passed, failed } = summary;
  if (pods === 0) return ["no Pods found", ...findingParts(summary)].join("; ");
  const verdicts = [
    ...(passed > 0 ? [`${passed} ${passed === 1 ? "passes" : "pass"}`] : []),
    ...(failed > 0 ? [`${failed} ${failed === 1 ? "fails" : "fail"}`] : []),
  ];
  return [`${counted(pods, "Pod")}: ${verdicts.join(", ")}`, ...findingParts(summary)].join("; ");
}

function findingParts({ errors, warnings, infos, excepted, known, expired }: Summary): string[] {
  const severities = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(infos > 0 ? [`${infos} for information`] : []),
  ];
  return [
    ...(severities.length > 0 ? [severities.join(", ")] : []),
    ...(excepted > 0 ? [`${excepted} excepted`] : []),
    ...(expired > 0 ? [`${expired} whose exception has expired`] : []),
    ...(known > 0 ? [`${known} known from the baseline`] : []),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A Pod or object as reports name it: `Deployment shop/orders`. */
export function nameOf({ kind, namespace, name }: PodSummary["object"]): string {
  const shown = name === "" ? "(no name)" : name;
  return `${kind === "" ? "(no kind)" : kind} ${namespace === null ? shown : `${namespace}/${shown}`}`;
}

/** What a finding is about, and where in it; the parts that it has: `Deployment shop/orders: spec.template: `. */
export function aboutOf({ object, path }: Pick<JudgedFinding, "object" | "path">): string {
  const name = object.kind === "" && object.name === "" ? [] : [nameOf(object)];
  return [...name, ...(path === "" ? [] : [path])].map((part) => `${part}: `).join("");
}
