import { member, type Json, type PatchOperation } from "../engine/json.ts";
import { attempt, type TakeFault } from "../renderer/inject/faults.ts";
import type { ReadDocument } from "../renderer/inject/sources.ts";
import { splitStream } from "../renderer/stream/split.ts";
import { printJson } from "../renderer/yaml/print-json.ts";

/** The patch of one document, with what the document is. */
export type PatchLine = {
  readonly file: string;
  readonly document: number;
  readonly apiVersion: Json;
  readonly kind: Json;
  readonly name: Json;
  readonly namespace: Json;
  readonly patch: readonly PatchOperation[];
};

/** The line of `--output patch` for a document. */
export function patchLine({ value, source, document }: ReadDocument, patch: readonly PatchOperation[]): PatchLine {
  const metadata = member(value, "metadata");
  return {
    file: source,
    document: document.number,
    apiVersion: member(value, "apiVersion") ?? null,
    kind: member(value, "kind") ?? null,
    name: member(metadata, "name") ?? null,
    namespace: member(metadata, "namespace") ?? null,
    patch,
  };
}

/** Patches as JSON, one document a line, in the order of the documents; several of one document, which follow each other, become one. */
export function printPatches(lines: readonly PatchLine[]): string[] {
  const byDocument = new Map<string, PatchLine>();
  for (const line of lines) {
    if (line.patch.length === 0) continue;
    const key = JSON.stringify([line.file, line.document]);
    const before = byDocument.get(key);
    byDocument.set(key, before === undefined ? line : { ...before, patch: [...before.patch, ...line.patch] });
  }
  const ordered = [...byDocument.values()].sort((left, right) =>
    left.file === right.file ? left.document - right.document : 0,
  );
  return ordered.map((line) => `${JSON.stringify(line)}\n`);
}

/** The documents of a stream as JSON, one a line; those without content are left out. Takes the faults of documents that are no YAML. */
export function printJsonLines(file: string, text: string, takeFault: TakeFault): string[] {
  return splitStream(text).flatMap(({ text: part, number, firstLine }) => {
    const json = attempt(() => printJson(part, { file, document: number, firstLine }), takeFault) ?? "null";
    return json === "null" ? [] : [`${json}\n`];
  });
}

/** Streams one after another: each keeps its bytes, a marker is put between two where the second has none. */
export function joinStreams(streams: readonly (readonly string[])[]): string[] {
  const joined: string[] = [];
  for (const parts of streams) {
    const filled = parts.filter((part) => part !== "");
    const last = joined.at(-1);
    if (last !== undefined && filled[0] !== undefined) {
      if (!last.endsWith("\n")) joined.push("\n");
      if (!/^(?:\uFEFF)?---(?:\s|$)/.test(filled[0])) joined.push("---\n");
    }
    for (const part of filled) joined.push(part);
  }
  return joined;
}
