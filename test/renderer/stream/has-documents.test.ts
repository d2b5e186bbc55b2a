import t from "tap";
import { hasDocuments } from "../../../renderer/stream/has-documents.ts";

const streams: readonly [stream: string, documents: boolean][] = [
  ["", false],
  ["\n \t\r\n", false],
  ["---\n", false],
  ["\uFEFF--- # nothing\n...\n", false],
  ["---\n# Source: orders/templates/comment.yaml\n  # more\r\n---\n", false],
  ["kind: Pod", true],
  ["# first\n---\nkind: Pod\n", true],
  ["--- {kind: Pod}\n", true],
  ["---kind: Pod\n", true],
  ["{}", true],
];

for (const [stream, documents] of streams) {
  t.test(JSON.stringify(stream), (t) => {
    t.equal(hasDocuments(stream), documents);
    t.end();
  });
}
