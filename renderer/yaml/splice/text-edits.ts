/** Replaces `start..end` of a text by `text`; an insertion where both are equal. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

/** A range of the new text that was inserted or replaced; `original` is what stood there before, empty for an insertion. */
export type EditedRange = { readonly start: number; readonly end: number; readonly original: string };

/** Edits in the order of the text. Of those at one place insertions come first, in the order they were made. */
export function sortEdits(edits: readonly TextEdit[]): TextEdit[] {
  const sorted = edits.toSorted(
    (left, right) => left.start - right.start || Number(left.end > left.start) - Number(right.end > right.start),
  );
  const result: TextEdit[] = [];
  for (const edit of sorted) {
    const last = result.at(-1);
    if (last !== undefined && edit.start < last.end && last.text === "") {
      // Deletions of neighbouring lines may share the line break between them; what is inserted before that line break keeps it.
      result[result.length - 1] = { ...last, end: edit.text === "" ? Math.max(last.end, edit.end) : edit.start };
      if (edit.text !== "") result.push(edit);
    } else if (edit.end > edit.start || edit.text !== "") result.push(edit);
  }
  return result;
}

/** `text` with all `edits` (sorted, not overlapping) made. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let from = 0;
  for (const edit of edits) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** The ranges that `edits` (sorted) of `text` leave in the new text. */
export function editedRanges(text: string, edits: readonly TextEdit[]): EditedRange[] {
  let shift = 0;
  return edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length, original: text.slice(edit.start, edit.end) };
  });
}

/** The edits of `text` that do the same as `first` and then, on its result, `second`; both sorted. */
export function composeEdits(text: string, first: readonly TextEdit[], second: readonly TextEdit[]): TextEdit[] {
  const middle = applyEdits(text, first);
  const final = applyEdits(middle, second);
  const made = editedRanges(text, first);
  return mergeIntervals([...made, ...second]).map(({ start, end }) => {
    const from = beforeFirst(first, start, false);
    const to = beforeFirst(first, end, true);
    return {
      start: from,
      end: to,
      text: final.slice(afterSecond(second, start, false), afterSecond(second, end, true)),
    };
  });
}

type Interval = { readonly start: number; readonly end: number };

function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const interval of intervals.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last === undefined || interval.start > last.end) merged.push({ start: interval.start, end: interval.end });
    else if (interval.end > last.end) merged[merged.length - 1] = { start: last.start, end: interval.end };
  }
  return merged;
}

/** The offset in the text before `edits` of `offset` in the text after them; edits at `offset` itself are passed only if `inclusive`. */
function beforeFirst(edits: readonly TextEdit[], offset: number, inclusive: boolean): number {
  let shift = 0;
  for (const edit of edits) {
    const end = edit.start + shift + edit.text.length;
    if (edit.start + shift > offset || end > offset || (end === offset && !inclusive)) break;
    shift += edit.text.length - (edit.end - edit.start);
  }
  return offset - shift;
}

/** The offset in the text after `edits` of `offset` in the text before them; edits at `offset` itself are passed only if `inclusive`. */
function afterSecond(edits: readonly TextEdit[], offset: number, inclusive: boolean): number {
  let shift = 0;
  for (const edit of edits) {
    if (edit.end > offset || (edit.end === offset && !inclusive)) break;
    shift += edit.text.length - (edit.end - edit.start);
  }
  return offset + shift;
}
