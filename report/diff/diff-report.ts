import { cloudNames } from "../explain/cloud-names.ts";
import { jsonText } from "../json-text.ts";
import { printable } from "../printable.ts";
import type { HeldIdentity, IdentityChange } from "./identity-changes.ts";
import type { ObjectDiff } from "./object-diff.ts";

/** What a comparison came to. */
export type DiffReport = {
  readonly tool: { readonly version: string };
  /** SHA-256 in hexadecimal, of each side's configuration. */
  readonly configurations: { readonly before: string; readonly after: string };
  readonly module: string;
  readonly identities: readonly IdentityChange[];
  readonly objects: readonly ObjectDiff[];
};

/** Colours a line of a diff or a heading. */
export type PaintDiff = (style: "added" | "removed" | "place" | "heading", text: string) => string;

function unpainted(_style: string, text: string): string {
  return text;
}

/** The comparison for people: identities first, then every object. */
export function diffText({ identities, objects }: DiffReport, paint: PaintDiff = unpainted): string {
  if (identities.length === 0 && objects.length === 0) return "no differences\n";
  const heading = (text: string): string => `${paint("heading", text)}\n`;
  return [
    heading(identities.length === 0 ? "No identity changes" : `Identity changes (${identities.length})`),
    ...identities.map((change) => `${identityText(change, paint)}\n`),
    ...(objects.length === 0 ? [] : ["\n", heading(describeObjects(objects))]),
    ...objects.map((object) => `\n${objectText(object, paint)}`),
  ].join("");
}

/** The comparison as JSON, for programs. */
export function diffJson({ tool, configurations, module, identities, objects }: DiffReport): string {
  return jsonText({
    apiVersion: "podgraft.dev/v1alpha1",
    kind: "Diff",
    tool: { name: "podgraft", version: tool.version },
    digests: { configurations, module },
    identities,
    objects,
  });
}

/**
 * The comparison as Markdown of at most `budget` characters: the table of identities, then objects, each whole or not at all; how many were left
 * out is said.
 */
export function diffMarkdown({ identities, objects }: DiffReport, budget: number = Number.POSITIVE_INFINITY): string {
  const parts = [identities.length === 0 ? "No identity changes.\n" : identityTable(identities)];
  let room = budget - (parts[0]?.length ?? 0) - 100;
  let left = 0;
  for (const object of objects) {
    const part = `\n${foldedDiff(object)}`;
    if (part.length > room) {
      left += 1;
      continue;
    }
    room -= part.length;
    parts.push(part);
  }
  if (left > 0)
    parts.push(`\n${left} more ${left === 1 ? "object differs" : "objects differ"}; there is no room for them here.\n`);
  return parts.join("");
}

/** `2 objects changed, 1 added` */
export function describeObjects(objects: readonly ObjectDiff[]): string {
  const parts = (["changed", "added", "removed"] as const).flatMap((change) => {
    const count = objects.filter((object) => object.change === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return `Objects: ${parts.join(", ")}`;
}

function identityText(
  { kind, namespace, name, serviceAccount, cloud, before, after }: IdentityChange,
  paint: PaintDiff,
): string {
  const account = accountText(serviceAccount);
  const head = printable(`  ${kind} ${namespace === null ? name : `${namespace}/${name}`} (${account})`);
  const line = (style: "added" | "removed", sign: string, held: HeldIdentity | null): string[] =>
    held === null ? [] : [paint(style, printable(`    ${sign} ${cloudName(cloud)}: ${heldText(held)}`))];
  return [head, ...line("removed", "-", before), ...line("added", "+", after)].join("\n");
}

function accountText({ before, after }: IdentityChange["serviceAccount"]): string {
  const now = after ?? before ?? "";
  return before !== null && after !== null && before !== after
    ? `ServiceAccount ${before} → ${after}`
    : `ServiceAccount ${now}`;
}

function heldText({ principal, audience, expirationSeconds }: HeldIdentity): string {
  const details = [
    ...(audience === null ? [] : [`audience ${audience}`]),
    ...(expirationSeconds === null ? [] : [`${expirationSeconds} s`]),
  ];
  return `${principal ?? "(no principal)"}${details.length === 0 ? "" : ` (${details.join(", ")})`}`;
}

function cloudName(cloud: HeldIdentity["cloud"]): string {
  return cloud === "gke" ? "GKE" : cloudNames[cloud];
}

function objectText({ title, diff, change }: ObjectDiff, paint: PaintDiff): string {
  if (diff === null) return `${printable(title)}: ${change} in too many lines to be shown\n`;
  return diff
    .trimEnd()
    .split("\n")
    .map((line) => `${painted(printable(line.replace(/\r$/, "")), paint)}\n`)
    .join("");
}

function painted(line: string, paint: PaintDiff): string {
  if (line.startsWith("+")) return paint("added", line);
  if (line.startsWith("-")) return paint("removed", line);
  return line.startsWith("@@") ? paint("place", line) : line;
}

function identityTable(identities: readonly IdentityChange[]): string {
  const rows = identities.map(({ kind, namespace, name, serviceAccount, cloud, before, after }) => {
    const cells = [
      `${kind} ${namespace === null ? name : `${namespace}/${name}`}`,
      accountText(serviceAccount).replace("ServiceAccount ", ""),
      cloudName(cloud),
      before === null ? "–" : heldText(before),
      after === null ? "–" : heldText(after),
    ];
    return `| ${cells.map(cell).join(" | ")} |\n`;
  });
  return `| workload | ServiceAccount | cloud | before | after |\n|---|---|---|---|---|\n${rows.join("")}`;
}

/** What users wrote must not be taken for Markdown or HTML. */
function cell(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|&#@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function foldedDiff({ title, change, diff }: ObjectDiff): string {
  const summary = `<summary>${cell(title)} (${change})</summary>`;
  if (diff === null) return `<details>${summary}\n\nToo many lines differ to be shown.\n</details>\n`;
  const longest = Math.max(2, ...Array.from(diff.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const body = diff
    .trimEnd()
    .split("\n")
    .map((line) => printable(line.replace(/\r$/, "")))
    .join("\n");
  return `<details>${summary}\n\n${fence}diff\n${body}\n${fence}\n</details>\n`;
}
