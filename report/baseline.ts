import { PodgraftError } from "../engine/errors.ts";
import { isJsonList, isJsonObject, member, type Json } from "../engine/json.ts";

/** Findings that were known before, by key, each as often as it was seen. */
export type Baseline = ReadonlyMap<string, number>;

/**
 * Reads the findings of an earlier JSON report as a baseline, those left out that an exception excused: when it ends, they are to be seen.
 * Throws PodgraftError `config.invalid` for anything else.
 */
export function readBaseline(report: Json, file: string): Baseline {
  const findings = member(report, "findings");
  if (!isJsonList(findings)) {
    throw new PodgraftError("config.invalid", "expected a report as --report writes it, with a list `findings`", {
      file,
    });
  }
  const baseline = new Map<string, number>();
  for (const finding of findings) {
    const key = isJsonObject(finding) ? finding.key : undefined;
    if (typeof key !== "string")
      throw new PodgraftError("config.invalid", "a finding has no `key`; write the baseline anew with --report", {
        file,
      });
    if (member(member(finding, "standing"), "kind") === "excepted") continue;
    baseline.set(key, (baseline.get(key) ?? 0) + 1);
  }
  return baseline;
}
