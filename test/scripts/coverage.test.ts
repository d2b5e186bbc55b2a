import t from "tap";
import { gapsOf } from "../../scripts/lib/coverage.ts";
import { incompleteRules, unnamedRules } from "../../scripts/lib/rego-coverage.ts";

function at(line: number): object {
  return { start: { line, column: 0 }, end: { line, column: 9 } };
}

t.test("gaps of a TypeScript file", async (t) => {
  const full = {
    statementMap: { "0": at(1), "1": at(2) },
    s: { "0": 1, "1": 3 },
    fnMap: { "0": { name: "parse", loc: at(2) } },
    f: { "0": 1 },
    branchMap: { "0": { loc: at(2) } },
    b: { "0": [1] },
  };
  const cases: { name: string; report: unknown; gaps: string[] }[] = [
    { name: "none", report: full, gaps: [] },
    { name: "a line", report: { ...full, s: { "0": 1, "1": 0 } }, gaps: ["line 2"] },
    { name: "a function", report: { ...full, f: { "0": 0 } }, gaps: ["function parse at line 2"] },
    { name: "a branch", report: { ...full, b: { "0": [1, 0] } }, gaps: ["branch at line 2"] },
  ];
  for (const { name, report, gaps } of cases) t.same(gapsOf(report), gaps, name);
});

t.test("gaps of the rules", async (t) => {
  const report = {
    files: {
      "policies/a.rego": {
        not_covered: [
          { start: { row: 3, col: 1 }, end: { row: 5, col: 2 } },
          { start: { row: 4, col: 1 }, end: { row: 4, col: 9 } },
          { start: { row: 4, col: 3 }, end: { row: 4, col: 9 } },
        ],
      },
      "policies/a_test.rego": { not_covered: [{ start: { row: 1, col: 1 }, end: { row: 1, col: 2 } }] },
      "policies/b.rego": { covered: [] },
    },
  };
  t.same(incompleteRules(report), ["policies/a.rego: not covered: lines 3–5, line 4"]);
  t.same(unnamedRules(report, ["policies/a.rego", "policies/c.rego"]), ["policies/c.rego: no test reads this file"]);
});
