import { describeError, exitStatus, type PodgraftError } from "../engine/errors.ts";
import { printable } from "../report/printable.ts";
import type { Outcome } from "./command.ts";

/** So many faults are told one by one; who has more has given us something else than manifests. */
const mostTold = 100;

/** A typed error as the program tells it. A configuration's faults are told one a line. */
export function faultLine(fault: PodgraftError): string {
  return `podgraft: error: ${describeError(fault).split("\n").map(printable).join("\n")}\n`;
}

/** How a command ends that met `faults`: told once each, in their order; the exit status is the first one's. */
export function faultOutcome(faults: readonly [PodgraftError, ...PodgraftError[]]): Outcome {
  const lines = [...new Set(faults.map(faultLine))];
  const untold = lines.length - mostTold;
  return {
    status: exitStatus(faults[0].code),
    stderr: lines.slice(0, mostTold).join("") + (untold > 0 ? `podgraft: ${untold} more errors\n` : ""),
  };
}
