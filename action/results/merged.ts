import { reportFails } from "../../cli/reporting/report-on.ts";
import type { FindingPlace, FindingRecord } from "../../report/finding-record.ts";
import type { PlaceInRepository } from "../../report/formats/repository-place.ts";
import { findingsOf, summarize, type Report, type Summary } from "../../report/report.ts";
import { hasDifferences } from "../../report/diff/diff-report.ts";
import type { Review, Unit } from "../review.ts";

/** All units of a review as one report; undefined where nothing could be judged. */
export type Merged = {
  readonly report: Report;
  readonly summary: Summary;
  readonly placeInRepository: PlaceInRepository;
  /** The name of the unit that a finding belongs to; empty where there is only one. */
  readonly unitOf: (finding: FindingRecord) => string;
};

/** Puts the reports of all units together: they have the configuration and the module in common. */
export function mergeUnits({ units }: Review): Merged | undefined {
  const [first] = units;
  if (first === undefined) return undefined;
  const report: Report = {
    ...first.report,
    pods: units.flatMap((unit) => unit.report.pods),
    findings: units.flatMap((unit) => unit.report.findings),
  };
  const byPlace = unitsByPlace(units);
  const unitOf = ({ place }: FindingRecord): Unit => byPlace.get(place) ?? first;
  return {
    report,
    summary: summarize(report),
    placeInRepository: (finding) => unitOf(finding).placeInRepository(finding),
    unitOf: (finding) => (units.length === 1 ? "" : unitOf(finding).name),
  };
}

/** Reports copy findings, but never their place: the object stands for the finding. */
function unitsByPlace(units: readonly Unit[]): ReadonlyMap<FindingPlace, Unit> {
  return new Map(units.flatMap((unit) => findingsOf(unit.report).map(({ place }) => [place, unit] as const)));
}

/** Whether the check fails: by a finding that counts, by a refusal, or because something could not be judged. */
export function fails({ units, faults, failOn }: Review): boolean {
  return faults.length > 0 || units.some(({ report }) => reportFails(report, failOn));
}

/** Whether anything changes: identities or objects against the base, or files that injection wrote. */
export function changes({ mode, units, written }: Review): boolean {
  if (mode === "inject") {
    return written !== null && [written.added, written.changed, written.removed].some(({ length }) => length > 0);
  }
  return units.some(({ differences }) => differences !== undefined && hasDifferences(differences));
}
