/** Finds the document markers of a text one after another, each needle searched only once over the whole text. */
export type MarkerFinder = {
  readonly text: string;
  dashes: number;
  dots: number;
};

/** A finder at the start of `text`. */
export function startMarkers(text: string): MarkerFinder {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  return {
    text,
    dashes: markerAt(text, start, "---") ? start : searchMarker(text, start, "---"),
    dots: markerAt(text, start, "...") ? start : searchMarker(text, start, "..."),
  };
}

/** The offset of the next `---` or `...` that starts a line, and moves on behind it; -1 where there is none. */
export function nextMarker(finder: MarkerFinder): number {
  const { text, dashes, dots } = finder;
  if (dashes !== -1 && (dots === -1 || dashes < dots)) {
    finder.dashes = searchMarker(text, dashes, "---");
    return dashes;
  }
  if (dots !== -1) finder.dots = searchMarker(text, dots, "...");
  return dots;
}

function searchMarker(text: string, from: number, marker: string): number {
  const needle = "\n" + marker;
  let found = text.indexOf(needle, from);
  while (found !== -1 && !markerAt(text, found + 1, marker)) found = text.indexOf(needle, found + 1);
  return found === -1 ? -1 : found + 1;
}

/** Whether `marker` stands at `offset` with a blank, a line break or the end of the text behind it. */
function markerAt(text: string, offset: number, marker: string): boolean {
  if (!text.startsWith(marker, offset)) return false;
  const next = text.charCodeAt(offset + 3);
  return next === 10 || next === 13 || next === 32 || next === 9 || next !== next;
}
