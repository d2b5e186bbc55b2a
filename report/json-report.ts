import type { Rules } from "../engine/document/decide-document.ts";
import { configDigest } from "../engine/config/digest.ts";
import { findingKey, type FindingRecord } from "./finding-record.ts";
import { jsonText } from "./json-text.ts";
import type { PodSummary } from "./pod-summary.ts";

/** What a JSON report is made of. */
export type ReportContent = {
  readonly rules: Rules;
  readonly pods: readonly PodSummary[];
  readonly records: readonly FindingRecord[];
};

/**
 * A run as JSON: the digests of configuration and module, each Pod with its decisions and identities, and the findings, each with the key
 * that a baseline knows it by.
 */
export function jsonReport({ rules, pods, records }: ReportContent): string {
  const report = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Report",
    digests: { configuration: configDigest(rules.config), module: rules.module.digest },
    pods,
    findings: records.map((record) => ({ key: findingKey(record), ...record })),
  };
  return jsonText(report);
}
