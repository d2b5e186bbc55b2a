import { showsIntent } from "../engine/context/shows-intent.ts";
import type { DecidedPod } from "../engine/document/decide-document.ts";
import type { RuleSettings } from "../engine/decision.ts";
import { counts, type JudgedFinding } from "./judge.ts";
import type { Report, ReportedPod } from "./report.ts";

/** Most Pods run as `default` and want no identity; of those it is enough to tell how many they are. */
export function isUnremarkable(code: string, { subject, located }: DecidedPod, settings: RuleSettings): boolean {
  return (
    code === "context.service_account_unknown" &&
    subject.serviceAccount.name === "default" &&
    !showsIntent(located.pod, settings)
  );
}

/** How many Pods run as an unknown `default` and show no sign of wanting an identity, in words. */
export function describeUnremarkable(count: number): string {
  const pods = count === 1 ? "1 Pod runs" : `${count} Pods run`;
  return `${pods} as a ServiceAccount "default" that is not known, and without a sign that an identity is wanted`;
}

/** The report with one finding in place of all unremarkable ones that count. */
export function foldUnremarkable(report: Report): Report {
  const folded = report.pods.flatMap(({ findings }) => findings.filter(isFolded));
  const [first] = folded;
  if (first === undefined) return report;
  const summary: JudgedFinding = {
    ...first,
    object: { apiVersion: "", kind: "", namespace: null, name: "" },
    path: "",
    message: describeUnremarkable(folded.length),
  };
  return { ...report, pods: report.pods.map(withoutFolded), findings: [...report.findings, summary] };
}

function withoutFolded(pod: ReportedPod): ReportedPod {
  return { ...pod, findings: pod.findings.filter((finding) => !isFolded(finding)) };
}

function isFolded(finding: JudgedFinding): boolean {
  return finding.isUnremarkable && counts(finding);
}
