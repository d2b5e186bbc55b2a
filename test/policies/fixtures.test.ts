import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type AnySchema } from "ajv";
import t from "tap";
import { findings, reasons } from "../../engine/codes/codes.ts";
import { parseJson } from "../../engine/config/parse-json.ts";
import { providers } from "../../engine/decision.ts";
import { isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import { loadRuleModule } from "../../engine/wasm/load.ts";
import { evaluateWithOpa, findOpa } from "../conformance/opa.ts";
import { documentFixtures, runDocument } from "./read-documents.ts";
import { readFixtures } from "./read-fixtures.ts";

const policies = fileURLToPath(new URL("../../../policies", import.meta.url));
const module = loadRuleModule();
const fixtures = providers.flatMap(readFixtures);

t.test("every fixture's decision through Wasm", (t) => {
  for (const { title, provider, input, settings, expect } of fixtures) {
    t.strictSame(module.evaluate(input, settings)[provider], expect, title);
  }
  t.end();
});

const opa = findOpa();

t.test(
  "every fixture's decision through OPA",
  { skip: opa === undefined ? "skipped: OPA is not in the cache" : false },
  (t) => {
    const answers = evaluateWithOpa(opa ?? "", policies, fixtures);
    fixtures.forEach(({ title, provider, expect }, index) => t.strictSame(answers[index]?.[provider], expect, title));
    t.end();
  },
);

const documents = documentFixtures();

t.test("what the engine itself finds in a document", (t) => {
  for (const fixture of documents) t.strictSame(runDocument(fixture, module), fixture.expect, fixture.title);
  t.end();
});

t.test("every expected decision fits the published schema", (t) => {
  const schemas = new Ajv({
    strict: true,
    strictRequired: false,
    schemas: ["edit", "finding", "decision"].map(readSchema),
  });
  for (const { title, expect } of fixtures) {
    t.ok(schemas.validate("https://podgraft.dev/schema/v1alpha1/decision.json", expect), title);
  }
  t.end();
});

t.test("titles are told apart", (t) => {
  const titles = [...fixtures, ...documents].map(({ title }) => title);
  t.strictSame(titles, [...new Set(titles)]);
  t.end();
});

t.test("every code of the tables has a fixture", (t) => {
  const seen = fixtures.map(({ expect }) => expect);
  const told = [...seen.flatMap(codesOfFindings), ...documents.flatMap(({ expect }) => expect.map(({ code }) => code))];
  t.strictSame(missing(Object.keys(reasons), seen.map(codeOfReason)), [], "reasons");
  // What verification finds in a patch has its tests in test/report/verify.
  const ofDecisions = Object.keys(findings).filter((code) => !code.startsWith("verify."));
  t.strictSame(missing(ofDecisions, told), [], "findings");
  t.strictSame(missing(told, Object.keys(findings)), [], "no finding without a table entry");
  t.end();
});

t.test("a reason has the outcome of its table entry", (t) => {
  const outcomes = new Map(Object.entries(reasons).map(([code, { outcome }]) => [code, outcome]));
  for (const { title, expect } of fixtures) t.equal(expect.outcome, outcomes.get(codeOfReason(expect)), title);
  t.end();
});

function readSchema(name: string): AnySchema {
  const schema = parseJson(readFileSync(`${policies}/schema/${name}.json`, "utf8"));
  if (!isJsonObject(schema)) throw new Error(`${name}.json: no object`);
  return schema;
}

function codeOfReason(decision: JsonObject): string {
  return String(member(decision.reason, "code"));
}

function codesOfFindings({ findings }: JsonObject): string[] {
  return Array.isArray(findings) ? findings.filter(isJsonObject).map(({ code }) => String(code)) : [];
}

function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const present = new Set(found);
  return wanted.filter((code) => !present.has(code)).sort();
}
