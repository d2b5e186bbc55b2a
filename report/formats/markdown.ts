import { counts, describeStanding, type JudgedFinding } from "../judge.ts";
import { foldUnremarkable } from "../unremarkable.ts";
import { describeSummary, findingsBySeverity, nameOf, passes, summarize, type Report } from "../report.ts";
import { markdownText } from "./markdown-text.ts";

/** A comment of a pull request takes 65,536 characters; some are left for what stands around the report. */
const commentLimit = 60_000;

const words = { error: "❌ error", warning: "⚠️ warning", info: "ℹ️ info" } as const;

/**
 * A report as a Markdown table, the most severe findings first. As many rows as fit into `limit` characters; how many are left out is said.
 * What manifests say is text, never markup: no link, mention or HTML comes of it.
 */
export function formatMarkdown(report: Report, limit: number = commentLimit): string {
  const summary = summarize(report);
  const head = [`### Podgraft: ${passes(report) ? "✅ passes" : "❌ fails"}`, "", `${describeSummary(summary)}.`, ""];
  const foot = [
    `<sub>podgraft ${markdownText(report.tool.version)}, configuration ${code(report.digests.configuration.slice(0, 12))}, ` +
      `module ${code(report.digests.module.slice(0, 12))}</sub>`,
    "",
  ];
  return [...head, ...tableOf(report, limit - length([...head, ...foot])), ...foot].join("\n");
}

const leftOut = (count: number): string => `… and ${count} more; the other formats have them all.`;

/**
 * The findings alone as a table of at most `limit` characters, the most severe ones first; empty where there are none or nothing fits. How many
 * are left out is said.
 */
export function findingsTable(report: Report, limit: number): string {
  const text = tableOf(report, limit).join("\n");
  return text.length > limit ? "" : text;
}

function tableOf(report: Report, space: number): string[] {
  const findings = findingsBySeverity(foldUnremarkable(report));
  if (findings.length === 0) return [];
  const lines = ["| Severity | Object | Finding | Place |", "|---|---|---|---|"];
  let used = length([...lines, "", leftOut(findings.length), ""]);
  let shown = 0;
  for (const finding of findings) {
    const row = rowOf(finding);
    if (used + row.length + 1 > space) break;
    lines.push(row);
    used += row.length + 1;
    shown += 1;
  }
  return [...lines, "", ...(shown < findings.length ? [leftOut(findings.length - shown), ""] : [])];
}

function rowOf(finding: JudgedFinding): string {
  const { severity, object, message, code: id, fix, help, place, source, path, standing } = finding;
  const remark = describeStanding(standing);
  const said = [
    `${markdownText(message)} ([${id}](${help}))`,
    ...(fix === "" ? [] : [markdownText(fix)]),
    ...(remark === "" ? [] : [`<em>${markdownText(remark)}</em>`]),
  ].join("<br>");
  const where = [
    markdownText(`${place.file}:${place.line}:${place.column}`),
    ...(path === "" ? [] : [markdownText(path)]),
  ];
  const from = source === null ? [] : [`from ${markdownText(source)}`];
  const word = counts(finding) ? words[severity] : standing.kind;
  return `| ${word} | ${object.kind === "" && object.name === "" ? "" : markdownText(nameOf(object))} | ${said} | ${[...where, ...from].join("<br>")} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function length(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
