import { providers } from "../../engine/decision.ts";
import type { CodeTable } from "../codes/render-codes.ts";
import { packagesUsing } from "./code-uses.ts";
import { code, prose, table } from "./markdown.ts";
import { providerNames } from "./provider-names.ts";
import type { RegoFile } from "./rego-metadata.ts";

type Finding = CodeTable["findings"][string];
type Reason = CodeTable["reasons"][string];

/** The page docs/findings.md: every reason by provider, then every finding with an anchor of its code. */
export function renderFindings(tables: readonly CodeTable[], rules: readonly RegoFile[]): string {
  const groups = tables.map(({ file, findings }) => ({ title: groupTitle(file), findings: Object.entries(findings) }));
  const findings = groups.flatMap((group) => group.findings);
  const reasons = tables.flatMap((one) => Object.entries(one.reasons));
  return [
    "# Reasons and findings",
    "",
    "<!-- Generated from policies/schema/codes by scripts/generate-docs.ts. Do not edit. -->",
    "",
    ...introduction,
    "",
    "## Reasons",
    "",
    "Why a provider decided as it did: every decision has exactly one.",
    "",
    ...providers.flatMap((provider) => [
      `### ${providerNames[provider]}`,
      "",
      ...table(
        ["Reason", "Outcome", "Meaning"],
        reasons.filter(([reason]) => packagesUsing(reason, rules).has(`podgraft.${provider}`)).map(renderReason),
      ),
    ]),
    "## Findings",
    "",
    ...table(
      ["Finding", "Severity", "Providers", "Title"],
      findings.map(([name, finding]) => [
        `[${code(name)}](#${name})`,
        finding.severity,
        whoFinds(name, rules),
        prose(finding.title),
      ]),
    ),
    ...groups
      .filter((group) => group.findings.length > 0)
      .flatMap((group) => [
        `### ${group.title}`,
        "",
        ...group.findings.flatMap(([name, finding]) => renderFinding(name, finding, rules)),
      ]),
  ].join("\n");
}

const introduction = [
  "A *reason* says why a provider injects a Pod, leaves it alone or refuses it. A *finding* is something worth telling about a Pod or a",
  "document; it never changes the decision. A finding's severity stands in the tables below. Where a setting is named, the setting decides:",
  "`warn` makes it a warning, `error` and `deny` an error, `skip` and `ignore` silence it; the severity shown is that of the default.",
  "`podgraft explain` prints the reasons; `--fail-on` says from which severity on a command fails (default `error`).",
];

/** Tables that are no provider's. */
const groupTitles: { readonly [name: string]: string } = {
  verify: "Verification",
  workload: "Workloads",
};

function groupTitle(file: string): string {
  const name = file.replace(/\.json$/, "");
  const provider = providers.find((one) => one === name);
  if (provider !== undefined) return providerNames[provider];
  return groupTitles[name] ?? "Shared by providers";
}

function renderReason([name, { outcome, title, description }]: readonly [string, Reason]): string[] {
  return [code(name), outcome, `**${prose(title)}.** ${prose(description)}`];
}

function renderFinding(
  name: string,
  { severity, setting, title, description, fix }: Finding,
  rules: readonly RegoFile[],
): string[] {
  return [
    `<a id="${name}"></a>`,
    "",
    `#### ${name}`,
    "",
    `**${prose(title)}.** ${prose(description)}`,
    "",
    `- Fix: ${prose(fix)}`,
    `- Severity: ${severity}${setting === null ? "" : `, changed by [${code(setting)}](configuration.md#${setting.split(".")[0] ?? ""})`}`,
    `- Providers: ${whoFinds(name, rules)}`,
    "",
  ];
}

/** What no provider's rules give comes from the engine's search for Pods. */
function whoFinds(name: string, rules: readonly RegoFile[]): string {
  const users = packagesUsing(name, rules);
  const names = providers
    .filter((provider) => users.has(`podgraft.${provider}`))
    .map((provider) => providerNames[provider]);
  return names.length === 0 ? "any (found by the engine)" : names.join(", ");
}
