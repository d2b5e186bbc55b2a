import t from "tap";
import type { Finding } from "../../engine/document/finding.ts";
import { parseJson, type Json } from "../../engine/json.ts";
import { readBaseline, type Baseline } from "../../report/baseline.ts";
import { recordFinding, type FindingRecord } from "../../report/finding-record.ts";
import { createJudge } from "../../report/judge.ts";
import { jsonReport } from "../../report/json-report.ts";
import { rulesOf } from "../engine/document/rules-of.ts";

function record(code: string, name: string): FindingRecord {
  const finding: Finding = { code, severity: "error", provider: "aws", path: ["spec"], params: {} };
  return recordFinding(
    finding,
    { apiVersion: "v1", kind: "Pod", name, namespace: null, path: [] },
    { file: "f", document: 1, line: 1, column: 1 },
  );
}

function withoutKnown(records: readonly FindingRecord[], baseline: Baseline): FindingRecord[] {
  const judge = createJudge({ exceptions: [], today: "2026-03-01", baseline });
  return records.filter((record) => judge(record).standing.kind !== "known");
}

const rules = rulesOf({ providers: { aws: {} } });

function baselineOf(records: readonly FindingRecord[]): ReturnType<typeof readBaseline> {
  return readBaseline(parseJson(jsonReport({ rules, pods: [], records })), "old.json");
}

t.test("what an earlier report has is not told again, as often as it has it", async (t) => {
  const [a, b, c] = [record("volume.conflict", "a"), record("volume.conflict", "b"), record("mount.conflict", "a")];
  t.strictSame(withoutKnown([a, b, c], baselineOf([])), [a, b, c]);
  t.strictSame(withoutKnown([a, b, c], baselineOf([b])), [a, c]);
  t.strictSame(withoutKnown([a, a, a, c], baselineOf([a, a])), [a, c]);
  t.strictSame(withoutKnown([], baselineOf([a])), []);
});

t.test("anything but a report is refused", async (t) => {
  const reports: readonly (readonly [report: Json, message: RegExp])[] = [
    [null, /expected a report as --report writes it/],
    [[], /expected a report/],
    [{ findings: {} }, /expected a report/],
    [{ findings: [{}] }, /has no `key`/],
    [{ findings: ["x"] }, /has no `key`/],
    [{ findings: [{ key: 5 }] }, /has no `key`/],
  ];
  for (const [report, message] of reports) {
    t.throws(
      () => readBaseline(report, "old.json"),
      { code: "config.invalid", location: { file: "old.json" } },
      JSON.stringify(report),
    );
    t.throws(() => readBaseline(report, "old.json"), message, JSON.stringify(report));
  }
});
