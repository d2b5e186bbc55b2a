import type { KnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type DecidedDocument, type Rules } from "../../engine/document/decide-document.ts";
import { attempt, rethrow, type TakeFault } from "./faults.ts";
import { locateIn, readPiece, type ReadDocument, type SplitSource } from "./sources.ts";

/** A document with its decisions. */
export type JudgedDocument = { readonly read: ReadDocument; readonly decided: DecidedDocument };

/**
 * Decides every Pod of a source and changes nothing; `keep` takes from each document that had to be read what is needed afterwards. Throws
 * PodgraftError `input.*` with line and column (it goes to `takeFault` instead where one is given, and the next document follows), and what
 * the rules throw.
 */
export function decideSource<Kept>(
  { source, pieces }: SplitSource,
  rules: Rules,
  known: KnownObjects,
  keep: (document: JudgedDocument) => Kept,
  takeFault: TakeFault = rethrow,
): Kept[] {
  return pieces.flatMap((piece) => {
    if (piece.action === "pass") return [];
    const judged = attempt(() => {
      const read = readPiece(source, piece, rules.table);
      return { read, decided: locateIn(read, () => decideDocument(read.value, rules, known, read.located)) };
    }, takeFault);
    return judged === undefined ? [] : [keep(judged)];
  });
}
