import { member, type Json } from "../engine/json.ts";

/**
 * The template of a chart that a rendered document came from, as Helm names it (`orders/templates/deployment.yaml`): by the annotation that
 * Helm 4 gives post-renderers, or by the comment `# Source:` before the document. Null where neither is there.
 */
export function chartTemplate(text: string, document: Json): string | null {
  const annotations = member(member(document, "metadata"), "annotations");
  const annotated = member(annotations, "postrenderer.helm.sh/postrender-filename");
  if (typeof annotated === "string" && annotated !== "") return annotated;
  return sourceComment(text);
}

/** Only what stands before the document's first line counts: a block scalar may hold a rendered manifest. */
function sourceComment(text: string): string | null {
  const head = /^\uFEFF?(?:(?:---[ \t]*|\.\.\.[ \t]*|[ \t]*#.*|[ \t]*)\r?(?:\n|$))*/.exec(text)?.[0] ?? "";
  return /^# Source: (\S.*?)[ \t\r]*$/m.exec(head)?.[1] ?? null;
}
