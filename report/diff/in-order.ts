/** Compares two lists of texts by code unit, so that the order is the same everywhere. */
export function inOrder(left: readonly string[], right: readonly string[]): number {
  for (const [index, text] of left.entries()) {
    const other = right[index] ?? "";
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}
