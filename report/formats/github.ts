import { describeStanding, counts, type JudgedFinding } from "../judge.ts";
import { printable } from "../printable.ts";
import { aboutOf, describeSummary, findingsBySeverity, summarize, type Report } from "../report.ts";
import { foldUnremarkable } from "../unremarkable.ts";
import { placeInInput, type PlaceInRepository } from "./repository-place.ts";

/** So many annotations of each kind GitHub shows for a step; it drops the others without a word. */
const mostOfAKind = 10;

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/**
 * Workflow commands of GitHub Actions: an annotation for each finding that counts, at most ten of a kind, the first ones of the input;
 * then, as plain lines, how many more there are and the summary.
 */
export function formatGithub(report: Report, placeInRepository: PlaceInRepository = placeInInput): string {
  const counting = findingsBySeverity(foldUnremarkable(report)).filter(counts);
  const lines = (["error", "warning", "info"] as const).flatMap((severity) => {
    const ofKind = counting.filter((finding) => finding.severity === severity);
    const shown = ofKind.slice(0, mostOfAKind).map((finding) => command(finding, placeInRepository));
    const left = ofKind.length - mostOfAKind;
    return left > 0 ? [...shown, `podgraft: ${left} more of severity ${severity} than annotations can show`] : shown;
  });
  return [...lines, `podgraft: ${describeSummary(summarize(report))}`].map((line) => `${line}\n`).join("");
}

function command(finding: JudgedFinding, placeInRepository: PlaceInRepository): string {
  const { code, severity, message, fix, title, help, standing, place } = finding;
  const found = placeInRepository(finding);
  const properties: readonly (readonly [name: string, value: string | number | null | undefined])[] = [
    ["file", found?.file],
    ["line", found?.line],
    ["col", found?.column],
    ["title", `${title} (${code})`],
  ];
  const written = properties.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${escapeProperty(printable(String(value)))}`],
  );
  const remark = describeStanding(standing);
  const said = [
    printable(`${aboutOf(finding)}${message}`),
    ...(fix === "" ? [] : [printable(fix)]),
    ...(remark === "" ? [] : [printable(remark)]),
    printable(`${place.file}:${place.line}:${place.column}`),
    help,
  ].join("\n");
  return `::${commands[severity]} ${written.join(",")}::${escapeData(said)}`;
}

/** As GitHub's toolkit escapes a command's text. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** As GitHub's toolkit escapes a command's properties. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
