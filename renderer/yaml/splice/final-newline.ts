import type { YamlNode } from "../node.ts";
import { breakLength } from "../parse/characters.ts";
import { walk } from "./aliases.ts";
import type { Emission } from "./emission.ts";
import { edit } from "./emission.ts";

/**
 * A block scalar that ends the text without a line break has none in its value either. Where lines are added below it, its header
 * must say so (`|-`), or the value would gain one.
 */
export function keepMissingLineBreak(emission: Emission, root: YamlNode): void {
  const { text, edits } = emission;
  if (!edits.some(({ start, text: added }) => start === text.length && added !== ""))
    return keepLineBreakBeforeDeletion(emission);
  walk(root, (node) => {
    if (node.kind !== "scalar" || (node.style !== "literal" && node.style !== "folded") || node.end !== text.length)
      return;
    if (edits.some(({ start, end }) => start <= node.start && end > node.start)) return;
    const header = /^.[-+0-9]*/.exec(text.slice(node.start, node.start + 3))?.[0] ?? "|";
    if (header.includes("-")) return;
    const plus = header.indexOf("+");
    edit(emission, node.start + Math.max(plus, 1), node.start + (plus === -1 ? 1 : plus + 1), "-");
  });
}

/** Where the last lines go of a text without a final line break, the line break before them stays: a block scalar there has it in its value. */
function keepLineBreakBeforeDeletion(emission: Emission): void {
  const { text, edits } = emission;
  edits.forEach((deletion, index) => {
    if (deletion.text !== "" || deletion.end !== text.length || deletion.start === deletion.end) return;
    edits[index] = { ...deletion, start: Math.min(deletion.start + breakLength(text, deletion.start), deletion.end) };
  });
}
