/** Kinds that are always read: what Pods refer to. Kinds ending in `List` are read too. */
const contextKinds: ReadonlySet<string> = new Set(["ServiceAccount", "Namespace", "List"]);

/**
 * Whether a document goes through unread (`pass`) or has to be read. `podKinds` are the kinds in which Podgraft looks for Pods.
 * Passed are CustomResourceDefinitions, and documents of another kind whose text does not contain `containers`. Only the start of each line and a few
 * words are looked for, so what is unclear (a quoted or repeated `kind`, an indented or flow document) is read.
 */
export function decideDocument(text: string, podKinds: ReadonlySet<string>): "pass" | "read" {
  const kind = topLevelKind(text);
  if (kind === "unclear") return text.includes("kind") || text.includes("containers") ? "read" : "pass";
  if (kind.name === "CustomResourceDefinition") return "pass";
  if (podKinds.has(kind.name) || contextKinds.has(kind.name) || kind.name.endsWith("List")) return "read";
  return text.includes("containers") ? "read" : "pass";
}

function topLevelKind(text: string): { readonly name: string } | "unclear" {
  const start = keyAt(text, 0) ? 0 : text.indexOf("\nkind:") + 1;
  if (start === 0 && !keyAt(text, 0)) return "unclear";
  if (text.includes("\nkind:", start) || hasUnusualKey(text)) return "unclear";
  const name = /^[ \t]*(["']?)([A-Za-z0-9]+)\1[ \t\r]*(?:[ \t]#.*)?(?=\n|$)/.exec(
    lineFrom(text, start + "kind:".length),
  )?.[2];
  return name === undefined ? "unclear" : { name };
}

function keyAt(text: string, offset: number): boolean {
  return text.startsWith("kind:", offset);
}

/** Whether a line starts with something that may hide another `kind`: a quoted, explicit or spaced-out key, a merge, an anchor or a tag. */
function hasUnusualKey(text: string): boolean {
  return ['\n"', "\n'", "\n?", "\n<<", "\n&", "\n!", "\n*", "\n{", "\nkind "].some((start) => text.includes(start));
}

function lineFrom(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.slice(offset) : text.slice(offset, end);
}
