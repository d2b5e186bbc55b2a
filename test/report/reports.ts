import type { FindingRecord } from "../../report/finding-record.ts";
import { recordFinding } from "../../report/finding-record.ts";
import type { JudgedFinding } from "../../report/judge.ts";
import { failsAt, type Report, type ReportedPod } from "../../report/report.ts";

const place = { file: "manifests/orders.yaml", document: 1, line: 7, column: 3 };

/** A warning about a mount of Deployment shop/orders. */
export function record(changes: Partial<FindingRecord> = {}): FindingRecord {
  return {
    ...recordFinding(
      {
        code: "mount.conflict",
        severity: "warning",
        provider: "aws",
        path: ["spec", "template", "spec", "containers", 0, "volumeMounts", 0],
        params: { volume: "data", mountPath: "/var/run/secrets", container: "app" },
      },
      { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "orders", path: [] },
      place,
      { serviceAccount: "runner" },
    ),
    ...changes,
  };
}

/** The same, counting. */
export function finding(changes: Partial<JudgedFinding> = {}): JudgedFinding {
  return { ...record(), standing: { kind: "counts", expired: null }, ...changes };
}

/** Deployment shop/orders with findings; it fails on errors. */
export function reportedPod(findings: readonly JudgedFinding[] = [], changes: Partial<ReportedPod> = {}): ReportedPod {
  return {
    object: { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "orders" },
    serviceAccount: "runner",
    outcome: "unchanged",
    denial: null,
    decisions: [],
    place: { ...place, line: 5 },
    source: null,
    path: "spec.template",
    verdict: findings.some((one) => failsAt(one, "error")) ? "fail" : "pass",
    findings,
    ...changes,
  };
}

/** A report on Pods, and on documents. */
export function report(
  pods: readonly ReportedPod[],
  findings: readonly JudgedFinding[] = [],
  changes: Partial<Report> = {},
): Report {
  return {
    tool: { version: "1.2.3" },
    digests: { configuration: "c".repeat(64), module: "d".repeat(64) },
    environment: null,
    threshold: "error",
    hasBaseline: false,
    pods,
    findings,
    ...changes,
  };
}
