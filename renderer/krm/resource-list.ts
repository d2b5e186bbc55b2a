import { PodgraftError } from "../../engine/errors.ts";
import { isJsonList, isJsonObject, member, type JsonObject } from "../../engine/json.ts";
import type { WorkloadTable } from "../../engine/locate/table.ts";
import { readPiece, splitSource, type ReadDocument, type Source } from "../inject/sources.ts";
import { hasDocuments } from "../stream/has-documents.ts";

const versions: readonly string[] = [
  "config.kubernetes.io/v1",
  "config.kubernetes.io/v1beta1",
  "config.kubernetes.io/v1alpha1",
];

/** A ResourceList as an orchestrator hands it to a function. */
export type ResourceList = {
  readonly read: ReadDocument;
  /** What the user configured for the function; null where nothing. */
  readonly functionConfig: JsonObject | null;
};

/**
 * Reads the ResourceList that `source` is. Throws PodgraftError `input.invalid` for anything else, and `input.*` with its place for what
 * cannot be read.
 */
export function readResourceList(source: Source, table: WorkloadTable): ResourceList {
  const pieces = splitSource(source, new Set()).pieces.filter(({ document }) => hasDocuments(document.text));
  const [piece, ...others] = pieces;
  if (piece === undefined || others.length > 0) {
    const found = piece === undefined ? "nothing" : `${pieces.length} documents`;
    throw notResourceList(source, `found ${found}`);
  }
  const read = readPiece(source, piece, table);
  const { value } = read;
  const [apiVersion, kind] = [member(value, "apiVersion"), member(value, "kind")];
  if (kind !== "ResourceList") throw notResourceList(source, `found the kind ${JSON.stringify(kind ?? null)}`);
  if (typeof apiVersion !== "string" || !versions.includes(apiVersion)) {
    throw notResourceList(source, `found the apiVersion ${JSON.stringify(apiVersion ?? null)}`);
  }
  const items = member(value, "items") ?? null;
  if (items !== null && !isJsonList(items)) throw notResourceList(source, "its items are no list");
  const functionConfig = member(value, "functionConfig") ?? null;
  if (functionConfig !== null && !isJsonObject(functionConfig)) {
    throw notResourceList(source, "its functionConfig is no object");
  }
  return { read, functionConfig };
}

function notResourceList({ name }: Source, found: string): PodgraftError {
  const message = `expected one ResourceList (${versions.join(", ")}), ${found}; for plain manifests use podgraft inject`;
  return new PodgraftError("input.invalid", message, { file: name });
}
