import t from "tap";
import { findings, reasons } from "../../engine/codes/codes.ts";
import { findingsOf } from "../../report/report.ts";
import { reportOfFixtures } from "./fixture-report.ts";

const told = new Set(findingsOf(reportOfFixtures()).map(({ code }) => code));

t.test("every finding of docs/findings.md is told of at least one fixture", async (t) => {
  const untold = Object.keys(findings).filter((code) => !told.has(code));
  t.strictSame(untold, [], "codes without a fixture");
});

t.test("so is every reason for a refusal", async (t) => {
  const refusals = Object.entries(reasons).filter(([, { outcome }]) => outcome === "deny");
  t.ok(refusals.length > 0);
  const untold = refusals.map(([code]) => code).filter((code) => !told.has(code));
  t.strictSame(untold, [], "codes without a fixture");
});
