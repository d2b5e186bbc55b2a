import t from "tap";
import type { Json } from "../../engine/json.ts";
import { chartTemplate } from "../../report/chart-template.ts";

const annotated = { metadata: { annotations: { "postrenderer.helm.sh/postrender-filename": "c/templates/a.yaml" } } };

const cases: readonly (readonly [title: string, text: string, document: Json, template: string | null])[] = [
  ["Helm's comment", "---\n# Source: c/templates/b.yaml\nkind: Pod\n", {}, "c/templates/b.yaml"],
  ["line breaks of Windows", "---\r\n# Source: c/templates/b.yaml\r\nkind: Pod\r\n", {}, "c/templates/b.yaml"],
  ["no marker", "# Source: c/templates/b.yaml\nkind: Pod\n", {}, "c/templates/b.yaml"],
  ["other comments before it", "# note\n\n---\n  # x\n# Source: b.yaml  \nkind: Pod\n", {}, "b.yaml"],
  ["a byte order mark", "\uFEFF---\n# Source: b.yaml\nkind: Pod\n", {}, "b.yaml"],
  ["blanks in the name", "# Source: a b.yaml\nkind: Pod\n", {}, "a b.yaml"],
  ["Helm 4's annotation", "kind: Pod\n", annotated, "c/templates/a.yaml"],
  ["the annotation before the comment", "# Source: b.yaml\nkind: Pod\n", annotated, "c/templates/a.yaml"],
  ["a comment within the document", "kind: Pod\n# Source: b.yaml\n", {}, null],
  ["a comment in a block scalar", "data: |\n  ---\n# Source: b.yaml\n", {}, null],
  ["no name", "# Source:\nkind: Pod\n", {}, null],
  ["an empty annotation", "", { metadata: { annotations: { "postrenderer.helm.sh/postrender-filename": "" } } }, null],
  ["no document", "", null, null],
];

for (const [title, text, document, template] of cases) {
  t.test(title, async (t) => t.equal(chartTemplate(text, document), template));
}
