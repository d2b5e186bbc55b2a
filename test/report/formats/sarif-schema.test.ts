import t from "tap";
import { findings } from "../../../engine/codes/codes.ts";
import { formatSarif } from "../../../report/formats/sarif.ts";
import { reportOfFixtures } from "../fixture-report.ts";
import { finding, report, reportedPod } from "../reports.ts";
import { sarifErrors } from "./sarif-schema.ts";

const hostile = finding({ message: "\u0000\n\u202e", place: { file: "a b%.yaml", document: 1, line: 1, column: 1 } });
const denied = finding({ severity: "error", code: "azure.proxy_port", message: "The Pod is refused: no" });
const unknown = finding({ severity: "info", code: "constructor" });
const excepted = finding({ standing: { kind: "excepted", exception: { index: 0, reason: "r", until: null } } });
const known = finding({ standing: { kind: "known" } });

const everyFixture = reportOfFixtures();

const reports = {
  "no Pod": report([]),
  "a Pod that passes": report([reportedPod()]),
  "findings of every kind": report([reportedPod([finding(), hostile, denied, excepted, known])], [unknown]),
  "with a baseline and an environment": report([reportedPod([finding(), known])], [], {
    hasBaseline: true,
    environment: "prod",
  }),
  "every fixture": everyFixture,
  "more than code scanning keeps": report([reportedPod(Array.from({ length: 5001 }, () => finding()))]),
};

for (const [title, one] of Object.entries(reports)) {
  t.test(title, async (t) => {
    t.strictSame(sarifErrors(JSON.parse(formatSarif(one))), []);
    t.strictSame(sarifErrors(JSON.parse(formatSarif(one, { placeInRepository: () => null }))), []);
  });
}

t.test("every code is a rule of a log", async (t) => {
  const log = JSON.parse(formatSarif(everyFixture)) as { runs: [{ tool: { driver: { rules: { id: string }[] } } }] };
  const rules = new Set(log.runs[0].tool.driver.rules.map(({ id }) => id));
  t.strictSame(
    Object.keys(findings).filter((code) => !rules.has(code)),
    [],
  );
});

t.test("the schema refuses what is no SARIF", async (t) => {
  const log = JSON.parse(formatSarif(report([reportedPod([finding()])]))) as { runs: [{ results: [object] }] };
  Object.assign(log.runs[0].results[0], { level: "bad" });
  t.not(sarifErrors(log).length, 0);
});
