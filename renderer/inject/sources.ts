import { PodgraftError } from "../../engine/errors.ts";
import type { Json, Segment } from "../../engine/json.ts";
import { locatePods, type LocatedObject, type LocateResult } from "../../engine/locate/locate-pods.ts";
import type { WorkloadTable } from "../../engine/locate/table.ts";
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

/** One piece of a source: read, or passed through unread. */
export type Piece = ReadDocument | { readonly passed: string };

/** A source in its pieces; their texts, put together, are the source. */
export type SplitSource = { readonly source: Source; readonly pieces: readonly Piece[] };

/**
 * Splits a source and reads what may hold a Pod or tell about one. Throws PodgraftError `input.*` with file, document, line and column for a
 * document that cannot be read; documents that cannot hold a Pod are not looked at.
 */
export function readSource(source: Source, table: WorkloadTable, podKinds: ReadonlySet<string>): SplitSource {
  const pieces = splitStream(source.text).map((document): Piece => {
    if (decideDocument(document.text, podKinds) === "pass") return { passed: document.text };
    return readDocument(source.name, document, table);
  });
  return { source, pieces };
}

function readDocument(source: string, document: StreamDocument, table: WorkloadTable): ReadDocument {
  const { value, position } = readYaml(document.text, { file: source, document: document.number, firstLine: document.firstLine });
  const read = { source, document, value, position };
  return { ...read, located: locateIn(read, () => locatePods(value, table)) };
}

/** Runs a step of the engine on a document and completes its errors with where in the file the fault stands. */
export function locateIn<Result>({ source, document, position }: Omit<ReadDocument, "located" | "value">, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof PodgraftError) || !cause.code.startsWith("input.")) throw cause;
    const place = position(segmentsOf(cause.location.path ?? ""));
    throw new PodgraftError(cause.code, cause.message, { file: source, document: document.number, ...place }, { cause });
  }
}

/** The steps of a path as messages write it: `spec.containers[0].env`, `metadata.labels["a.b/c"]`. */
function segmentsOf(path: string): Segment[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? "") : String(JSON.parse(quoted));
  });
}

/** The ServiceAccounts and Namespaces in the pieces of all sources. */
export function objectsIn(sources: readonly SplitSource[]): LocatedObject[] {
  return sources.flatMap(({ pieces }) => pieces.flatMap((piece) => ("passed" in piece ? [] : piece.located.objects)));
}
