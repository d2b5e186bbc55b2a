import type { Random } from "./source.ts";

/**
 * `text` as a literal or folded scalar from its header to its last line break; `undefined` where it cannot be one. Its lines stand at
 * `column`, which an indentation indicator counts from `parent`.
 */
export function literalText(text: string, column: number, parent: number, random: Random): string | undefined {
  if (!text.includes("\n") || !/^[ -~é\n\t]*$/.test(text) || !/[^ \n\t]/.test(text)) return undefined;
  const folds = random(3) === 0 && /^[!-~](?:[ -~]*[!-~])?(?:\n[!-~](?:[ -~]*[!-~])?)*\n?$/.test(text);
  const body = text.replace(/\n+$/, "");
  const breaks = text.length - body.length;
  const indicator = /^[ \n\t]/.test(text) || random(8) === 0 ? String(column - Math.max(parent, 0)) : "";
  if (Number(indicator) > 9) return undefined;
  const chomping = ["-", "", "+"][Math.min(breaks, 2)] ?? "";
  const lines = folds ? body.replaceAll("\n", "\n\n") : body;
  const indented = lines.replaceAll(/^(?=.)/gm, " ".repeat(column));
  // Without the comment, a blank line that follows would be part of the text.
  const end = "\n".repeat(Math.max(breaks, 1)) + (chomping === "+" ? "# end of text\n" : "");
  return (folds ? ">" : "|") + indicator + chomping + (random(8) === 0 ? " # c" : "") + "\n" + indented + end;
}
