import type { Chain } from "../../engine/chain/chain.ts";
import type { RuleSettings } from "../../engine/decision.ts";
import { providers } from "../../engine/decision.ts";
import { documentPatch } from "../../engine/document/document-patch.ts";
import { removalPatch } from "../../engine/removal/removal-patch.ts";
import { splice } from "../yaml/splice.ts";
import type { WorkloadTable } from "../../engine/locate/table.ts";
import { readPiece, type ReadDocument, type SplitSource } from "./sources.ts";

/** A source without its earlier injections; `text` is the source's own where there were none. */
export type StrippedSource = { readonly name: string; readonly text: string; readonly pods: number };

/** What is taken out where no provider is on: everything, as made with default settings. */
const defaultSettings: RuleSettings = {
  aws: {},
  azure: {},
  gcp: { annotationPrefix: "cloud.google.com" },
  alibaba: {},
};

/**
 * Takes earlier injections of the providers that are on (of all, if none is) out of a source's text. `pods` counts the Pods that had any.
 * Throws PodgraftError `internal.splice` for what cannot be taken out.
 */
export function stripSource({ source, pieces }: SplitSource, chain: Chain, table: WorkloadTable): StrippedSource {
  let pods = 0;
  const texts = pieces.map((piece) => {
    if (piece.action === "pass") return piece.document.text;
    const stripped = stripDocument(readPiece(source, piece, table), chain);
    pods += stripped.pods;
    return stripped.text;
  });
  return { name: source.name, text: pods === 0 ? source.text : texts.join(""), pods };
}

function stripDocument(read: ReadDocument, chain: Chain): { text: string; pods: number } {
  const [order, settings] = chain.order.length > 0 ? [chain.order, chain.settings] : [providers, defaultSettings];
  const patches = read.located.pods.map((located) =>
    documentPatch(read.value, located, removalPatch(located.pod, order, settings)),
  );
  const patch = patches.flat();
  if (patch.length === 0) return { text: read.document.text, pods: 0 };
  const origin = { file: read.source, document: read.document.number, firstLine: read.document.firstLine };
  return {
    text: splice(read.document.text, patch, origin).text,
    pods: patches.filter(({ length }) => length > 0).length,
  };
}
