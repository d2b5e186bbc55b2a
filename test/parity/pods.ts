import { canonicalJson } from "../../engine/config/digest.ts";
import { locatePods } from "../../engine/locate/locate-pods.ts";
import { builtInTable, podKinds, type WorkloadTable } from "../../engine/locate/table.ts";
import { decideDocument } from "../../renderer/stream/decide.ts";
import { splitStream } from "../../renderer/stream/split.ts";
import { readYaml } from "../../renderer/yaml/read.ts";

/**
 * The Pods of a stream as Kubernetes reads them, each a line: kind and name of its object, and the Pod with its keys in order. The lines are
 * sorted, since Helm 3 and 4 have orders of their own.
 */
export function podLines(stream: string, table: WorkloadTable = builtInTable()): string[] {
  return splitStream(stream)
    .filter(({ text }) => decideDocument(text, podKinds(table)) === "read")
    .flatMap(({ text }) => locatePods(readYaml(text).value, table).pods)
    .map(({ object, pod }) => `${object.kind} ${object.namespace ?? ""}/${object.name} ${canonicalJson({ ...pod })}`)
    .sort();
}

/** A stream without the objects that Helm takes as hooks, and the hooks. */
export function partHooks(stream: string): { readonly manifests: string; readonly hooks: string } {
  const documents = splitStream(stream).map(({ text }) => text);
  return {
    manifests: documents.filter((text) => !isHook(text)).join(""),
    hooks: documents.filter(isHook).join(""),
  };
}

function isHook(text: string): boolean {
  return /^ +["']?helm\.sh\/hook["']?:/m.test(text);
}
