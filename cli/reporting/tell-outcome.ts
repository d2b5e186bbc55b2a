import { printable } from "../../report/printable.ts";
import type { Outcome } from "../command.ts";
import { faultOutcome } from "../faults.ts";
import type { ReadInput } from "./read-input.ts";

/**
 * How a command ends that tells something about its input: what it tells is printed whatever the status. What could not be read decides
 * the status; without any it is `status`.
 */
export function tellOutcome({ skipped, faults }: ReadInput, stdout: string, status: number): Outcome {
  const told = skipped.map(skippedLine).join("");
  const [first, ...others] = faults;
  if (first === undefined) return { status, stdout, stderr: told };
  const { status: failed, stderr = "" } = faultOutcome([first, ...others]);
  return { status: failed, stdout, stderr: told + stderr };
}

function skippedLine(folder: string): string {
  return `${printable(`info: ${folder}: chart templates are not YAML before Helm has rendered them; skipped`)}\n`;
}
