import { loadCommands } from "../../cli/commands.ts";
import { renderValuesSchema } from "../chart/values-schema.ts";
import { readCodeTables } from "../codes/read-tables.ts";
import { renderCodesModule, type CodeTable } from "../codes/render-codes.ts";
import { readProjectFile } from "../config/project.ts";
import { readConfigSchema } from "../config/read-schema.ts";
import { renderDocs } from "../config/render-docs.ts";
import { renderSchemaModule } from "../config/render-schema.ts";
import { renderTypeModule } from "../config/render-type.ts";
import { runExamples } from "./examples.ts";
import type { RegoFile } from "./rego-metadata.ts";
import { renderActionPage } from "./render-action.ts";
import { renderCli } from "./render-cli.ts";
import { renderFindings } from "./render-findings.ts";
import { renderRules } from "./render-rules.ts";

/** A file that follows from others: its path in the project and the text that it should have. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const valuesSchema = "charts/podgraft/values.schema.json";

/** Everything that is generated from the rules, the tables of codes, the schema of the configuration and the commands' tables. */
export async function generatedFiles(rules: readonly RegoFile[]): Promise<readonly GeneratedFile[]> {
  const schema = await readConfigSchema();
  const tables = await readCodeTables();
  return [
    { path: "engine/codes/generated/codes.ts", text: renderCodesModule(tables) },
    { path: "engine/config/generated/schema.ts", text: renderSchemaModule(schema) },
    { path: "engine/config/generated/config.ts", text: renderTypeModule(schema) },
    { path: valuesSchema, text: renderValuesSchema(await readProjectFile(valuesSchema), schema) },
    { path: "docs/cli.md", text: renderCli(await loadCommands()) },
    {
      path: "docs/github-action.md",
      text: renderActionPage(await readProjectFile("docs/github-action.md"), await readProjectFile("action.yml")),
    },
    { path: "docs/configuration.md", text: renderDocs(schema) },
    { path: "docs/rules.md", text: renderRules(rules) },
    { path: "docs/findings.md", text: renderFindings(inChainOrder(tables), rules) },
  ];
}

/** The pages whose examples are run. Needs a command that works, and so whatever else is generated. */
export async function examplePages(): Promise<readonly GeneratedFile[]> {
  const paths = ["config", "credentials", "diff", "explain", "flux", "inject", "krm", "oidc", "patch", "verify"].map(
    (page) => `docs/${page}.md`,
  );
  return await Promise.all(paths.map(async (path) => ({ path, text: runExamples(await readProjectFile(path)) })));
}

/** The paths whose committed text is not the given one, absent files included. */
export async function staleFiles(files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const present = await Promise.all(files.map(({ path }) => readProjectFile(path).catch(() => undefined)));
  return files.filter(({ text }, index) => present[index] !== text).map(({ path }) => path);
}

const readingOrder = ["shared.json", "aws.json", "azure.json", "gcp.json", "alibaba.json"];

/** People read the clouds in the order of the chain; what has no place in it comes last. */
function inChainOrder(tables: readonly CodeTable[]): readonly CodeTable[] {
  const placeOf = ({ file }: CodeTable): number =>
    readingOrder.includes(file) ? readingOrder.indexOf(file) : readingOrder.length;
  return tables.toSorted((left, right) => placeOf(left) - placeOf(right));
}
