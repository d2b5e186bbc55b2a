import { error, notice, warning, type AnnotationProperties } from "@actions/core";
import { aboutOf, findingsBySeverity } from "../../report/report.ts";
import { counts, describeStanding, type JudgedFinding } from "../../report/judge.ts";
import { printable } from "../../report/printable.ts";
import { foldUnremarkable } from "../../report/unremarkable.ts";
import type { RepositoryPlace } from "../../report/formats/repository-place.ts";
import type { Fault, Review } from "../review.ts";
import { commandText } from "./log-text.ts";
import type { Merged } from "./merged.ts";

/** So many annotations of each kind GitHub shows for a step; it drops the others without a word. */
const mostOfAKind = 10;

type Level = "error" | "warning" | "notice";

/** A note on a line of the pull request. */
export type Annotation = { readonly level: Level; readonly text: string; readonly properties: AnnotationProperties };

/** The annotations of a review that GitHub shows, faults first, then findings by severity, and how many more of each kind there are. */
export function annotationsOf(
  review: Review,
  merged: Merged | undefined,
): { readonly shown: readonly Annotation[]; readonly left: { readonly [level in Level]: number } } {
  const all = [
    ...review.faults.map(ofFault),
    ...(merged === undefined ? [] : ofFindings(merged)),
    ...review.notices.map(({ severity, message }): Annotation => ({
      level: severity,
      text: message,
      properties: { title: "Podgraft" },
    })),
  ];
  const ofLevel = (level: Level): Annotation[] => all.filter((one) => one.level === level);
  const left = (level: Level): number => Math.max(0, ofLevel(level).length - mostOfAKind);
  const levels = ["error", "warning", "notice"] as const;
  return {
    shown: levels.flatMap((level) => ofLevel(level).slice(0, mostOfAKind)),
    left: { error: left("error"), warning: left("warning"), notice: left("notice") },
  };
}

/** Writes them as the runner reads them; it escapes what could end a command or start another. */
export function annotate(annotations: readonly Annotation[]): void {
  const write = { error, warning, notice } as const;
  for (const { level, text, properties } of annotations)
    write[level](text.split("\n").map(commandText).join("\n"), properties);
}

function ofFault({ message, unit, place }: Fault): Annotation {
  const text = unit === null || place !== null ? message : `${unit}: ${message}`;
  return { level: "error", text, properties: { title: "Podgraft could not judge this", ...placed(place) } };
}

function ofFindings({ report, placeInRepository, unitOf }: Merged): Annotation[] {
  const counting = findingsBySeverity(foldUnremarkable(report)).filter(counts);
  return counting.map((finding) => {
    const unit = unitOf(finding);
    return {
      level: finding.severity === "info" ? "notice" : finding.severity,
      text: textOf(finding, unit),
      properties: { title: printable(`${finding.title} (${finding.code})`), ...placed(placeInRepository(finding)) },
    };
  });
}

function textOf(finding: JudgedFinding, unit: string): string {
  const { message, fix, help, standing, place } = finding;
  const lines = [
    `${aboutOf(finding)}${message}`,
    fix,
    describeStanding(standing),
    unit === ""
      ? `${place.file}:${place.line}:${place.column}`
      : `${unit}, ${place.file}:${place.line}:${place.column}`,
    help,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function placed(place: RepositoryPlace | null): AnnotationProperties {
  if (place === null) return {};
  const { file, line, column } = place;
  return {
    file: printable(file),
    ...(line === null ? {} : { startLine: line }),
    ...(line === null || column === null ? {} : { startColumn: column }),
  };
}
