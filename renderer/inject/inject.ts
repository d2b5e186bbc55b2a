import type { KnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type DecidedDocument, type Rules } from "../../engine/document/decide-document.ts";
import { splice, type EditedRange } from "../yaml/splice.ts";
import { attempt, rethrow, type TakeFault } from "./faults.ts";
import { locateIn, readPiece, type ReadDocument, type SplitSource } from "./sources.ts";

/** A document with its decisions and its new text. */
export type InjectedDocument = {
  readonly read: ReadDocument;
  readonly decided: DecidedDocument;
  readonly text: string;
  /** What was inserted or replaced; offsets count in `text`. */
  readonly ranges: readonly EditedRange[];
  /** Anchors of which a copy was made. */
  readonly copies: readonly string[];
};

/** A source with the identity added where the rules say. */
export type InjectedSource<Kept> = {
  readonly name: string;
  /** The new text in parts, so that large streams need not be put together in memory; the source's own text where nothing changed. */
  readonly parts: readonly string[];
  /** The parts put together, when asked for. */
  readonly text: string;
  readonly changed: boolean;
  /** What the caller keeps of each document that was read. */
  readonly kept: readonly Kept[];
};

/**
 * Decides every Pod of a source and splices the patches into its text. All other bytes stay. Documents are read, changed and forgotten one
 * by one; `keep` takes from each what is needed afterwards. Throws PodgraftError `input.*` with line and column, `internal.splice` for what
 * cannot be spliced (both go to `takeFault` instead where one is given, and the next document follows), and what the rules throw.
 */
export function injectSource<Kept>(
  { source, pieces }: SplitSource,
  rules: Rules,
  known: KnownObjects,
  keep: (document: InjectedDocument) => Kept,
  takeFault: TakeFault = rethrow,
): InjectedSource<Kept> {
  const kept: Kept[] = [];
  let changed = false;
  const parts: string[] = [];
  for (const piece of pieces) {
    if (piece.action === "pass") {
      parts.push(piece.document.text);
      continue;
    }
    const injected = attempt(() => injectDocument(readPiece(source, piece, rules.table), rules, known), takeFault);
    if (injected === undefined) continue;
    kept.push(keep(injected));
    changed ||= injected.decided.patch.length > 0;
    parts.push(injected.text);
  }
  return {
    name: source.name,
    parts: changed ? parts : [source.text],
    get text() {
      return changed ? parts.join("") : source.text;
    },
    changed,
    kept,
  };
}

function injectDocument(read: ReadDocument, rules: Rules, known: KnownObjects): InjectedDocument {
  const { document, value, located } = read;
  const decided = locateIn(read, () => decideDocument(value, rules, known, located));
  if (decided.patch.length === 0) return { read, decided, text: document.text, ranges: [], copies: [] };
  const origin = { file: read.source, document: document.number, firstLine: document.firstLine };
  return { read, decided, ...splice(document.text, decided.patch, origin) };
}
