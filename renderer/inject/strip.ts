import type { KnownObjects } from "../../engine/context/known-objects.ts";
import type { Rules } from "../../engine/document/decide-document.ts";
import type { PatchOperation } from "../../engine/json.ts";
import { documentRemoval } from "../../engine/removal/document-removal.ts";
import { splice } from "../yaml/splice.ts";
import { attempt, rethrow, type TakeFault } from "./faults.ts";
import { locateIn, readPiece, type ReadDocument, type SplitSource } from "./sources.ts";

/** A document with earlier injections taken out; offsets of the patch count in the document as it was. */
export type StrippedDocument = {
  readonly read: ReadDocument;
  readonly patch: readonly PatchOperation[];
  readonly text: string;
};

/** A source without its earlier injections; `text` is the source's own where there were none. */
export type StrippedSource<Kept> = {
  readonly name: string;
  readonly text: string;
  /** How many Pods had any. */
  readonly pods: number;
  /** What the caller keeps of each document that was changed. */
  readonly kept: readonly Kept[];
};

/**
 * Takes earlier injections of the providers that are on (of all, if none is) out of a source's text. Throws PodgraftError `input.*` with
 * line and column, and `internal.splice` for what cannot be taken out; hands them to `takeFault` where one is given, and goes on.
 */
export function stripSource<Kept>(
  { source, pieces }: SplitSource,
  rules: Rules,
  known: KnownObjects,
  keep: (document: StrippedDocument) => Kept,
  takeFault: TakeFault = rethrow,
): StrippedSource<Kept> {
  let pods = 0;
  const kept: Kept[] = [];
  const texts = pieces.map((piece) => {
    if (piece.action === "pass") return piece.document.text;
    const stripped = attempt(() => stripDocument(readPiece(source, piece, rules.table), rules, known), takeFault);
    if (stripped === undefined || stripped.pods === 0) return piece.document.text;
    pods += stripped.pods;
    kept.push(keep(stripped));
    return stripped.text;
  });
  return { name: source.name, text: pods === 0 ? source.text : texts.join(""), pods, kept };
}

function stripDocument(read: ReadDocument, rules: Rules, known: KnownObjects): StrippedDocument & { pods: number } {
  const { value, located, document } = read;
  const patches = located.pods.map((pod) => locateIn(read, () => documentRemoval(value, pod, rules, known)));
  const patch = patches.flat();
  if (patch.length === 0) return { read, patch, text: document.text, pods: 0 };
  const origin = { file: read.source, document: document.number, firstLine: document.firstLine };
  const { text } = splice(document.text, patch, origin);
  return { read, patch, text, pods: patches.filter(({ length }) => length > 0).length };
}
