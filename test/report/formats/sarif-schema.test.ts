import { readFileSync } from "node:fs";
import { Ajv, type AnySchema } from "ajv";
import t from "tap";
import { findings } from "../../../engine/codes/codes.ts";
import { formatSarif } from "../../../report/formats/sarif.ts";
import { reportOfFixtures } from "../fixture-report.ts";
import { finding, report, reportedPod } from "../reports.ts";

/** Draft 4 names its identifier otherwise; nothing else in this schema differs from draft 7. */
function publishedSchema(): AnySchema {
  const file = new URL(
    "../../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
    import.meta.url,
  );
  const { id, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return { ...schema, $schema: "http://json-schema.org/draft-07/schema#", $id: id } as AnySchema;
}

const validate = new Ajv({
  strict: false,
  // One of the schema's patterns is none under the flag `u`.
  unicodeRegExp: false,
  formats: {
    uri: /^[a-z][a-z0-9+.-]*:[^\s]+$/i,
    "uri-reference": /^[^\s\\]*$/,
    "date-time": true,
  },
}).compile(publishedSchema());

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
    t.ok(validate(JSON.parse(formatSarif(one))), JSON.stringify(validate.errors));
    t.ok(validate(JSON.parse(formatSarif(one, { placeInRepository: () => null }))), JSON.stringify(validate.errors));
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
  t.notOk(validate(log));
});
