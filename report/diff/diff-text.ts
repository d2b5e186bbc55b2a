import { printable } from "../printable.ts";
import { nameOf } from "../report.ts";
import type { ObjectDiff } from "./compare-objects.ts";
import { describeIdentities, describeObjects, hasDifferences, type DiffReport } from "./diff-report.ts";
import { accountText, cloudName, heldText } from "./held-text.ts";
import type { IdentityChange } from "./identity-changes.ts";

/** Colours a line of a diff or a heading. */
export type PaintDiff = (style: "added" | "removed" | "place" | "heading", text: string) => string;

function unpainted(_style: string, text: string): string {
  return text;
}

/** The comparison for people: identities first, then every object. */
export function diffText(report: DiffReport, paint: PaintDiff = unpainted): string {
  if (!hasDifferences(report)) return "no differences\n";
  const { identities, objects } = report;
  const lines = [
    paint("heading", describeIdentities(identities)),
    ...identities.flatMap((change) => identityLines(change, paint)),
    "",
    paint("heading", describeObjects(objects)),
    ...objects.flatMap((object) => ["", ...objectLines(object, paint)]),
  ];
  return `${lines.join("\n")}\n`;
}

function identityLines(identity: IdentityChange, paint: PaintDiff): string[] {
  const { serviceAccount, cloud, before, after } = identity;
  const head = printable(`  ${nameOf(identity)} (ServiceAccount ${accountText(serviceAccount)})`);
  const [was, is] = [before, after].map((held) => {
    return held === null ? undefined : printable(`${cloudName(cloud)}: ${heldText(held)}`);
  });
  if (was === is) return [head, `    ~ ${is ?? ""}, as another ServiceAccount`];
  return [
    head,
    ...(was === undefined ? [] : [paint("removed", `    - ${was}`)]),
    ...(is === undefined ? [] : [paint("added", `    + ${is}`)]),
  ];
}

function objectLines({ title, diff, change }: ObjectDiff, paint: PaintDiff): string[] {
  if (diff === null) return [`${printable(title)}: ${change} in too many lines to be shown`];
  const [from = "", to = "", ...lines] = diff.trimEnd().split("\n").map(printable);
  return [paint("heading", from), paint("heading", to), ...lines.map((line) => painted(line, paint))];
}

function painted(line: string, paint: PaintDiff): string {
  if (line.startsWith("+")) return paint("added", line);
  if (line.startsWith("-")) return paint("removed", line);
  return line.startsWith("@@") ? paint("place", line) : line;
}
