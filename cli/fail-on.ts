import type { Finding } from "../engine/document/finding.ts";
import { PodgraftError } from "../engine/errors.ts";
import { textOption, type Call, type Option } from "./command.ts";

/** From which severity on a finding makes the command exit with 1. */
export type FailOn = "error" | "warning" | "never";

/** The option, the same for every command that reports findings. */
export const failOnOption: Option = {
  name: "fail-on",
  value: "error|warning|never",
  description: "Exit 1 on findings of this severity or worse (default error); denials always do",
};

/** Reads the option. Throws PodgraftError `usage.invalid`. */
export function readFailOn(call: Call): FailOn {
  const value = textOption(call, "fail-on") ?? "error";
  if (value !== "error" && value !== "warning" && value !== "never") {
    throw new PodgraftError("usage.invalid", `--fail-on ${JSON.stringify(value)}: expected error, warning or never`);
  }
  return value;
}

/** Whether any of the findings fails the command. */
export function failsOn(failOn: FailOn, findings: readonly Pick<Finding, "severity">[]): boolean {
  if (failOn === "never") return false;
  return findings.some(({ severity }) => severity === "error" || (failOn === "warning" && severity === "warning"));
}
