import type { DecidedPod, Rules } from "../engine/document/decide-document.ts";
import { configDigest } from "../engine/config/digest.ts";
import { findingKey, type FindingRecord } from "./finding-record.ts";

/** What a JSON report is made of. */
export type ReportContent = { readonly rules: Rules; readonly pods: readonly DecidedPod[]; readonly records: readonly FindingRecord[] };

/**
 * A run as JSON: the digests of configuration and module, each Pod with its decisions and identities, and the findings, each with the key
 * that a baseline knows it by.
 */
export function jsonReport({ rules, pods, records }: ReportContent): string {
  const report = {
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Report",
    digests: { configuration: configDigest(rules.config), module: rules.module.digest },
    pods: pods.map(podEntry),
    findings: records.map((record) => ({ key: findingKey(record), ...record })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function podEntry({ located, subject, result }: DecidedPod): object {
  const { apiVersion, kind, name } = located.object;
  return {
    object: { apiVersion, kind, namespace: subject.namespace.name, name },
    serviceAccount: subject.serviceAccount.name,
    outcome: result.outcome,
    denial: result.denial ?? null,
    decisions: result.decisions.map(({ provider, decision: { outcome, reason, identity = null } }) => ({ provider, outcome, reason, identity })),
  };
}
