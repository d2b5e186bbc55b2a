import { foldedDiffs, identityTable, thatFit } from "../../report/diff/diff-markdown.ts";
import { describeIdentities, describeObjects } from "../../report/diff/diff-report.ts";
import { findingsTable } from "../../report/formats/markdown.ts";
import { markdownName, markdownText } from "../../report/formats/markdown-text.ts";
import { describeSummary } from "../../report/report.ts";
import type { Review, Unit } from "../review.ts";
import { fails, type Merged } from "./merged.ts";

/**
 * A review as Markdown of at most `limit` characters: what it came to, the identities that change, what could not be judged, the findings, then
 * the objects that differ, each folded. Whole rows and objects first; what has no room is counted, and `elsewhere` says where it is. What
 * manifests and tools say is text, never markup.
 */
export function reviewMarkdown(review: Review, merged: Merged | undefined, limit: number, elsewhere = ""): string {
  const head = `${headline(review, merged)}\n\n${about(review, merged)}\n`;
  const foot = elsewhere === "" ? "" : `\n${elsewhere}\n`;
  let room = limit - head.length - foot.length;
  const take = (text: string): string => {
    room -= text.length;
    return text;
  };
  const told = take(faultList(review, Math.floor(room / 3)));
  const identities = take(identitySections(review, Math.floor(room / 2)));
  const findings = take(findingSection(merged, Math.floor(room * 0.6)));
  const notices = take(noticeList(review, Math.floor(room / 3)));
  const diffs = take(diffSections(review, room));
  return `${head}${told}${identities}${findings}${notices}${diffs}${foot}`;
}

/** The worst that there is, in a line. */
export function headline(review: Review, merged: Merged | undefined): string {
  const { mode, units, faults } = review;
  const failed = fails(review);
  const summary = merged?.summary;
  const warned = (summary?.warnings ?? 0) > 0 || review.notices.some(({ severity }) => severity === "warning");
  const mark = failed ? "❌" : warned ? "⚠️" : "✅";
  const identities = units.flatMap(({ differences }) => differences?.identities ?? []);
  const uncompared = mode === "diff" ? units.filter(({ differences }) => differences === undefined).length : 0;
  const changed =
    mode === "verify" || (uncompared > 0 && uncompared === units.length)
      ? []
      : [describeIdentities(identities).replace(/^./, (first) => first.toLowerCase())];
  const left =
    uncompared === 0 || faults.length > 0
      ? []
      : [`${uncompared} ${uncompared === 1 ? "rendering" : "renderings"} not compared`];
  const unjudged =
    faults.length === 0 ? [] : [`${faults.length} ${faults.length === 1 ? "thing" : "things"} could not be judged`];
  const verdict = summary === undefined ? [] : [describeSummary(summary)];
  return `### Podgraft: ${mark} ${[...unjudged, ...changed, ...left, ...(mode === "verify" || failed ? verdict : [])].join("; ")}`;
}

function about({ mode, units, commits, written }: Review, merged: Merged | undefined): string {
  const short = (digest: string): string => `\`${digest.slice(0, 12)}\``;
  const before = units.flatMap(({ differences }) => differences?.configurations.before ?? [])[0];
  const after = merged?.report.digests.configuration;
  const parts = [
    commits.base === null || commits.head === null ? [] : [`${short(commits.head)} against ${short(commits.base)}`],
    units.length === 1 && units[0] !== undefined
      ? [markdownText(describeUnit(units[0]))]
      : [`${units.length} renderings`],
    merged !== undefined && mode !== "verify" ? [markdownText(describeSummary(merged.summary))] : [],
    written === null
      ? []
      : [
          `${written.added.length} added, ${written.changed.length} changed, ${written.removed.length} removed in ${markdownName(written.directory)}`,
        ],
    after === undefined
      ? []
      : [
          before === undefined || before === after
            ? `configuration ${short(after)}`
            : `configuration ${short(before)} → ${short(after)}`,
        ],
    merged === undefined
      ? []
      : [`module ${short(merged.report.digests.module)}`, `podgraft ${markdownText(merged.report.tool.version)}`],
  ].flat();
  return `<sub>${parts.join(" · ")}</sub>`;
}

function describeUnit({ name, renderer }: Unit): string {
  return renderer === "none" ? name : `${renderer} ${name}`;
}

function section(title: string, body: string): string {
  return body === "" ? "" : `\n#### ${title}\n\n${body}`;
}

function faultList({ faults }: Review, limit: number): string {
  const items = faults.map(({ message, unit, place }) => {
    const where = place === null ? unit : `${place.file}${place.line === null ? "" : `:${place.line}`}`;
    const [first = "", ...more] = message.trim().split("\n");
    const text = `- ${where === null ? "" : `${markdownName(where)}: `}${markdownText(first)}\n`;
    return more.length === 0
      ? text
      : `${text}${more
          .slice(0, 20)
          .map((line) => `  <br>${markdownText(line)}\n`)
          .join("")}`;
  });
  return listSection("Could not be judged", items, limit);
}

function noticeList({ notices }: Review, limit: number): string {
  return listSection(
    "Notes",
    notices.map(({ message }) => `- ${markdownText(message)}\n`),
    limit,
  );
}

function listSection(title: string, items: readonly string[], limit: number): string {
  const shown = thatFit(items, limit - title.length - 60);
  const left = items.length - shown.length;
  return section(title, `${shown.join("")}${left === 0 ? "" : `- … and ${left} more\n`}`);
}

/** A table for each unit whose identities change; under its name where there are several units. */
function identitySections({ units }: Review, limit: number): string {
  return oneAfterTheOther(units, limit, ({ name, differences }, room) => {
    const changed = differences?.identities ?? [];
    if (changed.length === 0) return "";
    const title = units.length === 1 ? "" : `\n#### ${markdownText(name)}\n`;
    const table = identityTable(changed, room - title.length);
    if (table !== "") return `${title}${table}`;
    return `\n… and ${changed.length} more identity changes in ${markdownText(name)}.\n`;
  });
}

function findingSection(merged: Merged | undefined, limit: number): string {
  if (merged === undefined) return "";
  return section("Findings", findingsTable(merged.report, limit - 20));
}

function diffSections({ units }: Review, limit: number): string {
  return oneAfterTheOther(units, limit, ({ name, differences }, room) => {
    const objects = differences?.objects ?? [];
    if (objects.length === 0) return "";
    const title = `\n#### ${units.length === 1 ? "" : `${markdownText(name)}: `}${describeObjects(objects)}\n`;
    return title.length > room ? "" : `${title}${foldedDiffs(objects, room - title.length)}`;
  });
}

/** What is written of each unit, in the room that those before it have left. */
function oneAfterTheOther(units: readonly Unit[], limit: number, write: (unit: Unit, room: number) => string): string {
  let room = limit;
  return units
    .map((unit) => {
      const text = write(unit, room);
      room -= text.length;
      return text;
    })
    .join("");
}
