import t from "tap";
import { decideDocument } from "../../../renderer/stream/decide.ts";

const podKinds = new Set(["Pod", "Deployment", "Template"]);

const documents: readonly (readonly [name: string, text: string, decision: "pass" | "read"])[] = [
  ["a Pod", "apiVersion: v1\nkind: Pod\n", "read"],
  ["a kind with a comment and CRLF", "kind: Deployment # c\r\nspec: 1\r\n", "read"],
  ["a quoted kind", "kind: 'Pod'\n", "read"],
  ["a ServiceAccount", "kind: ServiceAccount\n", "read"],
  ["a Namespace", "kind: Namespace\n", "read"],
  ["a List", "kind: List\n", "read"],
  ["a typed list", "kind: ConfigMapList\n", "read"],
  ["a ConfigMap", "apiVersion: v1\nkind: ConfigMap\ndata: {}\n", "pass"],
  ["an unknown kind with containers", "kind: Foo\nspec:\n  containers: []\n", "read"],
  ["an unknown kind that mentions containers", "kind: ConfigMap\ndata:\n  a: the containers\n", "read"],
  ["a CustomResourceDefinition with containers", "kind: CustomResourceDefinition\nspec:\n  containers: []\n", "pass"],
  ["a nested kind of another sort", "kind: ConfigMap\nmetadata:\n  kind: Pod\n", "pass"],
  ["a kind given twice", "kind: CustomResourceDefinition\nkind: Pod\n", "read"],
  ["a kind hidden by a quoted key", 'kind: CustomResourceDefinition\n"kind": Pod\n', "read"],
  ["a kind hidden by an explicit key", "kind: ConfigMap\n? kind\n: Pod\n", "read"],
  ["a spaced-out key", "kind : Pod\n", "read"],
  ["an indented document", "  apiVersion: v1\n  kind: Pod\n", "read"],
  ["a flow document", "{kind: ConfigMap}\n", "read"],
  ["JSON", '{"kind":"ConfigMap"}', "read"],
  ["a kind that is no word", "kind: ${KIND}\n", "read"],
  ["comments only", "# nothing\n", "pass"],
  ["no kind, but containers", "containers: []\n", "read"],
];

for (const [name, text, decision] of documents) {
  t.test(name, async (t) => t.equal(decideDocument(text, podKinds), decision));
}
