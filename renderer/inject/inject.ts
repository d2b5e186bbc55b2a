import type { KnownObjects } from "../../engine/context/known-objects.ts";
import { decideDocument, type DecidedDocument, type Rules } from "../../engine/document/decide-document.ts";
import { splice, type EditedRange } from "../yaml/splice.ts";
import { locateIn, type ReadDocument, type SplitSource } from "./sources.ts";

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

/** A source with the identity added where the rules say; `text` is the source's own where nothing changed. */
export type InjectedSource = {
  readonly name: string;
  readonly text: string;
  readonly changed: boolean;
  readonly documents: readonly InjectedDocument[];
};

/**
 * Decides every Pod of a source and splices the patches into its text. All other bytes stay. Throws PodgraftError `input.pod_invalid` with
 * line and column, `internal.splice` for what cannot be spliced, and what the rules throw.
 */
export function injectSource({ source, pieces }: SplitSource, rules: Rules, known: KnownObjects): InjectedSource {
  const documents: InjectedDocument[] = [];
  const texts = pieces.map((piece) => {
    if ("passed" in piece) return piece.passed;
    const injected = injectDocument(piece, rules, known);
    documents.push(injected);
    return injected.text;
  });
  const changed = documents.some(({ decided }) => decided.patch.length > 0);
  return { name: source.name, text: changed ? texts.join("") : source.text, changed, documents };
}

function injectDocument(read: ReadDocument, rules: Rules, known: KnownObjects): InjectedDocument {
  const { document, value, located } = read;
  const decided = locateIn(read, () => decideDocument(value, rules, known, located));
  if (decided.patch.length === 0) return { read, decided, text: document.text, ranges: [], copies: [] };
  const origin = { file: read.source, document: document.number, firstLine: document.firstLine };
  return { read, decided, ...splice(document.text, decided.patch, origin) };
}
