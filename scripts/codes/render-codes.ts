import type { Json } from "../../engine/json.ts";

/** One table of `policies/schema/codes`: the file's name, and its reasons and findings. */
export type CodeTable = {
  readonly file: string;
  readonly reasons: { readonly [code: string]: Reason };
  readonly findings: { readonly [code: string]: Finding };
};

type Reason = { readonly outcome: string; readonly title: string; readonly description: string };
type Finding = {
  readonly severity: string;
  readonly setting: string | null;
  readonly title: string;
  /** A sentence about one case, with {param} placeholders and [clauses] that are left out where a param is empty. */
  readonly message: string;
  readonly description: string;
  readonly fix: string;
};

const outcomes: readonly string[] = ["inject", "skip", "deny"];
const severities: readonly string[] = ["error", "warning", "info"];
const settings: readonly string[] = [
  "render.unknownServiceAccount",
  "render.unknownNamespace",
  "verify.conflicts",
  "verify.lateContainers",
];

/** The TypeScript module with all tables, in the order given. Throws on a code that two tables have and on a word outside the closed lists. */
export function renderCodesModule(tables: readonly CodeTable[]): string {
  const reasons = collect(
    tables.map((table) => ({ place: `${table.file}: reasons`, entries: table.reasons })),
    (reason, place) => checkWord(reason.outcome, outcomes, place),
  );
  const findings = collect(
    tables.map((table) => ({ place: `${table.file}: findings`, entries: table.findings })),
    (finding, place) => {
      checkWord(finding.severity, severities, place);
      if (finding.setting !== null) checkWord(finding.setting, settings, place);
    },
  );
  return [
    "// Generated from policies/schema/codes by scripts/generate-codes.ts. Do not edit.",
    "",
    "/** Why a provider decided as it did. */",
    `export type Reason = { readonly outcome: ${union(outcomes)}; readonly title: string; readonly description: string };`,
    "",
    "/** The settings that decide a finding's severity. */",
    `export type SeveritySetting = ${union(settings)};`,
    "",
    "/**",
    " * What a finding means and what to do about it; `severity` holds where no `setting` decides. `message` is about one case: a {placeholder}",
    " * stands for a param, a [clause] is left out where one of its params is empty.",
    " */",
    "export type Finding = {",
    `  readonly severity: ${union(severities)};`,
    "  readonly setting: SeveritySetting | null;",
    "  readonly title: string;",
    "  readonly message: string;",
    "  readonly description: string;",
    "  readonly fix: string;",
    "};",
    "",
    "/** The codes of all reasons. */",
    `export type ReasonCode = ${codes(reasons)};`,
    "",
    "/** The codes of all findings. */",
    `export type FindingCode = ${codes(findings)};`,
    "",
    "/** All reasons by code. */",
    `export const reasons: { readonly [code in ReasonCode]: Reason } = ${JSON.stringify(reasons, null, 2)};`,
    "",
    "/** All findings by code. */",
    `export const findings: { readonly [code in FindingCode]: Finding } = ${JSON.stringify(findings, null, 2)};`,
    "",
  ].join("\n");
}

function collect<Entry>(
  tables: readonly { readonly place: string; readonly entries: { readonly [code: string]: Entry } }[],
  check: (entry: Entry, place: string) => void,
): { readonly [code: string]: Entry } {
  const all = new Map<string, Entry>();
  for (const { place, entries } of tables) {
    for (const [code, entry] of Object.entries(entries)) {
      if (all.has(code)) throw new Error(`${place}: ${code}: another table has this code already`);
      check(entry, `${place}: ${code}`);
      all.set(code, entry);
    }
  }
  return Object.fromEntries(all);
}

function checkWord(word: string, words: readonly string[], place: string): void {
  if (!words.includes(word)) throw new Error(`${place}: ${JSON.stringify(word)} is not one of ${words.join(", ")}`);
}

function union(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(" | ");
}

function codes(entries: { readonly [code: string]: Json }): string {
  const names = Object.keys(entries);
  return names.length === 0 ? "never" : `\n  | ${names.map((name) => JSON.stringify(name)).join("\n  | ")}`;
}
