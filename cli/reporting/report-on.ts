import type { DecidedPod } from "../../engine/document/decide-document.ts";
import type { Finding } from "../../engine/document/finding.ts";
import type { JudgedDocument } from "../../renderer/inject/decide-source.ts";
import { placeIn } from "../../renderer/inject/place.ts";
import { assembleReport, recordDocument } from "../../report/assemble.ts";
import type { Baseline } from "../../report/baseline.ts";
import { chartTemplate } from "../../report/chart-template.ts";
import { counts } from "../../report/judge.ts";
import { findingsOf, type Report, type Threshold } from "../../report/report.ts";
import { failsOn, type FailOn } from "../fail-on.ts";
import { packageVersion } from "../package/version.ts";
import type { LoadedRules } from "../rules.ts";
import { decideInput, type ReadInput } from "./read-input.ts";
import { today } from "./today.ts";

/** How a report is made. */
export type Reporting = {
  /** Findings of a Pod beyond those of its decision, as verification has them. */
  readonly also?: (pod: DecidedPod) => readonly Finding[];
  readonly environment: string | null;
  readonly threshold: Threshold;
  readonly baseline: Baseline | null;
};

/** Decides every Pod of the input and reports on it; what cannot be read is added to the input's faults. Throws what the rules throw. */
export function reportOn(
  input: ReadInput,
  loaded: LoadedRules,
  { also, environment, threshold, baseline }: Reporting,
): Report {
  const { rules } = loaded;
  const documents = decideInput(input, loaded, ({ read, decided }: JudgedDocument) =>
    recordDocument(
      decided,
      { placeOf: (path) => placeIn(read, path), source: chartTemplate(read.document.text, read.value) },
      rules,
      also,
    ),
  );
  const excuses = { exceptions: rules.config.exceptions, today: today(), baseline };
  return assembleReport(documents, { version: packageVersion(), rules, environment, threshold, excuses });
}

/** Whether a report fails; a denial does whatever the option says. */
export function reportFails(report: Report, failOn: FailOn): boolean {
  const counting = findingsOf(report).filter(counts);
  return counting.some(({ isDenial }) => isDenial) || failsOn(failOn, counting);
}
