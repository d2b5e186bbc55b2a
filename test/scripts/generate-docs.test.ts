import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import t from "tap";
import { readCodeTables } from "../../scripts/codes/read-tables.ts";
import { codeFaults } from "../../scripts/docs/code-uses.ts";
import { runExamples } from "../../scripts/docs/examples.ts";
import { staleFiles } from "../../scripts/docs/generated-files.ts";
import { metadataFaults } from "../../scripts/docs/metadata-faults.ts";
import { parseRego } from "../../scripts/docs/rego-metadata.ts";
import { readEngineSources, readRegoSources } from "../../scripts/docs/rego-source.ts";
import { renderFindings } from "../../scripts/docs/render-findings.ts";
import { renderRules } from "../../scripts/docs/render-rules.ts";

const script = fileURLToPath(new URL("../../scripts/generate-docs.js", import.meta.url));

const described = `# METADATA
# title: A cloud
# description: Its rules.
package podgraft.cloud

import data.podgraft.lib.findings

# METADATA
# title: The decision
# description: |
#   Two lines | with a bar,
#   and <markup>.
# custom:
#   upstream: handler.go Handle
decision := {"reason": {"code": concat("", ["cloud.", _mode, "_mode"])}} if {
	some kind in ["cloud.first"]
} else := findings.volume_conflicts({})

# "cloud.comment" does not count
# METADATA
# title: Private
_first(one) := one

_second := 1
`;

t.test("what is committed is what the sources give", (t) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  t.equal(status, 0, stderr);
  t.equal(stdout + stderr, "");
  t.end();
});

t.test("the rules are described", async (t) => {
  const rules = (await readRegoSources()).map(parseRego);
  t.ok(rules.length > 30, "the rules were found");
  t.same(metadataFaults(rules), []);
});

t.test("examples are run again", (t) => {
  const page = [
    "`a.txt`:",
    "",
    "```json",
    "{}",
    "```",
    "",
    "```console",
    "$ cat a.txt",
    "stale",
    "$ podgraft no; echo $?",
    "```",
    "End.",
  ];
  t.match(runExamples(page.join("\n")).split("\n"), [
    ...page.slice(0, 8),
    "{}",
    "$ podgraft no; echo $?",
    /^podgraft: error: unknown command/,
    "2",
    "```",
    "End.",
  ]);
  t.throws(() => runExamples("```console\n$ echo internal error\n```\n"), { message: /^echo internal error: / });
  t.end();
});

t.test("a file whose text differs, or that is not there, is stale", async (t) => {
  const files = [
    { path: "docs/rules.md", text: "other" },
    { path: "docs/no-such-page.md", text: "" },
  ];
  t.same(await staleFiles(files), ["docs/rules.md", "docs/no-such-page.md"]);
});

t.test("every code of the rules is in a table, every code of a table is used", async (t) => {
  const tables = await readCodeTables();
  const codes = new Set(tables.flatMap(({ reasons, findings }) => [...Object.keys(reasons), ...Object.keys(findings)]));
  t.ok(codes.size > 60, "the tables were found");
  t.same(codeFaults(codes, await readRegoSources(), await readEngineSources()), []);
});

t.test("codes that disagree with the tables", (t) => {
  const rules = [{ path: "a.rego", text: described }];
  const engine = [{ path: "b.ts", text: 'const code = "engine.found";\n// "engine.lost"\n' }];
  const codes = ["cloud.first", "cloud.fast_mode", "engine.found"];
  const unused = (code: string): string => `policies/schema/codes: no rule and no file of the engine uses ${code}`;
  const cases = [
    { name: "none", codes, faults: [] },
    {
      name: "not in a table",
      codes: codes.filter((code) => code !== "cloud.first"),
      faults: ["a.rego: cloud.first is in no table of policies/schema/codes"],
    },
    { name: "in a comment only", codes: [...codes, "cloud.comment"], faults: [unused("cloud.comment")] },
    { name: "in a comment of the engine only", codes: [...codes, "engine.lost"], faults: [unused("engine.lost")] },
    { name: "no ending of a joined code", codes: [...codes, "cloud.fast"], faults: [unused("cloud.fast")] },
    { name: "other words are no codes", codes: codes.slice(0, 2), faults: [] },
  ];
  for (const { name, codes, faults } of cases) t.same(codeFaults(new Set(codes), rules, engine), faults, name);
  t.end();
});

t.test("a file of rules", (t) => {
  const file = parseRego({ path: "a.rego", text: described });
  t.equal(file.package, "podgraft.cloud");
  t.same(file.packageMetadata, { title: "A cloud", description: "Its rules.", upstream: "" });
  t.same(
    file.definitions.map(({ name, isFunction, line, metadata }) => ({
      name,
      isFunction,
      line,
      title: metadata?.title,
    })),
    [
      { name: "decision", isFunction: false, line: 15, title: "The decision" },
      { name: "_first", isFunction: true, line: 22, title: "Private" },
      { name: "_second", isFunction: false, line: 24, title: undefined },
    ],
  );
  t.end();
});

