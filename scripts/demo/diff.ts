/** A line of both texts, of the first alone, or of the second alone. */
export type DiffLine = { readonly kind: "both" | "removed" | "added"; readonly text: string };

/** Lines that stand together, with where they start in each text; lines count from 1. */
export type Hunk = { readonly oldStart: number; readonly newStart: number; readonly lines: readonly DiffLine[] };

/** So many unchanged lines are shown around a change. */
const contextLines = 3;

/** The lines of both texts in order, as few of them changed as possible. Meant for one document: time and space grow with its square. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let left = 0;
  let right = 0;
  while (left < old.length || right < now.length) {
    const [removed, added] = [old[left], now[right]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: "both", text: removed });
      left += 1;
      right += 1;
    } else if (
      added === undefined ||
      (removed !== undefined && lengthAt(common, left + 1, right) >= lengthAt(common, left, right + 1))
    ) {
      lines.push({ kind: "removed", text: removed ?? "" });
      left += 1;
    } else {
      lines.push({ kind: "added", text: added });
      right += 1;
    }
  }
  return lines;
}

/** The line break at the end ends the last line and starts none. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** By position in both texts: how many lines the rests have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    const row = lengths[left] ?? [];
    for (let right = now.length - 1; right >= 0; right -= 1) {
      row[right] =
        old[left] === now[right]
          ? lengthAt(lengths, left + 1, right + 1) + 1
          : Math.max(lengthAt(lengths, left + 1, right), lengthAt(lengths, left, right + 1));
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly (readonly number[])[], left: number, right: number): number {
  return lengths[left]?.[right] ?? 0;
}

/** The changed lines with three lines around them; what lies further apart is left out. */
export function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: { oldStart: number; newStart: number; lines: DiffLine[] }[] = [];
  let oldLine = 1;
  let newLine = 1;
  let lastShown = -1;
  for (const [index, line] of lines.entries()) {
    if (isNearChange(lines, index)) {
      if (lastShown !== index - 1 || hunks.length === 0)
        hunks.push({ oldStart: oldLine, newStart: newLine, lines: [] });
      hunks.at(-1)?.lines.push(line);
      lastShown = index;
    }
    if (line.kind !== "added") oldLine += 1;
    if (line.kind !== "removed") newLine += 1;
  }
  return hunks;
}

function isNearChange(lines: readonly DiffLine[], index: number): boolean {
  return lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ kind }) => kind !== "both");
}
