import { findingKey } from "../finding-record.ts";
import { jsonText } from "../json-text.ts";
import { findingsOf, summarize, type Report, type ReportedPod } from "../report.ts";

/**
 * A report as JSON: digests of configuration and module, summary, each Pod with its decisions and identities, and the findings, each with
 * the key that a baseline knows it by. What `--baseline` reads.
 */
export function formatJson(report: Report): string {
  const { tool, digests, environment, threshold, pods } = report;
  const content = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Report",
    tool: { name: "podgraft", version: tool.version },
    digests,
    environment,
    threshold,
    summary: summarize(report),
    pods: pods.map(withoutFindings),
    findings: findingsOf(report).map((finding) => ({ key: findingKey(finding), ...finding })),
  };
  return jsonText(content);
}

/** The findings stand in a list of their own. */
function withoutFindings({ findings, ...pod }: ReportedPod): Omit<ReportedPod, "findings"> & { findings: string[] } {
  return { ...pod, findings: findings.map(findingKey) };
}
