import { collectKnownObjects, type KnownObjects } from "../../engine/context/known-objects.ts";
import type { PodgraftError } from "../../engine/errors.ts";
import type { LocatedObject } from "../../engine/locate/locate-pods.ts";
import { podKinds } from "../../engine/locate/table.ts";
import { decideSource, type JudgedDocument } from "../../renderer/inject/decide-source.ts";
import { attempt, type TakeFault } from "../../renderer/inject/faults.ts";
import { objectsIn, splitSource, type SplitSource } from "../../renderer/inject/sources.ts";
import { textOptions, type Call } from "../command.ts";
import { readContext } from "../context.ts";
import { findInput } from "../inject-input.ts";
import { readText, sourceName } from "../input.ts";
import { readNamespace } from "../namespace.ts";
import type { LoadedRules } from "../rules.ts";

/** What a command that only tells has read: what it kept of each document, what is known, what was left out, and what went wrong. */
export type DecidedInput<Kept> = {
  readonly kept: readonly Kept[];
  readonly known: KnownObjects;
  /** Folders of chart templates. */
  readonly skipped: readonly string[];
  readonly faults: readonly PodgraftError[];
};

/**
 * Reads the operands (standard input without any), and decides every Pod in them as `inject` does. `takeObjects` sees the ServiceAccounts and
 * Namespaces. Throws PodgraftError as `inject` does, but for faults of single documents, which come back with the rest.
 */
export function decideInput<Kept>(
  call: Call,
  { rules, contextFiles }: LoadedRules,
  keep: (document: JudgedDocument) => Kept,
): DecidedInput<Kept> {
  const faults: PodgraftError[] = [];
  const takeFault: TakeFault = (fault) => void faults.push(fault);
  const { files, skipped } = findInput(call.operands.length > 0 ? call.operands : ["-"], takeFault);
  const kinds = podKinds(rules.table);
  const sources = files.flatMap((file): SplitSource[] => {
    const text = attempt(() => readText(file), takeFault);
    return text === undefined ? [] : [splitSource({ name: sourceName(file), text }, kinds)];
  });
  const context = readContext([...contextFiles, ...textOptions(call, "context")], rules.table);
  const objects: readonly LocatedObject[] = [...context, ...objectsIn(sources, rules.table, takeFault)];
  const known = collectKnownObjects(objects, readNamespace(call));
  const kept = sources.flatMap((source) => decideSource(source, rules, known, keep, takeFault));
  return { kept, known, skipped, faults };
}
