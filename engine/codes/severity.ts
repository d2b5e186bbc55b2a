import type { Config } from "../config/config.ts";
import { PodgraftError } from "../errors.ts";
import { findings, type SeveritySetting } from "./codes.ts";

/** How bad a finding is; `none` is not reported. */
export type Severity = "error" | "warning" | "info" | "none";

/** What each word of the severity settings means. */
const meanings = { warn: "warning", error: "error", deny: "error", skip: "none", ignore: "none" } as const;

/**
 * The severity of a finding: by the setting that its table names, else the table's own. Throws `internal.decision` for a code that no
 * table has.
 */
export function findingSeverity(code: string, config: Pick<Config, "render" | "verify">): Severity {
  const finding = isFindingCode(code) ? findings[code] : undefined;
  if (finding === undefined)
    throw new PodgraftError(
      "internal.decision",
      `no table has a finding ${JSON.stringify(code)}; report this as a fault of the rules`,
    );
  return finding.setting === null ? finding.severity : meanings[settingValue(finding.setting, config)];
}

function isFindingCode(code: string): code is keyof typeof findings {
  return Object.hasOwn(findings, code);
}

function settingValue(
  setting: SeveritySetting,
  { render, verify }: Pick<Config, "render" | "verify">,
): keyof typeof meanings {
  switch (setting) {
    case "render.unknownServiceAccount":
      return render.unknownServiceAccount;
    case "render.unknownNamespace":
      return render.unknownNamespace;
    case "verify.conflicts":
      return verify.conflicts;
    case "verify.lateContainers":
      return verify.lateContainers;
  }
}
