import t from "tap";
import { readCodeTables } from "../../scripts/codes/read-tables.ts";
import { renderCodesModule, type CodeTable } from "../../scripts/codes/render-codes.ts";
import { readProjectFile } from "../../scripts/config/project.ts";
import { readConfigSchema } from "../../scripts/config/read-schema.ts";
import { renderDocs } from "../../scripts/config/render-docs.ts";
import { renderSchemaModule } from "../../scripts/config/render-schema.ts";
import { renderTypeModule } from "../../scripts/config/render-type.ts";

const schema = await readConfigSchema();
const generated: readonly [string, string][] = [
  ["engine/config/generated/schema.ts", renderSchemaModule(schema)],
  ["engine/config/generated/config.ts", renderTypeModule(schema)],
  ["docs/configuration.md", renderDocs(schema)],
  ["engine/codes/generated/codes.ts", renderCodesModule(await readCodeTables())],
];

for (const [path, text] of generated) {
  t.test(`${path} is what its generator writes today`, async (t) => {
    t.equal(await readProjectFile(path), text, "run generate-config and generate-codes again");
  });
}

const reason = { outcome: "skip", title: "t", description: "d" };
const finding = { severity: "info", setting: null, title: "t", message: "m", description: "d", fix: "f" };
const empty: CodeTable = { file: "a.json", reasons: {}, findings: {} };
const refused: readonly [string, readonly CodeTable[], RegExp][] = [
  [
    "a reason in two tables",
    [
      { ...empty, reasons: { x: reason } },
      { ...empty, file: "b.json", reasons: { x: reason } },
    ],
    /^b\.json: reasons: x: another table/,
  ],
  [
    "an unknown outcome",
    [{ ...empty, reasons: { x: { ...reason, outcome: "maybe" } } }],
    /a\.json: reasons: x: "maybe" is not one of inject, skip, deny/,
  ],
  [
    "an unknown severity",
    [{ ...empty, findings: { x: { ...finding, severity: "bad" } } }],
    /a\.json: findings: x: "bad" is not one of/,
  ],
  [
    "an unknown setting",
    [{ ...empty, findings: { x: { ...finding, setting: "bad" } } }],
    /a\.json: findings: x: "bad" is not one of/,
  ],
];

for (const [title, tables, message] of refused) {
  t.test(`code tables: ${title}`, async (t) => {
    t.throws(() => renderCodesModule(tables), message);
  });
}

t.test("tables without codes give empty unions", async (t) => {
  t.match(renderCodesModule([empty]), "export type FindingCode = never;");
});
