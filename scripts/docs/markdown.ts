/** A Markdown table; cells are texts that may hold Markdown of their own. No rows give no lines, else an empty line closes the table. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [line(columns), `|${columns.map(() => "---|").join("")}`, ...rows.map(line), ""];
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Prose in which no character is taken for markup outside the code spans that it has itself. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[<>*[\]\\]/g, "\\$&").replaceAll(/(?<!\w)_|_(?!\w)/g, "\\_"),
    )
    .join("");
}

/** A code span. */
export function code(text: string): string {
  return `\`${text}\``;
}
