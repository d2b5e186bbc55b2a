import { collectKnownObjects, type KnownObjects } from "../engine/context/known-objects.ts";
import { PodgraftError } from "../engine/errors.ts";
import { locatePods, type LocatedObject } from "../engine/locate/locate-pods.ts";
import type { WorkloadTable } from "../engine/locate/table.ts";
import { decideDocument } from "../renderer/stream/decide.ts";
import { splitStream } from "../renderer/stream/split.ts";
import { readYaml } from "../renderer/yaml/read.ts";
import { manifestFiles } from "./files.ts";
import { readText } from "./input.ts";

const noPods: ReadonlySet<string> = new Set();

/** The ServiceAccounts and Namespaces of context files and folders, YAML or JSON. Other objects in them are not looked at. */
export function readContext(operands: readonly string[], table: WorkloadTable): LocatedObject[] {
  return operands.flatMap(manifestFiles).flatMap((file) => contextObjects(readText(file), file, table));
}

function contextObjects(text: string, file: string, table: WorkloadTable): LocatedObject[] {
  return splitStream(text).flatMap((document) => {
    if (decideDocument(document.text, noPods) === "pass") return [];
    try {
      return locatePods(readYaml(document.text, { file, document: document.number, firstLine: document.firstLine }).value, table).objects;
    } catch (error) {
      throw error instanceof PodgraftError && error.location.file === undefined
        ? new PodgraftError(error.code, error.message, { ...error.location, file, document: document.number }, { cause: error })
        : error;
    }
  });
}

/** Everything known: the stream's own objects first, context behind them; a later object of the same name counts. */
export function knownObjects(stream: readonly LocatedObject[], context: readonly LocatedObject[], namespace: string | null): KnownObjects {
  return collectKnownObjects([...context, ...stream], namespace);
}
