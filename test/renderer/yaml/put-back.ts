import type { Spliced } from "../../../renderer/yaml/splice.ts";

/** The text before a splice: each range replaced by what stood there. */
export function putBack(spliced: Spliced): string {
  let { text } = spliced;
  for (const { start, end, original } of spliced.ranges.toReversed())
    text = text.slice(0, start) + original + text.slice(end);
  return text;
}