t.test("rules that cannot be read", (t) => {
  const cases = [
    { name: "no package", text: "x := 1\n", message: "a.rego: no package" },
    {
      name: "before nothing",
      text: "package a\n\n# METADATA\n# title: Lost\n\nx := 1\n",
      message: "a.rego:4: METADATA stand before no package, rule or function",
    },
    { name: "no map", text: "# METADATA\n# - title\npackage a\n", message: "a.rego:1: METADATA are not a map" },
    {
      name: "no text",
      text: "# METADATA\n# title: 7\npackage a\n",
      message: "a.rego:1: METADATA: title is not a text",
    },
  ];
  for (const { name, text, message } of cases) t.throws(() => parseRego({ path: "a.rego", text }), { message }, name);
  t.throws(
    () => parseRego({ path: "a.rego", text: "package a\n\n# METADATA\n# title: [\nx := 1\n" }),
    { code: "input.not_yaml", location: { file: "a.rego" } },
    "no YAML",
  );
  t.end();
});

t.test("rules without a title", (t) => {
  const titled = "# METADATA\n# title: T\n";
  const cases = [
    { name: "none", files: [`${titled}package a\n\n${titled}x := 1\n\n_y := 1\n`], faults: [] },
    {
      name: "package",
      files: ["package a\n"],
      faults: ["0.rego:1: no METADATA with a title for package a, here or in another of its files"],
    },
    { name: "package described in another file", files: ["package a\n", `${titled}package a\n`], faults: [] },
    {
      name: "rule",
      files: [`${titled}package a\n\ndefault x := 1\n`],
      faults: ["0.rego:5: no METADATA with a title for x"],
    },
    {
      name: "function",
      files: [`${titled}package a\n\nf(x) if x\n`],
      faults: ["0.rego:5: no METADATA with a title for f"],
    },
    { name: "second definition", files: [`${titled}package a\n\n${titled}f(1) := 2\n\nf(2) := 1\n`], faults: [] },
    {
      name: "described in another package",
      files: [`${titled}package a\n\nx := 1\n`, `${titled}package b\n\n${titled}x := 1\n`],
      faults: ["0.rego:5: no METADATA with a title for x"],
    },
    {
      name: "no title",
      files: [`${titled}package a\n\n# METADATA\n# description: D\n_y := 1\n`],
      faults: ["0.rego:7: the METADATA of _y have no title"],
    },
  ];
  for (const { name, files, faults } of cases) {
    const parsed = files.map((text, index) => parseRego({ path: `${index}.rego`, text }));
    t.same(metadataFaults(parsed), faults, name);
  }
  t.end();
});

t.test("the page of rules", (t) => {
  const page = renderRules([parseRego({ path: "policies/cloud/a.rego", text: described })]);
  const lines = page.split("\n");
  for (const line of [
    "| [`podgraft.cloud`](#podgraft.cloud) | A cloud |",
    '<a id="podgraft.cloud"></a>',
    "A cloud. Its rules.",
    "### [policies/cloud/a.rego](../policies/cloud/a.rego)",
    "| `decision` | **The decision.** Two lines \\| with a bar, and \\<markup\\>. | handler.go Handle |",
    "| `_first()` | **Private.** | – |",
  ]) {
    t.ok(lines.includes(line), line);
  }
  t.notMatch(page, "_second");
  t.end();
});

t.test("the page of findings", (t) => {
  const shared = `package podgraft.lib.findings\n\nvolume_conflicts(expected) := ["volume.conflict"]\n`;
  const rules = [
    parseRego({ path: "policies/aws/a.rego", text: described.replaceAll("cloud", "aws") }),
    parseRego({ path: "policies/lib/findings.rego", text: shared }),
  ];
  const finding = {
    severity: "warning",
    setting: "verify.conflicts",
    title: "Foreign",
    message: "{a} is foreign",
    description: "Text.",
    fix: "Rename it.",
  };
  const tables = [
    { file: "shared.json", reasons: {}, findings: { "volume.conflict": finding } },
    {
      file: "aws.json",
      reasons: { "aws.fast_mode": { outcome: "inject", title: "Fast", description: "Why." } },
      findings: {},
    },
    {
      file: "workload.json",
      reasons: {},
      findings: { "workload.unknown_kind": { ...finding, severity: "info", setting: null } },
    },
  ];
  const lines = renderFindings(tables, rules).split("\n");
  for (const line of [
    "| `aws.fast_mode` | inject | **Fast.** Why. |",
    "| [`volume.conflict`](#volume.conflict) | warning | AWS | Foreign |",
    '<a id="volume.conflict"></a>',
    "#### volume.conflict",
    "**Foreign.** Text.",
    "- Fix: Rename it.",
    "- Severity: warning, changed by [`verify.conflicts`](configuration.md#verify)",
    "- Providers: AWS",
    "### Workloads",
    "- Severity: info",
    "- Providers: any (found by the engine)",
  ]) {
    t.ok(lines.includes(line), line);
  }
  t.end();
});
