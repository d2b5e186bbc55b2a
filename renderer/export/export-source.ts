import type { KnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type Rules } from "../../engine/document/decide-document.ts";
import type { InjectedDocument } from "../inject/inject.ts";
import { locateIn, readPiece, type SplitSource } from "../inject/sources.ts";
import { workloadPatches, type NotExported, type WorkloadPatch } from "./workload-patches.ts";

/** The decisions about a document, and its objects' patches. */
export type ExportedDocument = {
  readonly injected: InjectedDocument;
  readonly patches: readonly WorkloadPatch[];
  readonly notExported: readonly NotExported[];
};

/**
 * Decides the Pods of a source for export. No name counts as final, since a patch outlives the Pod that it was made for. Throws as
 * `injectSource` does.
 */
export function exportSource({ source, pieces }: SplitSource, rules: Rules, known: KnownObjects): ExportedDocument[] {
  return pieces.flatMap((piece) => {
    if (piece.action === "pass") return [];
    const read = readPiece(source, piece, rules.table);
    const pods = read.located.pods.map((pod) => ({ ...pod, owner: { ...pod.owner, nameIsFinal: false } }));
    const decided = locateIn(read, () => decideDocument(read.value, rules, known, { ...read.located, pods }));
    const injected = { read, decided, text: read.document.text, ranges: [], copies: [] };
    return [{ injected, ...workloadPatches(read, decided.pods) }];
  });
}
