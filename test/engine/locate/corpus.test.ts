import { existsSync, readFileSync } from "node:fs";
import t from "tap";
import { parseAllDocuments } from "yaml";
import type { Json } from "../../../engine/json.ts";
import { isJsonList, member } from "../../../engine/json.ts";
import { locatePods } from "../../../engine/locate/locate-pods.ts";
import { builtInTable } from "../../../engine/locate/table.ts";

const corpus = new URL("../../../../../shared/corpus/", import.meta.url);

t.test(
  "as many Pods as another reader counted in real manifests",
  { skip: existsSync(corpus) ? false : "skipped: no corpus beside the project" },
  (t) => {
    const [header = "", ...lines] = readFileSync(new URL("INDEX.tsv", corpus), "utf8").trimEnd().split("\n");
    const columns = header.split("\t");
    let compared = 0;
    for (const line of lines) {
      const cells = line.split("\t");
      const file = cells[columns.indexOf("file")] ?? "";
      const counted = Number(cells[columns.indexOf("pods")]);
      // Documents that kubectl would refuse are readable to this reader, but were not counted.
      if (cells[columns.indexOf("unreadable")] !== "0") continue;
      const documents = readDocuments(readFileSync(new URL(file, corpus), "utf8"));
      if (documents === undefined) {
        t.comment(`${file}: this reader does not take it`);
        continue;
      }
      compared++;
      t.equal(documents.flatMap(podsWithContainers).length, counted, file);
    }
    t.ok(compared > 100, `${compared} files`);
    t.end();
  },
);

/** All documents of a stream as kubectl reads them, or undefined where this reader does not take one. */
function readDocuments(text: string): readonly Json[] | undefined {
  const documents = parseAllDocuments(text, {
    uniqueKeys: false,
    merge: true,
    version: "1.1",
    prettyErrors: false,
    logLevel: "error",
  });
  if (!isReadable(documents)) return undefined;
  return documents.map((document) => document.toJS({ maxAliasCount: -1 }) as Json);
}

function isReadable(documents: readonly { readonly errors: readonly unknown[] }[]): boolean {
  return documents.every(({ errors }) => errors.length === 0);
}

/** The index counts Pods that have containers: no patches, no empty lists. */
function podsWithContainers(document: Json): readonly unknown[] {
  return locatePods(document, builtInTable()).pods.filter(({ pod }) => {
    const containers = member(member(pod, "spec"), "containers");
    return isJsonList(containers) && containers.length > 0;
  });
}
