import { lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { diffJson } from "../../report/diff/diff-report.ts";
import { diffMarkdown } from "../../report/diff/diff-markdown.ts";
import { formatJson } from "../../report/formats/json.ts";
import { formatJunit } from "../../report/formats/junit.ts";
import { formatSarif } from "../../report/formats/sarif.ts";
import { PodgraftError } from "../../engine/errors.ts";
import { writeWholeFile } from "../../cli/replace-files.ts";
import type { Review } from "../review.ts";
import type { Merged } from "./merged.ts";

/** The most of a comparison in a file of its own, in characters. */
const longestDiff = 10_000_000;

/** The review for code scanning. `category` tells uses of the Action in one repository apart. */
export function sarifOf(review: Review, { report, placeInRepository, unitOf }: Merged, category: string): string {
  return formatSarif(report, {
    placeInRepository,
    scopeOf: unitOf,
    category,
    faults: review.faults.map(({ unit, message }) => (unit === null ? message : `${unit}: ${message}`)),
  });
}

/**
 * Writes the report in every form into a folder: `summary.md` and, where something was judged, `report.json`, `junit.xml` and the comparisons.
 * Throws PodgraftError `usage.invalid`.
 */
export function writeReports(folder: string, review: Review, merged: Merged | undefined, summary: string): void {
  writeFile(join(folder, "summary.md"), summary);
  if (merged === undefined) return;
  writeFile(join(folder, "report.json"), formatJson(merged.report));
  writeFile(join(folder, "junit.xml"), formatJunit(merged.report));
  const diffs = join(folder, "diff");
  if (lstatSync(diffs, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new PodgraftError("usage.invalid", "a symbolic link, which may lead anywhere; remove it", { file: diffs });
  }
  const taken = new Set<string>();
  for (const { name, differences } of review.units) {
    if (differences === undefined) continue;
    const file = join(diffs, fileName(name, taken));
    writeFile(`${file}.json`, diffJson(differences));
    writeFile(`${file}.md`, diffMarkdown(differences, longestDiff));
  }
}

/** Writes a whole file, and the folders above it. Throws PodgraftError `usage.invalid`. */
export function writeFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PodgraftError("usage.invalid", `cannot be written: ${reason}`, { file }, { cause });
  }
  writeWholeFile(file, text);
}

/** A unit's name as a file's: `apps/orders (values.yaml)` is `apps-orders-values.yaml`, and of a second one of that name `…-2`. */
function fileName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9._]+/g, "-").replace(/^[-.]+|-+$/g, "") || "root";
  let free = plain;
  for (let number = 2; taken.has(free); number += 1) free = `${plain}-${number}`;
  taken.add(free);
  return free;
}
