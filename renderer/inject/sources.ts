import { checkContext } from "../../engine/context/check-context.ts";
import { PodgraftError } from "../../engine/errors.ts";
import type { Json, Segment } from "../../engine/json.ts";
import { locatePods, type LocatedObject, type LocateResult } from "../../engine/locate/locate-pods.ts";
import type { WorkloadTable } from "../../engine/locate/table.ts";
import { attempt, rethrow, type TakeFault } from "./faults.ts";
import { decideDocument } from "../stream/decide.ts";
import { splitStream, type StreamDocument } from "../stream/split.ts";
import { readYaml } from "../yaml/read.ts";

/** A text with documents in it, and what to call it in messages. */
export type Source = { readonly name: string; readonly text: string };

/** A document of a source that had to be read. */
export type ReadDocument = {
  readonly source: string;
  readonly document: StreamDocument;
  readonly value: Json;
  readonly located: LocateResult;
  readonly position: (path: readonly Segment[]) => { readonly line: number; readonly column: number };
};

/** One document of a source: to be read, or passed through unread. Only its text is kept; reading is done one document at a time. */
export type Piece = { readonly document: StreamDocument; readonly action: "pass" | "read" };

/** A source in its pieces; their texts, put together, are the source. */
export type SplitSource = { readonly source: Source; readonly pieces: readonly Piece[] };

/** Splits a source and tells which documents may hold a Pod or tell about one. Never fails. */
export function splitSource(source: Source, podKinds: ReadonlySet<string>): SplitSource {
  const pieces = splitStream(source.text).map((document): Piece => ({
    document,
    action: decideDocument(document.text, podKinds),
  }));
  return { source, pieces };
}

/** Reads a document. Throws PodgraftError `input.*` with file, document, line and column. */
export function readPiece(source: Source, { document }: Piece, table: WorkloadTable): ReadDocument {
  const origin = { file: source.name, document: document.number, firstLine: document.firstLine };
  const { value, position } = readYaml(document.text, origin);
  const read = { source: source.name, document, value, position };
  return { ...read, located: locateIn(read, () => checkContext(locatePods(value, table))) };
}

/** Runs a step of the engine on a document and completes its errors with where in the file the fault stands. */
export function locateIn<Result>(
  { source, document, position }: Omit<ReadDocument, "located" | "value">,
  run: () => Result,
): Result {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof PodgraftError) || !cause.code.startsWith("input.")) throw cause;
    const place = position(segmentsOf(cause.location.path ?? ""));
    throw new PodgraftError(
      cause.code,
      cause.message,
      { file: source, document: document.number, ...place },
      { cause },
    );
  }
}

/** The steps of a path as messages write it: `spec.containers[0].env`, `metadata.labels["a.b/c"]`. */
function segmentsOf(path: string): Segment[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? "") : String(JSON.parse(quoted));
  });
}

/**
 * The ServiceAccounts and Namespaces in all sources. Reads only documents that can hold one, and keeps nothing else of them. Throws as
 * {@link readPiece} does, or hands what it throws to `takeFault`.
 */
export function objectsIn(
  sources: readonly SplitSource[],
  table: WorkloadTable,
  takeFault: TakeFault = rethrow,
): LocatedObject[] {
  return sources.flatMap(({ source, pieces }) =>
    pieces
      .filter(mayHoldContext)
      .flatMap((piece) => attempt(() => readPiece(source, piece, table).located.objects, takeFault) ?? []),
  );
}

/** Whether a document can hold a ServiceAccount or a Namespace. */
export function mayHoldContext({ document: { text }, action }: Piece): boolean {
  return action === "read" && (text.includes("ServiceAccount") || text.includes("Namespace"));
}
