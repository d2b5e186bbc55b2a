import { printable } from "../../report/printable.ts";
import { diffLines, hunksOf, type DiffLine, type Hunk } from "./diff.ts";
import type { Paint } from "./paint.ts";

const signs = { both: " ", removed: "-", added: "+" } as const;

/** A unified diff of two texts, with line numbers counted from `firstLine`; empty where they are equal. */
export function showDiff(before: string, after: string, firstLine: number, paint: Paint): string {
  return hunksOf(diffLines(before, after))
    .map(
      (hunk) =>
        `${paint("cyan", hunkHeader(hunk, firstLine))}\n${hunk.lines.map((line) => `${showLine(line, paint)}\n`).join("")}`,
    )
    .join("");
}

function hunkHeader({ oldStart, newStart, lines }: Hunk, firstLine: number): string {
  const oldCount = lines.filter(({ kind }) => kind !== "added").length;
  const newCount = lines.filter(({ kind }) => kind !== "removed").length;
  return `@@ -${oldStart + firstLine - 1},${oldCount} +${newStart + firstLine - 1},${newCount} @@`;
}

function showLine({ kind, text }: DiffLine, paint: Paint): string {
  const line = signs[kind] + printable(text);
  if (kind === "both") return paint("dim", line);
  return paint(kind === "added" ? "green" : "red", line);
}
