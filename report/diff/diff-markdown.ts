import { markdownName } from "../formats/markdown-text.ts";
import { printable } from "../printable.ts";
import { nameOf } from "../report.ts";
import type { ObjectDiff } from "./compare-objects.ts";
import { describeIdentities, describeObjects, hasDifferences, type DiffReport } from "./diff-report.ts";
import { accountText, cloudName, heldText } from "./held-text.ts";
import type { HeldIdentity, IdentityChange } from "./identity-changes.ts";

/** A comment of a pull request takes 65,536 characters; some are left for what stands around the comparison. */
const commentLimit = 60_000;

/** Where not all has room, no object takes more than about this many characters. */
const mostOfOne = 10_000;

/** Room kept for the line that says how many are left out. */
const remark = 100;

/**
 * The comparison as Markdown of at most `limit` characters, but never less than its heading: the table of identities, then the objects, each
 * folded. What has no room is counted. What manifests say is text, never markup.
 */
export function diffMarkdown(report: DiffReport, limit: number = commentLimit): string {
  const head = diffHeadline(report);
  const table = identityTable(report.identities, limit - head.length);
  return `${head}${table}${foldedDiffs(report.objects, limit - head.length - table.length)}`;
}

/** The heading: what changes, in numbers. */
export function diffHeadline(report: Pick<DiffReport, "identities" | "objects">): string {
  if (!hasDifferences(report)) return "### Podgraft: no differences\n";
  const { identities, objects } = report;
  const summary = describeIdentities(identities).replace(/^./, (first) => first.toLowerCase());
  return `### Podgraft: ${summary}\n\n${describeObjects(objects)}.\n`;
}

/** The identities as a table, as many rows as fit into `limit` characters; empty where none changes or fits. */
export function identityTable(identities: readonly IdentityChange[], limit: number): string {
  if (identities.length === 0) return "";
  const head = "\n| Workload | ServiceAccount | Cloud | Before | After |\n|---|---|---|---|---|\n";
  const rows = identities.map(identityRow);
  const shown = thatFit(rows, limit - head.length - remark);
  const left = rows.length - shown.length;
  const more = left === 0 ? "" : `\n… and ${left} more identity ${left === 1 ? "change" : "changes"}.\n`;
  const text = `${head}${shown.join("")}${more}`;
  return text.length > limit ? "" : text;
}

/**
 * The objects, each folded with its diff, as many as fit into `limit` characters; empty where none differs or fits. Where not all of them fit,
 * long ones are cut.
 */
export function foldedDiffs(objects: readonly ObjectDiff[], limit: number): string {
  const whole = objects.map((object) => `\n${foldedDiff(object, Number.POSITIVE_INFINITY)}`);
  if (lengthOf(whole) <= limit) return whole.join("");
  const shown = thatFit(
    objects.map((object) => `\n${foldedDiff(object, mostOfOne)}`),
    limit - remark,
  );
  const left = objects.length - shown.length;
  const more = left === 0 ? "" : `\n… and ${left} more ${left === 1 ? "object" : "objects"}.\n`;
  const text = `${shown.join("")}${more}`;
  return text.length > limit ? "" : text;
}

/** The first that fit into `limit` characters; a small one behind a large one still may. */
export function thatFit(parts: readonly string[], limit: number): string[] {
  let room = limit;
  return parts.filter(({ length }) => {
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function identityRow(identity: IdentityChange): string {
  const { serviceAccount, cloud, before, after } = identity;
  const held = (side: HeldIdentity | null): string => (side === null ? "–" : markdownName(heldText(side)));
  const cells = [
    markdownName(nameOf(identity)),
    markdownName(accountText(serviceAccount)),
    cloudName(cloud),
    held(before),
    held(after),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

/** An object with its diff, of which `limit` characters are shown at the most, in whole lines. */
function foldedDiff({ title, change, diff }: ObjectDiff, limit: number): string {
  const summary = `<summary>${markdownName(title)} ${change}</summary>`;
  if (diff === null) return `<details>${summary}\n\nToo many lines differ to be shown.\n\n</details>\n`;
  const lines = diff.trimEnd().split("\n").map(printable);
  let room = limit;
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0);
  const shown = end === -1 ? lines : lines.slice(0, end);
  const left = lines.length - shown.length;
  const more = left === 0 ? "" : `… and ${left} more ${left === 1 ? "line" : "lines"}.\n\n`;
  const body = shown.join("\n");
  const fence = "`".repeat(longestTicks(body) + 1);
  return `<details>${summary}\n\n${fence}diff\n${body}\n${fence}\n\n${more}</details>\n`;
}

/** A fence has to be longer than any in what it encloses, and at least three. */
function longestTicks(text: string): number {
  return Array.from(text.matchAll(/`+/g)).reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
}
