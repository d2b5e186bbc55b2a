import { structuredPatch, type StructuredPatchHunk } from "diff";
import { printable } from "../printable.ts";

/** A text on the two sides of a comparison; undefined where it is not there. */
export type Texts = { readonly before: string | undefined; readonly after: string | undefined };

/** What differs in a text. */
export type TextDiff = {
  readonly change: "added" | "removed" | "changed";
  /** A unified diff; null where the two differ in so much that it would take too long to find. */
  readonly diff: string | null;
};

/** Lines added and removed together beyond which no diff is looked for: the search takes the square of it. */
const mostEdits = 2000;

/**
 * The unified diff of what is called `title`, with three lines around each change; undefined where the sides are the same. Document markers,
 * line ends (CRLF or LF), and empty lines before and behind it are no difference.
 */
export function textDiff(title: string, { before, after }: Texts): TextDiff | undefined {
  const [was, is] = [bareText(before), bareText(after)];
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  if (was === is && change === "changed") return undefined;
  const hunks = hunksOf(was, is);
  if (hunks === undefined) return { change, diff: null };
  const name = printable(title);
  const head = [
    before === undefined ? "--- /dev/null" : `--- a/${name}`,
    after === undefined ? "+++ /dev/null" : `+++ b/${name}`,
  ];
  return { change, diff: [...head, ...hunks.flatMap(hunkLines), ""].join("\n") };
}

/** Whether two texts are the same but for what {@link textDiff} does not count. */
export function isSameText(left: string, right: string): boolean {
  return bareText(left) === bareText(right);
}

/** A document's text without its marker and the empty lines around it, with LF as line ends and one at the end. */
function bareText(text = ""): string {
  const body = text
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .replace(/^---[ \t]*\n/, "")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  return body === "" ? "" : `${body}\n`;
}

/** What is only on one side needs no search. */
function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] | undefined {
  if (before === "") return [wholeHunk(after, "+")];
  if (after === "") return [wholeHunk(before, "-")];
  const options = { context: 3, maxEditLength: mostEdits };
  return structuredPatch("", "", before, after, undefined, undefined, options)?.hunks;
}

function wholeHunk(text: string, sign: "+" | "-"): StructuredPatchHunk {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => `${sign}${line}`);
  const [oldLines, newLines] = sign === "+" ? [0, lines.length] : [lines.length, 0];
  return { oldStart: Math.min(1, oldLines), oldLines, newStart: Math.min(1, newLines), newLines, lines };
}

function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string[] {
  return [`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...lines];
}

/** As diff(1) writes it: no count of one. */
function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}
