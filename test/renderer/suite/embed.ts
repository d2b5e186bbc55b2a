/** A case's document as the value of a field, or why it cannot be one. */
export type Embedding = { readonly value: string } | { readonly reason: string };

/**
 * The one document of `stream` as the text behind `key:` or `-`, from its first blank to its last line break, all its lines indented by
 * `columns`.
 */
export function embed(stream: string, columns: number): Embedding {
  if (/^%/m.test(stream)) return { reason: "it has a directive, or a line that looks like one" };
  if (stream.includes("\uFEFF")) return { reason: "it has a byte order mark" };
  const body = stream.replace(/(?:^|\n)\.\.\.(?:[ \t]*(?:#.*)?)?\n?$/, (end) => (end.startsWith("\n") ? "\n" : ""));
  const [, head = "", rest = ""] = /^(?:(?:[ \t]*(?:#.*)?\n)*---(?=[ \t\n]|$)([^\n]*)\n?)?([^]*)$/.exec(body) ?? [];
  if (/^(?:---|\.\.\.)(?:[ \t\n]|$)/m.test(rest)) return { reason: "it has several documents" };
  if (/^[ \t]*(?:[&!][^ \n]* +)*[|>][-+]?[0-9]/.test(head))
    return { reason: "an indentation indicator counts from the root" };
  const indented = rest.replaceAll(/^(?=.)/gm, " ".repeat(columns));
  return { value: `${head}\n${indented}${indented === "" || indented.endsWith("\n") ? "" : "\n"}` };
}
