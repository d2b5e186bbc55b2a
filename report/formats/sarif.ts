import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { codeText } from "../code-text.ts";
import { findingKey } from "../finding-record.ts";
import { helpLink, projectLink } from "../help-link.ts";
import { jsonText } from "../json-text.ts";
import { describeStanding, type JudgedFinding } from "../judge.ts";
import { printable } from "../printable.ts";
import { aboutOf, findingsBySeverity, type Report } from "../report.ts";
import type { Json, JsonObject } from "../../engine/json.ts";
import { foldUnremarkable } from "../unremarkable.ts";
import { placeInInput, type PlaceInRepository } from "./repository-place.ts";

/** GitHub keeps so many results of a run. */
const mostResults = 5000;

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** What a log says beyond the report's findings. */
export type SarifSurroundings = {
  readonly placeInRepository?: PlaceInRepository;
  /** What a finding was rendered from, where the same object may come from several: part of its fingerprint if not empty. */
  readonly scopeOf?: (finding: JudgedFinding) => string;
  /** Distinguishes analyses of one repository from each other; by default the environment. */
  readonly category?: string;
  /** What could not be analysed. */
  readonly faults?: readonly string[];
};

/**
 * A report as SARIF 2.1.0: one run, the codes as rules, the most severe findings first and at most 5,000 of them; how many are left out is
 * a notification of the run. Findings keep their fingerprint while lines move. Excepted findings are suppressed results; with a baseline,
 * each says whether it is new. (OASIS SARIF 2.1.0, and what GitHub's code scanning reads of it.)
 */
export function formatSarif(
  report: Report,
  {
    placeInRepository = placeInInput,
    scopeOf = (): string => "",
    category = report.environment ?? "default",
    faults = [],
  }: SarifSurroundings = {},
): string {
  const all = findingsBySeverity(foldUnremarkable(report));
  const findings = all.slice(0, mostResults);
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const fingerprint = fingerprinter(scopeOf);
  const run = {
    tool: {
      driver: {
        name: "podgraft",
        informationUri: projectLink,
        semanticVersion: report.tool.version,
        rules: codes.map((code) => ruleOf(code, findings)),
      },
    },
    automationDetails: { id: `podgraft/${category}/` },
    columnKind: "utf16CodeUnits",
    invocations: [{ executionSuccessful: faults.length === 0, ...notifications(all.length - findings.length, faults) }],
    properties: { configurationDigest: report.digests.configuration, moduleDigest: report.digests.module },
    results: findings.map((finding) => ({
      ruleId: finding.code,
      ruleIndex: codes.indexOf(finding.code),
      ...resultOf(finding, placeInRepository),
      partialFingerprints: { "podgraft/v1": fingerprint(finding) },
      ...(report.hasBaseline ? { baselineState: finding.standing.kind === "known" ? "unchanged" : "new" } : {}),
    })),
  };
  const log = { version: "2.1.0", $schema: "https://json.schemastore.org/sarif-2.1.0.json", runs: [run] };
  return jsonText(log);
}

function ruleOf(code: string, findings: readonly JudgedFinding[]): JsonObject {
  const { title, description, fix } = codeText(code);
  const known = findings.find((finding) => finding.code === code);
  const remedy = fix === "" || fix === description ? "" : ` ${fix}`;
  return {
    id: code,
    name: code.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: description === "" ? title : description },
    help: {
      text: `${description === "" ? title : description}${remedy} ${helpLink(code)}`,
      markdown: `${description === "" ? title : description}${remedy} [More about it](${helpLink(code)})`,
    },
    helpUri: helpLink(code),
    defaultConfiguration: { level: levels[known?.severity ?? "warning"] },
    properties: { tags: ["kubernetes", "workload-identity"] },
  };
}

function resultOf(finding: JudgedFinding, placeInRepository: PlaceInRepository): JsonObject {
  const { severity, message, fix, place, source, standing } = finding;
  const found = placeInRepository(finding);
  const remark = describeStanding(standing);
  const said = [`${aboutOf(finding)}${message}.`, fix, remark === "" ? "" : `(${remark})`];
  const about = aboutOf(finding);
  const location: JsonObject = {
    ...(found === null ? {} : { physicalLocation: physicalLocation(found.file, found.line, found.column) }),
    ...(about === ""
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: printable(about.slice(0, -": ".length)), kind: "object" }] }),
  };
  return {
    level: levels[severity],
    message: { text: printable(said.filter((part) => part !== "").join(" ")) },
    locations: [location],
    ...(standing.kind === "excepted"
      ? { suppressions: [{ kind: "external", status: "accepted", justification: printable(remark) }] }
      : {}),
    properties: { file: place.file, line: place.line, column: place.column, ...(source === null ? {} : { source }) },
  };
}

/** A file as a whole is its first line: code scanning shows nothing else. */
function physicalLocation(file: string, line: number | null, column: number | null): Json {
  const uri = file
    .replace(/\p{Cs}/gu, "\uFFFD")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  return {
    artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine: line ?? 1, ...(column === null ? {} : { startColumn: column }) },
  };
}

/** The same finding twice, as of one object in two files, are two alerts. */
function fingerprinter(scopeOf: (finding: JudgedFinding) => string): (finding: JudgedFinding) => string {
  const seen = new Map<string, number>();
  return (finding) => {
    const scope = scopeOf(finding);
    const key = JSON.stringify([findingKey(finding), finding.object.apiVersion, ...(scope === "" ? [] : [scope])]);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    const hash = bytesToHex(sha256(utf8ToBytes(key)));
    return times === 0 ? hash : `${hash}:${times}`;
  };
}

function notifications(left: number, faults: readonly string[]): JsonObject {
  const told = [
    ...faults.map((text) => ({ level: "error", message: { text: printable(text) } })),
    ...(left === 0
      ? []
      : [{ level: "warning", message: { text: `${left} more findings of lower severity than code scanning keeps` } }]),
  ];
  return told.length === 0 ? {} : { toolExecutionNotifications: told };
}
