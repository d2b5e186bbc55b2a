import t from "tap";
import type { Exception } from "../../engine/config/config.ts";
import { parseJson } from "../../engine/json.ts";
import { readBaseline } from "../../report/baseline.ts";
import { findingKey, type FindingRecord } from "../../report/finding-record.ts";
import { formatJson } from "../../report/formats/json.ts";
import { counts, createJudge, describeStanding, type Excuses, type JudgedFinding } from "../../report/judge.ts";
import { finding, record, report } from "./reports.ts";

const anything = { namespace: "*", name: "*", kind: "*", serviceAccount: "*" };

function exception(changes: Partial<Exception> = {}): Exception {
  return { match: anything, code: "mount.conflict", reason: "moves next month", ...changes };
}

function judgeFindings(records: readonly FindingRecord[], by: Excuses): JudgedFinding[] {
  return records.map(createJudge(by));
}

function excuses(changes: Partial<Excuses> = {}): Excuses {
  return { exceptions: [], today: "2026-03-01", baseline: null, ...changes };
}

t.test("a finding counts unless something excuses it", async (t) => {
  const [judged] = judgeFindings([record()], excuses());
  t.strictSame(judged?.standing, { kind: "counts", expired: null });
  t.equal(judged === undefined ? "" : describeStanding(judged.standing), "");
  t.strictSame(judgeFindings([], excuses({ exceptions: [exception()] })), []);
});

t.test("an exception in force excuses, through its last day", async (t) => {
  const standings = (until?: string): unknown[] =>
    judgeFindings([record()], excuses({ exceptions: [exception(until === undefined ? {} : { until })] })).map(
      ({ standing }) => describeStanding(standing),
    );
  t.strictSame(standings(), ["excepted by exceptions[0]: moves next month"]);
  t.strictSame(standings("2026-03-01"), ["excepted until 2026-03-01 by exceptions[0]: moves next month"]);
  t.strictSame(standings("2026-02-28"), ["exceptions[0] expired on 2026-02-28: moves next month"]);
});

t.test("an expired exception excuses nothing", async (t) => {
  const exceptions = [exception({ until: "2026-02-28" })];
  const [judged] = judgeFindings([record()], excuses({ exceptions }));
  t.ok(judged !== undefined && counts(judged));
  t.match(judged?.standing, { kind: "counts", expired: { index: 0, until: "2026-02-28" } });
});

t.test("exceptions match by object, ServiceAccount and code", async (t) => {
  const matches: readonly (readonly [changes: Partial<Exception>, excepted: boolean])[] = [
    [{ match: { ...anything, namespace: "shop" } }, true],
    [{ match: { ...anything, namespace: "inn" } }, false],
    [{ match: { ...anything, name: "ord*" } }, true],
    [{ match: { ...anything, name: "x" } }, false],
    [{ match: { ...anything, kind: "Deployment" } }, true],
    [{ match: { ...anything, kind: "Pod" } }, false],
    [{ match: { ...anything, serviceAccount: "runner" } }, true],
    [{ match: { ...anything, serviceAccount: "default" } }, false],
    [{ code: "*" }, true],
    [{ code: "volume.*" }, false],
  ];
  for (const [changes, excepted] of matches) {
    const [judged] = judgeFindings([record()], excuses({ exceptions: [exception(changes)] }));
    t.equal(judged?.standing.kind, excepted ? "excepted" : "counts", JSON.stringify(changes));
  }
  const ofDocument = { ...record(), serviceAccount: null };
  const named = exception({ match: { ...anything, serviceAccount: "runner" } });
  t.equal(judgeFindings([ofDocument], excuses({ exceptions: [named] }))[0]?.standing.kind, "counts");
});

t.test("what the baseline has is known, as often as it has it", async (t) => {
  const baseline = new Map([[findingKey(record()), 2]]);
  const kinds = judgeFindings([record(), record(), record()], excuses({ baseline })).map(
    ({ standing }) => standing.kind,
  );
  t.strictSame(kinds, ["known", "known", "counts"]);
  t.equal(describeStanding({ kind: "known" }), "known from the baseline");
});

t.test("a report is a baseline: known findings stay in it, excepted ones do not get in", async (t) => {
  const findings = [
    finding(),
    finding({ standing: { kind: "known" } }),
    finding({ standing: { kind: "excepted", exception: { index: 0, reason: "r", until: null } } }),
  ];
  const baseline = readBaseline(parseJson(formatJson(report([], findings))), "report.json");
  t.strictSame([...baseline], [[findingKey(record()), 2]]);
});
