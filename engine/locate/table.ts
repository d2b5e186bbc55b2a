import { PodgraftError } from "../errors.ts";
import { matchesApiVersion } from "./api-version.ts";
import { builtInRows } from "./built-in-rows.ts";
import { parsePath, sameStep, type Step } from "./path.ts";
import { partNames, type PartName, type WorkloadRow } from "./workload-row.ts";

/** A row with its paths read. `anchor` is the path that finds the Pods: the template, or the containers where there is none. */
export type Row = {
  readonly apiVersion: string;
  readonly anchor: readonly Step[];
  readonly hasTemplate: boolean;
  readonly parts: ReadonlyMap<PartName, readonly Step[]>;
};

/** Rows by kind, in layers: the newest layer that knows a kind and version decides alone. */
export type WorkloadTable = readonly ReadonlyMap<string, readonly Row[]>[];

let builtIn: WorkloadTable | undefined;

/** The table of the kinds known without configuration. */
export function builtInTable(): WorkloadTable {
  builtIn ??= addRows([], builtInRows);
  return builtIn;
}

/**
 * `table` with the rows of the configuration on top: for their kinds and versions they replace what was known; several rows for one
 * kind add up. Throws PodgraftError `config.invalid`, naming the row, for a bad path or a row that cannot find a Pod.
 */
export function addRows(table: WorkloadTable, rows: readonly WorkloadRow[]): WorkloadTable {
  const layer = new Map<string, Row[]>();
  for (const [index, row] of rows.entries()) {
    const sameKind = layer.get(row.kind) ?? [];
    sameKind.push(readRow(row, `workloads[${index}]`));
    layer.set(row.kind, sameKind);
  }
  return [layer, ...table];
}

/** All kinds that the table has rows for, and the Template that may hold them: documents of other kinds hold no Pods of theirs. */
export function podKinds(table: WorkloadTable): ReadonlySet<string> {
  return new Set(["Template", ...table.flatMap((layer) => [...layer.keys()])]);
}

/** The rows for a kind; none where the table does not know it. */
export function rowsFor(table: WorkloadTable, apiVersion: string, kind: string): readonly Row[] {
  for (const layer of table) {
    const rows = (layer.get(kind) ?? []).filter((row) => matchesApiVersion(row.apiVersion, apiVersion));
    if (rows.length > 0) return rows;
  }
  return [];
}

function readRow(row: WorkloadRow, place: string): Row {
  const name = `${place} (${row.apiVersion} ${row.kind})`;
  checkApiVersion(row.apiVersion, name, place);
  const parts = new Map<PartName, readonly Step[]>();
  for (const part of partNames) {
    const text = row[part];
    if (text !== undefined) parts.set(part, parsePath(text, name, `${place}.${part}`));
  }
  const anchorText = row.template ?? row.containers;
  if (anchorText === undefined) {
    throw new PodgraftError("config.invalid", `${name}: give the path of the Pod template, or of the containers`, {
      path: place,
    });
  }
  const anchor = parsePath(anchorText, name, `${place}.template`);
  for (const [part, steps] of parts) checkSharedLists(steps, anchor, `${name}: ${part}`, `${place}.${part}`);
  return { apiVersion: row.apiVersion, anchor, hasTemplate: row.template !== undefined, parts };
}

function checkApiVersion(apiVersion: string, name: string, place: string): void {
  if (/^(?:[^/*\s]+\/)?(?:\*|[^/*\s]+)$/.test(apiVersion)) return;
  const message = `${name}: apiVersion has to be group/version, or group/* for any version of the group`;
  throw new PodgraftError("config.invalid", message, { path: `${place}.apiVersion` });
}

/** A part belongs to one Pod only if each of its lists and maps is one that the anchor goes through as well. */
function checkSharedLists(steps: readonly Step[], anchor: readonly Step[], what: string, place: string): void {
  const lastWildcard = steps.findLastIndex(({ step }) => step !== "member");
  if (steps.slice(0, lastWildcard + 1).every((step, index) => sameStep(step, anchor[index]))) return;
  const message = `${what} has to go through the same lists and maps, from the start, as the path of the template`;
  throw new PodgraftError("config.invalid", message, { path: place });
}
